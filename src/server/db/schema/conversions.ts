/** Converts the values of a column when its field changes its type. */
import { kindOf, type FieldType, type ValueKind } from '../../../model/fields.ts'

/** The type of a column's values. `type` is unknown in a database that was not made by this program. */
interface ValueShape {
  type?: FieldType
  sql: string
}

/** A conversion: an expression over the old column, and the rows that lose a value. Without `loss` no value is lost. */
export interface Conversion {
  using: string
  lost?: string
}

type Family = 'text' | 'int' | 'decimal' | 'money' | 'bool' | 'date' | 'datetime' | 'list' | 'one' | 'many' | 'free'

const FAMILIES: Record<ValueKind, Family> = {
  words: 'text',
  code: 'text',
  whole: 'int',
  decimal: 'decimal',
  money: 'money',
  bool: 'bool',
  day: 'date',
  moment: 'datetime',
  choice: 'int',
  choices: 'list',
  link: 'int',
  links: 'list',
  children: 'free',
  entry: 'one',
  entries: 'many',
  upload: 'one',
  uploads: 'many',
  object: 'one',
  objects: 'many',
  json: 'free',
}

const BY_SQL: Record<string, Family> = {
  text: 'text',
  bigint: 'int',
  integer: 'int',
  smallint: 'int',
  numeric: 'decimal',
  boolean: 'bool',
  date: 'date',
  jsonb: 'free',
}

function familyOf({ type, sql }: ValueShape): Family {
  if (sql.endsWith('[]')) return 'list'
  if (sql === 'text' || sql.startsWith('character')) return 'text'
  if (type) return FAMILIES[kindOf(type)]
  return BY_SQL[sql] ?? (sql.startsWith('timestamp') ? 'datetime' : 'free')
}

type Rule = (c: string, sql: string) => Conversion

const cast: Rule = (c, sql) => ({ using: `${c}::${sql}` })
const WHOLE = `'^-?\\d{1,9}$'`
const LONG_WHOLE = `'^-?\\d{1,18}$'`
const DECIMAL = `'^-?\\d{1,15}(\\.\\d{1,15})?$'`
const wholePattern = (sql: string): string => (sql === 'integer' ? WHOLE : LONG_WHOLE)

/** Numeric text becomes a number. */
const fromText =
  (pattern: (sql: string) => string, value: (c: string, sql: string) => string): Rule =>
  (c, sql) => ({
    using: `case when ${c} ~ ${pattern(sql)} then ${value(c, sql)} end`,
    lost: `${c} <> '' and ${c} !~ ${pattern(sql)}`,
  })

const RULES: Partial<Record<`${Family} ${Family}`, Rule>> = {
  'text text': cast,
  'int int': (c, sql) =>
    sql === 'integer' ? { using: `${c}::integer`, lost: `${c} not between -2147483648 and 2147483647` } : cast(c, sql),
  'decimal decimal': cast,
  'date date': cast,
  'datetime datetime': cast,
  'int text': cast,
  'decimal text': cast,
  'money text': (c) => ({ using: `trim_scale(${c} / 100.0)::text` }),
  'bool text': (c) => ({ using: `case when ${c} then '1' when not ${c} then '0' end` }),
  'date text': (c) => ({ using: `to_char(${c}, 'YYYY-MM-DD')` }),
  'datetime text': (c) => ({ using: `to_char(${c}, 'YYYY-MM-DD HH24:MI')` }),
  'text int': fromText(wholePattern, (c, sql) => `${c}::${sql}`),
  'text decimal': fromText(
    () => DECIMAL,
    (c) => `${c}::numeric`,
  ),
  'text money': fromText(
    () => DECIMAL,
    (c) => `round(${c}::numeric * 100)::bigint`,
  ),
  'text bool': (c) => ({
    using: `case when ${c} in ('1', 'true') then true when ${c} in ('0', 'false') then false end`,
    lost: `${c} not in ('', '0', '1', 'true', 'false')`,
  }),
  'int decimal': cast,
  'int money': (c) => ({ using: `${c}::bigint * 100` }),
  'decimal int': (c, sql) => ({ using: `round(${c})::${sql}`, lost: `${c} <> trunc(${c})` }),
  'decimal money': (c) => ({ using: `round(${c} * 100)::bigint`, lost: `${c} * 100 <> trunc(${c} * 100)` }),
  'money int': (c, sql) => ({ using: `round(${c} / 100.0)::${sql}`, lost: `${c} % 100 <> 0` }),
  'money decimal': (c) => ({ using: `trim_scale(${c} / 100.0)` }),
  'int bool': (c) => ({ using: `${c} <> 0`, lost: `${c} not in (0, 1)` }),
  'bool int': (c, sql) => ({ using: `${c}::integer::${sql}` }),
  'date datetime': cast,
  'datetime date': (c) => ({ using: `${c}::date`, lost: `${c} <> ${c}::date::timestamptz` }),
  'list list': cast,
  'int list': (c, sql) => ({ using: `case when ${c} is null then '{}' else array[${c}]::${sql} end` }),
  'text list': (c, sql) =>
    sql === 'text[]'
      ? { using: `case when coalesce(${c}, '') = '' then '{}' else array[${c}] end` }
      : { using: `'{}'::${sql}`, lost: `${c} <> ''` },
  'list int': (c, sql) => ({ using: `(${c})[1]::${sql}`, lost: `cardinality(${c}) > 1` }),
  'list text': (c) => ({ using: `(${c})[1]::text`, lost: `cardinality(${c}) > 1` }),
  'one many': (c) => ({ using: `case when ${c} is null then '[]'::jsonb else jsonb_build_array(${c}) end` }),
  'many one': (c) => ({ using: `${c} -> 0`, lost: `jsonb_array_length(${c}) > 1` }),
}

/** Types of one family with the same meaning and the same column type. */
const isSameForm = (from: Family, to: Family, sql: boolean): boolean =>
  sql && (from === to || from === 'free' || to === 'free')

/** No value can be kept. */
function lostWhole(from: Family, sql: string, c: string): Conversion {
  const nothing = sql.endsWith('[]') ? `'{}'::${sql}` : `null::${sql}`
  const empty = from === 'list' ? `cardinality(${c}) > 0` : from === 'many' ? `${c} <> '[]'` : `${c} is not null`
  return { using: nothing, lost: empty }
}

/** The conversion of a column (`c`, quoted), or undefined when its values stay as they are. */
export function conversionOf(from: ValueShape, to: ValueShape, c: string): Conversion | undefined {
  // What a column of the same kind meant before is not remembered: nothing says that its values meant anything else.
  if (from.type === undefined && from.sql === to.sql) return undefined
  const [a, b] = [familyOf(from), familyOf(to)]
  if (isSameForm(a, b, from.sql === to.sql)) return undefined
  const rule = RULES[`${a} ${b}`]
  const lists = a === 'list' && b === 'list' && to.sql !== 'text[]' && from.sql === 'text[]'
  return rule && !lists ? rule(c, to.sql) : lostWhole(a, to.sql, c)
}
