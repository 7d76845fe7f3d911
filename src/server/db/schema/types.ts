/** Tables as they should be, or as they are. */
import type { FieldModel } from '../../../model/model.ts'

export interface ColumnDef {
  name: string
  /** In PostgreSQL's notation (`format_type`): bigint, text[], timestamp(3) with time zone … */
  type: string
  notNull: boolean
  /** SQL of a fixed default. */
  default?: string
  identity?: boolean
  /** Former names: a column of that name is renamed. */
  was: string[]
  /** The field of the column, for facts beyond its type. */
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

/** What the planner is told of the values of an expression. The name carries a hash of it. */
export interface StatisticsDef {
  name: string
  expression: string
}

/** A column that the engine keeps: `sql` says what it should be, for the row of alias `t`; `reads`: `table.column`. */
export interface KeptDef {
  column: string
  sql: string
  reads: string[]
}

export interface TableDef {
  name: string
  was: string[]
  columns: ColumnDef[]
  primaryKey: string[]
  keys: KeyDef[]
  references: ReferenceDef[]
  indexes: IndexDef[]
  statistics: StatisticsDef[]
  /** Counted over the records that point here. */
  tallies: KeptDef[]
  /** Worked out from the row and its child rows. */
  values: KeptDef[]
}

/** The desired schema. `dictionaries`: name of a value → its stored value, and former names. */
export interface DesiredSchema {
  tables: TableDef[]
  dictionaries: Record<string, DictionaryDef>
}
export interface DictionaryDef {
  was: string[]
  values: { name: string; value: string | number; was: string[] }[]
}
