/**
 * Calendars for calendar programs: `GET /feeds/<link>.ics` with a signature. Whoever has the address sees what its
 * maker sees, under the role it was made under, and only as long as the maker may.
 */
import type { Context, Hono } from 'hono'
import { formatDate, formatMoney } from '../../model/format.ts'
import { dictionaryOf, titleKey } from '../../model/fields.ts'
import type { CalendarView, FieldModel, Lang, Model } from '../../model/model.ts'
import { textIn } from '../../model/words.ts'
import { minutesOf } from '../../model/times.ts'
import { midnightOf } from '../../model/zone.ts'
import { FairLane } from '../lane.ts'
import type { Actor, Clock, Seal } from '../types.ts'
import { asRefusal, isFault } from './answers.ts'
import type { Api } from './api.ts'
import { calendarText, type CalendarEntry } from './ical.ts'

/** What an address shows, and as whom. */
interface Feed {
  actor: Actor
  name: string
  screen: string
  filters: Record<string, unknown>
  lang: Lang
}

interface FeedDeps {
  model(): Model
  run(path: string, actor: Actor, input: Record<string, unknown>): Promise<{ data: unknown }>
  /** The address with this link, if it was not withdrawn and its maker may still enter. */
  find(link: string): Promise<Feed | undefined>
  seal: Seal
  clock: Clock
  door?: Pick<Api, 'note'>
}

type Row = Record<string, unknown>

/** Days before and after today that are shown. */
const BACK = 14
const AHEAD = 90
/** Rows of a page, and the most pages. */
const PAGE = 200
const PAGES = 10
/** A program should look again after so many minutes. */
const EVERY = 30
const MINUTE = 60_000
/** Calendars that are written at once, of one address, and that may wait. */
const AT_ONCE = { running: 4, each: 1, waiting: 60 }

/** Adds the route for calendars to the server. */
export function mountFeeds(hono: Hono, deps: FeedDeps): void {
  const lane = new FairLane(AT_ONCE)
  hono.get('/feeds/:key', async (c) => {
    const begun = performance.now()
    const noted: { status: number; actor?: Actor; error?: unknown } = { status: 200 }
    try {
      return await lane.pass(c.req.param('key'), () => answer(c, deps, noted))
    } catch (error) {
      const refused = asRefusal(error)
      noted.status = isFault(refused) ? refused.status : 404
      if (isFault(refused)) noted.error = error
      return new Response(null, { status: noted.status })
    } finally {
      deps.door?.note(c, noted, begun)
    }
  })
}

/** What is wrong with an address is nobody's business: each ends as if there were nothing. */
async function answer(c: Context, deps: FeedDeps, noted: { status: number; actor?: Actor }): Promise<Response> {
  const key = c.req.param('key') ?? ''
  const now = deps.clock.now()
  const sealed = deps.seal.opens(key, new URL(c.req.url).searchParams, now)
  const feed = sealed ? await deps.find(key.replace(/\.ics$/, '')) : undefined
  const view = feed && feedView(deps.model(), feed.screen)
  if (!feed || !view) {
    noted.status = 404
    return new Response(null, { status: 404 })
  }
  noted.actor = feed.actor
  const actor = { ...feed.actor, lang: feed.lang }
  const rows = await rowsOf(deps, view, { ...feed, actor }, now)
  const entries = rows.map((row) =>
    entryOf({ model: deps.model(), view, lang: feed.lang, host: new URL(c.req.url).hostname }, row),
  )
  return new Response(calendarText({ name: feed.name, every: EVERY }, entries, now), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': `private, max-age=${EVERY}`,
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    },
  })
}

function feedView(model: Model, route: string): CalendarView | undefined {
  const view = Object.hasOwn(model.screens, route) ? model.screens[route]?.view : undefined
  return view?.view === 'calendar' && view.feed ? view : undefined
}

