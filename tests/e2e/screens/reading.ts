/**
 * A list, tree, form or settings page, looked at: it says what it says in the right language, filters, sorts, turns
 * pages, opens a row and exports. Made from the metadata.
 */
import { dictionaryOf, isOrdered, valuesOf } from '../../../src/model/fields.ts'
import { type ColumnModel, type FilterModel, type Lang } from '../../../src/model/model.ts'
import type { App } from '../page/app.ts'
import { chromeFaults } from '../page/chrome.ts'
import { downloaded } from '../page/files.ts'
import { List } from '../page/list.ts'
import { buttonOf, fieldsOf, isRows, model, surfaces, wanted, type RowsView, type Surface } from '../page/model.ts'
import { expect, test } from '../page/test.ts'
import { covering, ONCE, TIMES } from '../../cover.ts'

type Row = Record<string, unknown>

/** Everything that a surface does without a change to anything. */
export function readingTests(surface: Surface, window: () => App): void {
  test('says everything in the right language', () => saysAllRight(window(), surface))
  if (switched.has(surface))
    test('says it in the other when the language is switched', async () => {
      const { lang, shell } = window()
      await shell.language(lang === 'en' ? 'zh' : 'en')
      await saysAllRight(window(), surface)
      await shell.language(lang)
    })
  if (isRows(surface)) rowsTests(surface, window)
}

/** What a filter is to the browser: its control, and how its value is sent. */
const kindOfFilter = ({ control, match, range, wire }: FilterModel): string =>
  [control.type, match.kind, range ? `range ${wire.length}` : '', control.by && 'by', control.in && 'in'].join(' ')

const offeredFilters = (view: RowsView): FilterModel[] =>
  view.filters.filter((filter) => filter.offered && !(view.view === 'list' && view.left?.sets === filter.name))

const filterTabs = (view: RowsView) => (view.view === 'list' && view.tabs?.kind === 'filter' ? view.tabs : undefined)

const isTable = (view: RowsView): boolean => view.view === 'tree' || view.layout === 'table'
const layoutOf = (view: RowsView): string => (view.view === 'list' ? view.layout : view.view)
/** What a row of a list opens: a page, or its record at the side. */
const opened = ({ open, resource }: RowsView): string => (open?.kind === 'route' ? open.to : resource)
const sortableOf = (view: RowsView): ColumnModel[] =>
  isTable(view) ? view.columns.filter((column) => column.sort) : []

/**
 * What a surface says comes of labels, which the compiler wants in both languages, and of the parts that draw them:
 * each part is looked at in both.
 */
const switched = covering(
  wanted,
  ({ view, left }) => [
    view.view,
    ...(view.view === 'list' ? [view.layout, `tabs ${view.tabs?.kind ?? 'none'}`, left ? 'left' : 'alone'] : []),
    ...('columns' in view ? view.columns.map(({ field }) => `column ${field.type}`) : []),
    ...('filters' in view ? view.filters.map(({ control }) => `filter ${control.type}`) : []),
    ...('items' in view ? fieldsOf(view.items).map(({ type }) => `field ${type}`) : []),
    ...view.actions.flatMap(({ at }) => at),
  ],
  ONCE,
)

/**
 * What the engine makes of a filter, a column or a page is asked of each call (tests/server/api/lists.test.ts): whatever
 * a run is about, a control is tried where it is tried in the whole.
 */
const rowsViews = surfaces.filter(isRows).map((surface) => surface.view)
const views = wanted.filter(isRows).map((surface) => surface.view)
const filtersTried = covering(rowsViews.flatMap(offeredFilters), (filter) => [kindOfFilter(filter)])
const sortsTried = covering(rowsViews.flatMap(sortableOf), (column) => [column.field.type])
const tabsTried = covering(views, (view) => (filterTabs(view) ? [layoutOf(view)] : []))
/** A record that opens from several lists is the same record. */
const opensTried = covering(
  wanted.filter(isRows).filter((surface) => surface.view.open),
  ({ view }) => [opened(view), layoutOf(view)],
  ONCE,
)
const exportsTried = covering(views, (view) => (buttonOf(view, 'export', 'top') ? [layoutOf(view)] : []), ONCE)

