/** Editing of a screen by pointing at it, in development (docs/EDITING.md): what the browser and `atelier dev` say to each other. */
import type { Text } from './model.ts'

/** A name that may stand in a list, and what staff read. */
export interface Named {
  name: string
  label: Text
}

/** A column, a filter, a field of a form or a button. */
export interface EditablePart extends Named {
  /** Where it is written; of what stands in a usual list, that list. */
  file: string
  line: number
  /** It is written for this screen alone. */
  here: boolean
}

/** `key`: `columns`, `filters`, `facts`, `form`, `actions`, or `actions.edit.form`; of a section in a form, `form.0.fields`. */
export interface EditableList {
  key: string
  /** Of a dialog: the button that opens it. */
  button?: Text
  section?: Text
  parts: EditablePart[]
  /** What else may stand in it. */
  possible: Named[]
}

/** `key`: the place of the view in its screen, as `tabs.mine`; empty: the screen itself. */
export interface EditableView {
  key: string
  label: Text
  file: string
  line: number
  lists: EditableList[]
}

/** The words of some languages. */
export type Words = Partial<Text>

/** `view` and `list`: their keys. `before`: the part that is to come behind it; none: the end. */
export type Edit =
  | { kind: 'put'; view: string; list: string; name: string; before?: string }
  | { kind: 'remove'; view: string; list: string; name: string }
  | { kind: 'label'; view: string; list?: string; name?: string; words: Words; everywhere?: boolean }

/** What the browser asks. `undo`: takes back the last change that nothing else has touched. */
export type EditingRequest = { do: 'show'; route: string } | { do: 'edit'; route: string; edit: Edit } | { do: 'undo' }

/** `why`: nothing was written, and the reason. `editor`: the address that opens a file, with `{file}` and `{line}`. */
export interface EditingAnswer {
  views?: EditableView[]
  editor?: string
  files?: string[]
  /** How many changes can be taken back. */
  undoable?: number
  why?: string
}

/** Where `atelier dev` is asked. */
export const EDITING = '/dev/editing'
