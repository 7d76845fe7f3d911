/** The parts of authored files that the compiler passes around: members of their unions, and the results of `expand`. */
import type {
  AuthoredAction,
  AuthoredCall,
  AuthoredColumn,
  AuthoredField,
  AuthoredFilter,
  AuthoredFilterItem,
  AuthoredFormItem,
  AuthoredResource,
  AuthoredShapeItem,
  AuthoredView,
} from './authored.ts'

/** The keys of a field, an input or an entry. Whether all of them fit its type is checked where the field is made. */
export type FieldWords = Partial<AuthoredField>
/** An input or entry that is written as an object. */
export type Item = Exclude<AuthoredShapeItem, string>
export type FormField = Extract<AuthoredFormItem, { field: string }>
export type ColumnWords = Exclude<AuthoredColumn, string>
/** A filter of the resource as a view changes it, and one of the view alone. */
export type OfferedFilter = Extract<AuthoredFilterItem, { field: string }>
export type OwnFilter = Extract<AuthoredFilterItem, { name: string }>
export type ActionWords = Exclude<AuthoredAction, true>
export type StatBlockWords = NonNullable<AuthoredView['blocks']>[string]

/** A call whose inputs are listed one by one. */
export interface CallWords extends AuthoredCall {
  input?: AuthoredShapeItem[]
}

export type StateWords = NonNullable<AuthoredResource['states']>[string]
export type MoveWords = Exclude<NonNullable<StateWords[string]>, string[]>

/** A resource that refers to no other file any more. */
export interface ResourceWords extends AuthoredResource {
  calls?: Record<string, CallWords>
  filters?: Record<string, true | AuthoredFilter>
}

/** The moves of a state machine as written. */
export const movesOf = (states: StateWords): [string, MoveWords][] =>
  Object.entries(states).flatMap(([key, move]): [string, MoveWords][] =>
    key === 'end' || !move || Array.isArray(move) ? [] : [[key, move]],
  )

/** The declaration of a field: its type alone, or an object. */
export const wordsOf = <T extends object>(raw: string | T | undefined): Partial<T> =>
  typeof raw === 'object' ? raw : {}
