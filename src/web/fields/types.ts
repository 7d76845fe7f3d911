/** What a field type is in the browser: how it reads in a cell, how it is typed in, how a filter asks for it. */
import type { ComponentType, ReactNode } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ColumnModel, FieldModel, FilterModel, Lang } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'

/** A record as the wire carries it: money in yuan, booleans 1/0, days and moments in ms. */
export type WireRow = Record<string, unknown>

/** What a cell may look at besides its row. Plain data: a cell calls no hook and fetches nothing. */
export interface CellContext {
  dictionaries: WebPart['dictionaries']
  resources: WebPart['resources']
  lang: Lang
  /** The product's time zone. */
  zone: string
}

/** What every input gets, in a form, a sub-table, a table cell edited in place. */
export interface InputProps {
  id: string
  field: FieldModel
  value: unknown
  /** A reference gives the chosen record along, several give several: fields are copied from it, expressions follow it. */
  onChange: (value: unknown, picked?: WireRow | WireRow[]) => void
  onBlur?: () => void
  disabled?: boolean
  /** The record around the value, as typed so far; carries titles of references. */
  row: WireRow
  /** What expressions of the field see. Called when needed, so that look-ups narrow by what stands there now. */
  env: () => Env
  /** own: what of the child rows is shown and typed in. */
  columns?: ColumnModel[]
  /** The value as it was loaded, where it says more than what is sent back. */
  source?: unknown
  invalid?: boolean
  /** Ids of the elements that explain the input: help and error. */
  describedBy?: string
  labelledBy?: string
  autoFocus?: boolean
}

/** A filter's control. A range holds `[from, to]`, a many-valued one a list. */
export interface FilterProps {
  id: string
  filter: FilterModel
  value: unknown
  /** A reference gives the chosen record(s) along, so that they can be called by name. */
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
  /** As drawn in tables and details. Plain and quick: 5,000 of them are on screen at once. */
  cell: (value: unknown, row: WireRow, field: FieldModel, c: CellContext) => ReactNode
  align?: 'right' | 'center'
  /** Usual width of a column, px. */
  width: number
  /** A value as wide as any, where they are all of one form: cut short it would say something else. */
  widest?: string
  Input: ComponentType<InputProps>
  /** Absent: cannot be filtered by. */
  Filter?: ComponentType<FilterProps>
  /** Takes the whole width of a form. */
  wide?: boolean
  /** What the form holds, from what a call answered; absent: the same. */
  fromWire?: (value: unknown) => unknown
}