async function rowsOf(deps: FeedDeps, view: CalendarView, { actor, filters }: Feed, now: number): Promise<Row[]> {
  const zone = deps.model().app.timezone
  const call = deps.model().calls[view.call]
  const [first, last] = [midnightOf(now, zone, -BACK), midnightOf(now, zone, AHEAD)]
  const { from, to, pair } = view.asks
  const days = pair ? { [from]: [first, last] } : { [from]: first, ...(to ? { [to]: last } : {}) }
  const fixed = Object.fromEntries(
    Object.entries(view.with).flatMap(([name, bound]) => ('value' in bound ? [[name, bound.value]] : [])),
  )
  const rows: Row[] = []
  for (let pageNO = 1; pageNO <= PAGES; pageNO += 1) {
    const paging = call?.kind === 'query' ? { pageNO, pageRows: PAGE, sortField: view.date, sortOrder: 'asc' } : {}
    const { data } = await deps.run(call?.path ?? '', actor, { ...filters, ...fixed, ...days, ...paging })
    const found = Array.isArray(data) ? (data as Row[]) : []
    rows.push(...found)
    if (call?.kind !== 'query' || found.length < PAGE) break
  }
  return rows
}

interface Writing {
  model: Model
  view: CalendarView
  lang: Lang
  /** Ids of entries are of this host. */
  host: string
}

function entryOf(writing: Writing, row: Row): CalendarEntry {
  const { view, model, lang } = writing
  const day = Number(row[view.date])
  const at = (name: string | undefined): number | undefined =>
    name !== undefined && typeof row[name] === 'string' ? day + minutesOf(row[name]) * MINUTE : undefined
  const [title, ...rest] = view.columns.map((column) => ({
    label: column.label[lang],
    text: textAlong(writing, column.path, column.field, row),
  }))
  const tone = view.state && stateOf(model, view.state, row)?.tone
  const state = view.state && stateOf(model, view.state, row)?.label[lang]
  const to = at(view.to)
  return {
    id: `${view.resource}-${String(row.id)}@${writing.host}`,
    version: Number(row.version ?? 0),
    from: at(view.from) ?? day,
    ...(to === undefined ? {} : { to }),
    day: formatDate(day, model.app.timezone).replaceAll('-', ''),
    title: title?.text || String(row.id),
    lines: [
      ...rest.filter(({ text }) => text).map(({ label, text }) => `${label}: ${text}`),
      ...(state && view.state ? [`${view.state.label[lang]}: ${state}`] : []),
    ],
    status: tone === 'off' || tone === 'failed' ? 'CANCELLED' : tone === 'waiting' ? 'TENTATIVE' : 'CONFIRMED',
  }
}

const stateOf = (model: Model, field: FieldModel, row: Row) =>
  dictionaryOf(model.dictionaries, field)?.values.find((one) => one.value === row[field.name])

/** The text of a column, which may lie behind references. */
function textAlong(writing: Writing, path: string, field: FieldModel, row: Row): string {
  const names = path.split('.')
  const last = names.pop() ?? ''
  const holder = names.reduce<unknown>((at, name) => (isRow(at) ? at[name] : undefined), row)
  return isRow(holder) ? textOf(writing, field, holder, last) : ''
}

function textOf({ model, lang }: Writing, field: FieldModel, holder: Row, name: string): string {
  const value = holder[name]
  if (value === null || value === undefined || value === '') return ''
  switch (field.type) {
    case 'ref':
    case 'refs':
      return [holder[titleKey(name)] ?? value].flat().join('、')
    case 'enum':
    case 'enums': {
      const known = dictionaryOf(model.dictionaries, field)?.values ?? []
      return [value]
        .flat()
        .map((one) => known.find((entry) => entry.value === one)?.label[lang] ?? '')
        .join('、')
    }
    case 'money':
      return formatMoney(Number(value))
    case 'date':
      return formatDate(Number(value), model.app.timezone)
    default:
      if (typeof value === 'object') return ''
      return textIn(lang, String(value as string | number), holder, field, model.dictionaries)
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
