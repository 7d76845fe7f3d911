import type { InputProps } from './types.ts'

/** What every control says of itself to assistive technology. Its label names it by `for`; groups of controls are named by `labelledBy`. */
export function ariaOf(props: Pick<InputProps, 'invalid' | 'describedBy'>) {
  return {
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  }
}