function rowsTests(surface: Surface<RowsView>, window: () => App): void {
  const { view, screen } = surface
  const list = () => new List(window(), view)
  const filters = offeredFilters(view).filter((filter) => filtersTried.has(filter))
  const sorts = sortableOf(view).filter((column) => sortsTried.has(column))
  const tabs = filterTabs(view)
  const exporting = buttonOf(view, 'export', 'top')

  if (filters.length > 0)
    test(`filters by ${filters.map((filter) => filter.name).join(', ')}`, () => filtersBy(window(), list(), filters))
  if (tabs && tabsTried.has(view))
    test('shows as many rows in a tab as its number says', () => turnsTabs(window(), list(), tabs.by))
  if (sorts.length > 0)
    test('sorts', async () => {
      for (const column of sorts) await sortsBy(window(), list(), column)
    })
  if (view.view === 'list') test('turns pages', () => turnsPages(window(), list(), view.layout))
  if (exporting && exportsTried.has(view))
    test('exports a workbook of the columns in sight', () =>
      exportsWorkbook(window(), () => list().head(exporting), view.columns))
  if (opensTried.has(surface)) test('opens a row', () => opensRow(window(), list(), view, screen.route))
}

/** No word in the wrong language, no broken value, no number of a dictionary where its label belongs. */
export async function saysAllRight(app: App, surface: Surface): Promise<void> {
  expect(await chromeFaults(app)).toEqual([])
  if (isRows(surface)) expect(await unnamed(new List(app, surface.view), surface.view.columns, app.lang)).toEqual([])
}

/** Cells that show what a value is called by machines. */
async function unnamed(list: List, columns: readonly ColumnModel[], lang: Lang): Promise<string[]> {
  const rows = await list.cells()
  return columns.flatMap((column) =>
    rows
      .map((row) => row[column.label[lang]] ?? '')
      .filter((text) => text !== '' && !isNamed(column, text, lang))
      .map((text) => `${column.path}: ${text}`),
  )
}

function isNamed({ field }: ColumnModel, text: string, lang: Lang): boolean {
  if (field.type === 'ref') return !/^\d+$/.test(text)
  if (field.type !== 'enum') return true
  return dictionaryOf(model.dictionaries, field)?.values.some((one) => one.label[lang] === text) ?? false
}

const carries = (filter: FilterModel, input: Row): boolean =>
  filter.wire.some((name) => name !== null && input[name] !== undefined)

/**
 * Each filter asks for its own, on top of those set before; where nothing is left to look at, they are taken back
 * first. Taking all back asks for everything.
 */
async function filtersBy(app: App, list: List, filters: readonly FilterModel[]): Promise<void> {
  let left = true
  for (const filter of filters) {
    if (!left) await takesBack(app, list, filters)
    left = await narrows(app, list, filter)
  }
  await takesBack(app, list, filters)
  await list.closePanel()
}

/** Sets a filter. Resolves to whether rows are left. */
async function narrows(app: App, list: List, filter: FilterModel): Promise<boolean> {
  const called = await list.filterBy(filter, (input) => carries(filter, input))
  if (!called) return true
  expect(called.answer.status, filter.name).toBe(200)
  const { match } = filter
  if (match.kind === 'is' && !match.path.includes('.') && !filter.range) {
    const wanted = [called.input[filter.wire[0] ?? '']].flat()
    for (const row of called.answer.data)
      expect(
        [row[match.path]].flat().some((value) => wanted.includes(value)),
        filter.name,
      ).toBe(true)
  }
  await app.settled()
  return called.answer.data.length > 0
}

async function takesBack(app: App, list: List, filters: readonly FilterModel[]): Promise<void> {
  const own = filters.filter((filter) => !filter.default)
  if (await list.isFiltered())
    await list.fetching(
      () => list.clear(),
      (input) => !own.some((filter) => carries(filter, input)),
    )
  await app.settled()
}

