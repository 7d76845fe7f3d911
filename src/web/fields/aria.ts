import type { InputProps } from './types.ts'

/** What every control says of itself to assistive technology. */
export function ariaOf(props: Pick<InputProps, 'invalid' | 'describedBy' | 'labelledBy'>) {
  return {
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
    'aria-labelledby': props.labelledBy,
  }
}
