import { NONE } from './cells.tsx'
import { PasswordInput } from './inputs/password.tsx'
import type { FieldView } from './types.ts'

/** A password: typed, never shown. */
export const password: FieldView = { text: () => '', cell: () => NONE, width: 100, Input: PasswordInput }
