/**
 * The way from a list to a page: which rows stood around the one that was opened, so that the page leads on to the next
 * one as the list has them. Kept as long as the window; the oldest are forgotten.
 */
import type { Answer } from '../../model/web.ts'
import { call } from './request.ts'

type Row = Record<string, unknown>
type Query = Record<string, string>

/** A list as it stood when a row of it was opened. */
interface Trail {
  /** The call of the list, and its input without figures. */
  path: string
  input: Row
  page: number
  size: number
  total: number
  /** The count stopped at a limit: there are more. */
  more: boolean
  rows: readonly Row[]
  /** The query of the page that shows a row. */
  queryOf: (row: Row) => Query
}

/** A place on a trail: the row that the page shows. */
interface Stand {
  trail: Trail
  at: number
}

const MOST = 100
/** Rows beyond this cannot be paged to. */
export const REACH = 10_000

const stands = new Map<string, Stand>()

/** A page is known by its route and its parameters, not by what it keeps in the address besides. */
const keyOf = (route: string, query: Query): string =>
  JSON.stringify([route, ...Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))])

/** Remembers from where a page was opened; returns the query of that page. */
export function setOut(route: string, { trail, at }: Stand): Query {
  const query = trail.queryOf(trail.rows[at] ?? {})
  const key = keyOf(route, query)
  stands.delete(key)
  stands.set(key, { trail, at })
  for (const old of stands.keys()) {
    if (stands.size <= MOST) break
    stands.delete(old)
  }
  return query
}

/** Where the page stands on its way; undefined for one that was opened otherwise. `params`: all of its address. */
export function standOf(route: string, names: readonly string[], params: Query): Stand | undefined {
  const query = Object.fromEntries(names.flatMap((name) => (params[name] ? [[name, params[name]]] : [])))
  return stands.get(keyOf(route, query))
}

/** The number of a row in its list, from 1. */
export const placeOf = ({ trail: { page, size }, at }: Stand): number => (page - 1) * size + at + 1

/** Another page of the list, as it is now; undefined where the list ends. */
async function turned(trail: Trail, by: 1 | -1): Promise<Trail | undefined> {
  const page = trail.page + by
  if (page < 1 || (page - 1) * trail.size >= Math.min(trail.total, REACH)) return undefined
  const answer: Answer<Row[]> & { more?: boolean } = await call(
    trail.path,
    { ...trail.input, pageNO: page, pageRows: trail.size },
    { loading: false },
  )
  const rows = Array.isArray(answer.data) ? answer.data : []
  const { total = trail.total, more = false } = answer
  return rows.length === 0 ? undefined : { ...trail, page, rows, total, more: Boolean(more) }
}

/**
 * The row before (-1) or after (1), on the page of the list beside where it must be; undefined where the list ends.
 * The list may have grown meanwhile: a record that was moved onto the next page is not shown as the next one.
 */
export async function stepOf({ trail, at }: Stand, by: 1 | -1): Promise<Stand | undefined> {
  if (trail.rows[at + by]) return { trail, at: at + by }
  const left = JSON.stringify(trail.queryOf(trail.rows[at] ?? {}))
  const beside = await turned(trail, by)
  if (!beside) return undefined
  const again = beside.rows.findIndex((row) => JSON.stringify(beside.queryOf(row)) === left)
  if (again >= 0) return stepOf({ trail: beside, at: again }, by)
  return { trail: beside, at: by > 0 ? 0 : beside.rows.length - 1 }
}
