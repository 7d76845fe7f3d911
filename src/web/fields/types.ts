/** The browser's part of a field type: its cell, its input and its filter. */
import type { ComponentType, ReactNode } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ColumnModel, FieldModel, FilterModel, Lang } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'

/** A record in wire form: money in yuan, booleans 1/0, days and moments in ms. */
export type WireRow = Record<string, unknown>

/** The context of a cell besides its row. Plain data: a cell calls no hook and loads nothing. */
export interface CellContext {
  dictionaries: WebPart['dictionaries']
  resources: WebPart['resources']
  lang: Lang
  /** The product's time zone. */
  zone: string
  /** A masked value of the record in hand may be asked for. */
  tells?: boolean
  /** Screens that the person may open, by the resource whose record they show. */
  screens?: Readonly<Record<string, string>>
  /** The record itself is in sight: all its references lead on. Elsewhere those of several kinds do. */
  whole?: boolean
}

/** The properties of every input, in a form, a sub-table or a table cell edited in place. */
export interface InputProps {
  id: string
  field: FieldModel
  value: unknown
  /** A reference also passes the chosen record, or several: fields are copied from it, expressions follow it. */
  onChange: (value: unknown, picked?: WireRow | WireRow[]) => void
  onBlur?: () => void
  /** What is still to be done, when the form is saved or goes on, before the value is there; undefined: nothing more. */
  onPending?: (work: (() => Promise<void>) | undefined) => void
  disabled?: boolean
  /** Disabled for as long as what was typed is sent: what helps to fill it in keeps its place. */
  busy?: boolean
  /** The record of the value, as typed so far, with the titles of references. */
  row: WireRow
  /** The environment of the field's expressions. Called when needed, so that look-ups use the current values. */
  env: () => Env
  /** own: the columns of the child rows that are shown and typed in. */
  columns?: ColumnModel[]
  /** The loaded value, where it holds more than what is sent back. */
  source?: unknown
  invalid?: boolean
  /** Ids of the elements that explain the input: help and error. */
  describedBy?: string
  labelledBy?: string
  autoFocus?: boolean
  /** What can be chosen is shown at once. */
  opened?: boolean
  /** What stood there already was chosen again. */
  onKept?: () => void
  /** It stands in the cell of a table, where there is room for the control alone. */
  inCell?: boolean
  /** What an empty control of choices says; absent: that one can be chosen or searched for. */
  placeholder?: string
}

/** A filter's control. A range holds `[from, to]`; a filter of several values holds a list. */
export interface FilterProps {
  id: string
  filter: FilterModel
  value: unknown
  /** A reference also passes the chosen record(s), for their titles. */
  onChange: (value: unknown, picked?: WireRow | WireRow[]) => void
  /** The filters by name, with the titles of chosen records. */
  row: WireRow
  env: () => Env
  labelledBy?: string
  describedBy?: string
}

export interface FieldView {
  /** As plain text; '' when empty. */
  text: (value: unknown, row: WireRow, field: FieldModel, c: CellContext) => string
  /** The drawing in tables and details. Plain and fast: up to 5,000 cells are on screen at once. */
  cell: (value: unknown, row: WireRow, field: FieldModel, c: CellContext) => ReactNode
  align?: 'right' | 'center'
  /** Usual width of a column, px. */
  width: number
  /** The widest value of the type, where all values have one form: a cut value would be misread. */
  widest?: string
  Input: ComponentType<InputProps>
  /** Absent: there is no filter for this type. */
  Filter?: ComponentType<FilterProps>
  /** Takes the whole width of a form. */
  wide?: boolean
  /** Converts the value of an answer to the value of the form; absent: they are the same. */
  fromWire?: (value: unknown) => unknown
  /** Of a list that is saved whole: its parts, which two people may change without losing what the other did. */
  parts?: WholeList
}

/** How a list is taken apart and put together. */
interface WholeList {
  /** The parts by their keys; nothing where nothing tells them apart. */
  of: (value: unknown, field: FieldModel, c: CellContext) => Map<string, unknown> | undefined
  together: (parts: ReadonlyMap<string, unknown>) => unknown
  /** A part in words; '' where they are not known. `source`: the loaded value, which may hold more than what is sent. */
  words: (key: string, part: unknown, field: FieldModel, source: unknown, c: CellContext) => string
}