async function turnsTabs(app: App, list: List, by: FilterModel): Promise<void> {
  const tabs = app.body.getByRole('tablist').first().getByRole('tab')
  const offered = valuesOf(model.dictionaries, by.control).map((one) => String(one.value))
  for (const tab of await tabs.all()) {
    expect(['', ...offered]).toContain(await tab.getAttribute('data-tab'))
    if ((await tab.getAttribute('aria-selected')) === 'true') continue
    const { input, answer } = await list.fetching(() => tab.click())
    expect([input[by.wire[0] ?? ''] ?? ''].flat().map(String)).toEqual([await tab.getAttribute('data-tab')])
    await app.settled()
    const count = await tab.locator('.at-tab-count').innerText()
    expect(count.replace(/,/g, '')).toBe(String(answer.total))
  }
  await list.fetching(() => tabs.first().click())
  await app.settled()
}

/** Numbers and moments come in order; how texts are ordered is the database's affair. */
async function sortsBy(app: App, list: List, column: ColumnModel): Promise<void> {
  const { input, answer } = await list.sort(column)
  expect(answer.status).toBe(200)
  const found = answer.data.map((row) => row[column.path]).filter((value) => typeof value === 'number')
  const ordered = [...found].sort((a, b) => (input.sortOrder === 'desc' ? b - a : a - b))
  if (isOrdered(column.field.type)) expect(found).toEqual(ordered)
  await app.settled()
}

/** How often pages of each layout were turned here. Only the list itself tells whether it has a second page. */
const turned = new Map<string, number>()

async function turnsPages(app: App, list: List, layout: string): Promise<void> {
  const times = turned.get(layout) ?? 0
  if (times >= TIMES || (await list.root.locator('.ant-pagination-item-2').count()) === 0) return
  turned.set(layout, times + 1)
  const first = await list.rows.first().getAttribute('data-row-key')
  const { answer } = await list.turnTo(2)
  expect(answer.data.length).toBeGreaterThan(0)
  await app.settled()
  expect(await list.rows.first().getAttribute('data-row-key')).not.toBe(first)
  await list.turnTo(1)
  await app.settled()
}

/** The first bytes of a zip file, which a workbook is. */
const ZIP = 'PK'

async function exportsWorkbook(app: App, press: () => Promise<void>, columns: readonly ColumnModel[]): Promise<void> {
  const asked = app.page.waitForRequest((one) => /export\.json$/i.test(one.url()))
  expect((await downloaded(app, press)).subarray(0, 2).toString()).toBe(ZIP)
  const { data } = (await asked).postDataJSON() as { data: { columns: string[] } }
  expect(columns.map(({ path }) => path)).toEqual(expect.arrayContaining(data.columns))
  expect(data.columns.length).toBeGreaterThan(0)
  // Others may have something to tell in the same corner.
  await app.page
    .locator('.ant-notification-notice')
    .getByRole('button', { name: app.say.view('close') })
    .last()
    .click()
}

async function opensRow(app: App, list: List, view: RowsView, route: string): Promise<void> {
  if ((await list.rows.count()) === 0) return
  await list.open(list.rows.first())
  if (view.open?.kind === 'route') {
    await app.page.waitForURL((url) => url.pathname !== route)
    await app.settled()
  } else {
    await readsDrawer(app)
  }
  expect(await chromeFaults(app)).toEqual([])
  if (view.open?.kind === 'route') await app.page.goBack()
  await app.settled()
  await app.closeOtherTabs()
}

/** Every tab of the record in the drawer. */
async function readsDrawer(app: App): Promise<void> {
  const record = app.page.locator('.at-drawer article.at-detail')
  await expect(record).toBeVisible()
  for (const tab of await record.getByRole('tablist').first().getByRole('tab').all()) {
    await tab.click()
    await expect(
      record.locator('[role=tabpanel]:not([hidden]) :is(.at-coming, .at-coming-rows, [aria-busy=true])'),
    ).toHaveCount(0)
    expect(await chromeFaults(app)).toEqual([])
  }
  await app.page.locator('.at-drawer .ant-drawer-close').click()
  await expect(record).toHaveCount(0)
}
