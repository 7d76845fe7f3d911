/** Tables as they should be, or as they are. */
import type { FieldModel } from '../../../model/model.ts'

export interface ColumnDef {
  name: string
  /** As PostgreSQL writes it (`format_type`): bigint, text[], timestamp(3) with time zone … */
  type: string
  notNull: boolean
  /** SQL of a fixed default. */
  default?: string
  identity?: boolean
  /** Former names: a column of that name is renamed. */
  was: string[]
  /** The field kept here, for what its type alone does not say. */
  field?: FieldModel
}

/** A unique constraint over all rows, for others to refer to. */
export interface KeyDef {
  name: string
  columns: string[]
}
export interface ReferenceDef {
  name: string
  column: string
  table: string
  key: string
}
/** `sql`: everything after `create [unique] index <name> on <table>`. The name carries a hash of it. */
export interface IndexDef {
  name: string
  unique: boolean
  sql: string
  /** unique: the expressions that must differ, and among which rows. */
  columns?: string[]
  where?: string
}

/** A column that the engine keeps: `number` says in SQL what it should be, for the row of alias `t`. */
export interface TallyDef {
  column: string
  number: string
}

export interface TableDef {
  name: string
  was: string[]
  columns: ColumnDef[]
  primaryKey: string[]
  keys: KeyDef[]
  references: ReferenceDef[]
  indexes: IndexDef[]
  tallies: TallyDef[]
}

/** What the database should look like. `dictionaries`: name of a value → what is stored for it, and former names. */
export interface DesiredSchema {
  tables: TableDef[]
  dictionaries: Record<string, DictionaryDef>
}
export interface DictionaryDef {
  was: string[]
  values: { name: string; value: string | number; was: string[] }[]
}
