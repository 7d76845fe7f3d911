import type { InputProps } from './types.ts'

/** The accessibility attributes of every control. A label refers to its control by `for`; a group of controls refers to its label by `labelledBy`. */
export function ariaOf(props: Pick<InputProps, 'invalid' | 'describedBy'>) {
  return {
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  }
}
