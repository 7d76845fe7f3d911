/**
 * Finds a piece of text inside another without reading every row.
 *
 * Trigrams (pg_trgm) support pieces of three or more letters or digits. A Chinese name has two characters, and on
 * a server with a plain locale pg_trgm ignores Chinese altogether. So columns that may hold names are also indexed
 * by their single characters and pairs, through `atelier_pairs`: those with a character beyond ASCII. A piece of one or
 * two Latin letters is in so many texts that an index would cost each write more than it would save a reader (decision 0048).
 */
import { sql, type RawBuilder } from 'kysely'
import type { FieldType } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'

/** Name of the function that splits a text. A new body needs a new name, because indexes keep old results. */
const GRAMS = 'atelier_pairs'

/** Its signature in the catalogue. */
export const GRAMS_SIGNATURE = `${GRAMS}(text)`

/** Creates the function. It lowercases Latin letters. Most texts of a product in a Latin script have no grams at all. */
export const GRAMS_FUNCTION = `
create or replace function ${GRAMS}(value text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  grams text[] := '{}';
  before text := '';
  letter text;
begin
  if octet_length(value) = char_length(value) then
    return grams;
  end if;
  foreach letter in array string_to_array(translate(value, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'), null) loop
    if octet_length(letter) > 1 then
      grams := grams || letter;
    end if;
    if before <> '' and octet_length(before || letter) > 2 then
      grams := grams || (before || letter);
    end if;
    before := letter;
  end loop;
  return grams;
end $$`

/** The expression an index on grams is built on. */
export const gramsOf = (column: string): string => `${GRAMS}(${column})`

/** Types whose text may be a name. The others hold digits and Latin letters only. */
const NAMES: ReadonlySet<FieldType> = new Set<FieldType>(['string', 'text'])

/** Whether a column of this type has an index on grams beside the one on trigrams. */
export const hasGrams = (type: FieldType): boolean => NAMES.has(type)

const fold = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** The grams of every text that contains this piece: its pairs with a character beyond ASCII, or its one character. */
function gramsIn(text: string): string[] {
  const characters = [...fold(text)]
  if (characters.length < 2) return characters
  const pairs = characters.slice(1).map((character, i) => `${characters[i]}${character}`)
  return [...new Set(pairs.filter((pair) => !/^[\0-\x7f]*$/.test(pair)))]
}

const patternOf = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * The properties of a piece that decide the query: digits (blanks and dashes between them allowed), Latin letters and
 * signs, or other characters, as in a Chinese name; and whether it is too short for trigrams. Statements differ
 * between shapes, not between pieces of one shape.
 */
export type SearchShape = `${'digits' | 'latin' | 'name'}${'' | ' short'}`

/** The parameters of a search: the piece, the piece as a pattern, the same without blanks and dashes, and its grams. */
export interface SearchParameters<T = unknown> {
  piece: T
  pattern: T
  digits: T
  grams: T
}

/** A piece to search for. */
interface Search {
  shape: SearchShape
  values: SearchParameters<string | string[]>
}

/** One parameter for each name. */
export const searchParameters = <T>(make: (name: keyof SearchParameters) => T): SearchParameters<T> => ({
  piece: make('piece'),
  pattern: make('pattern'),
  digits: make('digits'),
  grams: make('grams'),
})

/** The search for a piece; undefined for blank text, which every text contains. */
export function searchOf(text: string): Search | undefined {
  const piece = text.trim()
  if (piece === '') return undefined
  const kind = /^\d[\d\s-]*$/.test(piece) ? 'digits' : /^[\x20-\x7e]*$/.test(piece) ? 'latin' : 'name'
  const shape: SearchShape = [...piece].length < 3 ? `${kind} short` : kind
  const digits = patternOf(piece.replace(/[\s-]/g, ''))
  return { shape, values: { piece, pattern: patternOf(piece), digits, grams: gramsIn(piece) } }
}

type Sql = RawBuilder<unknown>

/**
 * SQL for "the column contains the piece", in the form its indexes support. Undefined where a column of this type
 * cannot contain the piece (Chinese in a telephone number): a query would make the database read every row.
 */
export function columnContains(
  column: Sql,
  type: FieldType,
  shape: SearchShape,
  parameters: SearchParameters<Sql>,
): RawBuilder<boolean> | undefined {
  if (type === 'phone') return shape.startsWith('digits') ? sql`${column} ilike ${parameters.digits}` : undefined
  const like = sql<boolean>`${column} ilike ${parameters.pattern}`
  if (!hasGrams(type)) return shape.startsWith('name') ? undefined : like
  if (shape === 'digits' || shape === 'latin') return like
  // It is no pattern: for a pattern without trigrams the database would read the whole trigram index.
  const has = sql<boolean>`strpos(lower(${column}), lower(${parameters.piece})) > 0`
  if (!shape.startsWith('name')) return has
  // The grams select the rows. When the planner reads the rows by another index, the cheap condition comes first.
  return sql<boolean>`(${sql.raw(GRAMS)}(${column}) @> ${parameters.grams}::text[] and ${has})`
}

/** SQL for "one of the columns contains this text", ignoring case. Every text contains blank text. */
export function containsSql(
  alias: string,
  columns: readonly Pick<FieldModel, 'name' | 'type'>[],
  text: string,
): RawBuilder<boolean> {
  const search = searchOf(text)
  if (!search) return sql<boolean>`true`
  const parameters = searchParameters((name): Sql => sql`${search.values[name]}`)
  const parts = columns
    .map(({ name, type }) => columnContains(sql.ref(`${alias}.${name}`), type, search.shape, parameters))
    .filter((part) => part !== undefined)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}
