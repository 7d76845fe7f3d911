/** A table of 50 columns and 100 rows: from the arrival of the rows to the frame that shows them. */
import type { Browser, Page } from 'playwright'
import { splitForWeb } from '../../../generator/emit/web.ts'
import type { ColumnModel, Model, View } from '../../../src/model/model.ts'
import type { SplitForWeb } from '../../../src/model/web.ts'
import type { Product } from '../product.ts'
import { median, type Section } from '../report.ts'
import { answered, painted, prepare } from '../watch.ts'
import { LIST, openBrowser, signedIn, VIEWPORT, type SignedIn } from './browser.ts'

const COLUMNS = 50
const ROWS = 100
const TIMES = 5
const GOAL = 400
const ROWS_CALL = '/query.json'

/** The product with one list widened: every field of its records, and again from the first until there are enough. */
export const wide: SplitForWeb = (model) => {
  const { core, parts } = splitForWeb(model)
  const widened = structuredClone({ core, parts })
  widened.core.app.limits.page = ROWS
  for (const part of Object.values(widened.parts)) {
    const view = part.screens[LIST]?.view
    if (view?.view === 'list') view.columns = columnsOf(model, view)
  }
  return widened
}

function columnsOf(model: Model, view: Extract<View, { view: 'list' }>): ColumnModel[] {
  const fields = Object.values(model.resources[view.resource]?.fields ?? {}).filter(
    (field) => field.column && !field.secret,
  )
  const [first] = view.columns
  if (!first) throw new Error(`${view.resource} has no columns`)
  const named = new Map(view.columns.map((column) => [column.path, column]))
  const made = fields.map(
    (field): ColumnModel =>
      named.get(field.name) ??
      ({
        ...first,
        path: field.name,
        field,
        label: field.label,
        width: undefined,
        sort: false,
        total: undefined,
      } as ColumnModel),
  )
  return Array.from(
    { length: COLUMNS },
    (_, at) => made[at] ?? { ...(made[at % made.length] as ColumnModel), label: { zh: `列${at}`, en: `Column ${at}` } },
  )
}

/** Rows are asked for ahead of their page: they are held back until it waits for them, for the table is meant and not the way to it. */
async function open(browser: Browser, state: SignedIn, origin: string): Promise<Page> {
  const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
  const page = await context.newPage()
  await prepare(page)
  await page.route(
    `**${ROWS_CALL}`,
    async (route) => {
      const response = await route.fetch()
      await page.locator('.at-coming-rows').first().waitFor()
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.goto(`${origin}${LIST}`, { waitUntil: 'commit' })
  return page
}

/** The next page of rows, painted in the table that stands. */
async function turn(page: Page): Promise<number> {
  const first = await page.locator('.ant-table-row').first().getAttribute('data-row-key')
  const seen = page.evaluate((key) => window.atelierSeen.wait('.ant-table-row', key ?? undefined), first)
  await page.locator('.ant-pagination-next').first().click()
  const at = await seen
  return at - (await answered(page, ROWS_CALL))
}

export async function paint(product: Product, webDir: string): Promise<Section> {
  const served = await product.serve({ split: wide, webDir })
  const origin = `http://127.0.0.1:${served.port}`
  const browser = await openBrowser()
  try {
    const state = await signedIn(browser, origin)
    const first: number[] = []
    const next: number[] = []
    let shape = ''
    for (let i = 0; i < TIMES; i += 1) {
      const page = await open(browser, state, origin)
      const at = await painted(page, 'rows')
      first.push(at - (await answered(page, ROWS_CALL)))
      shape = await page.evaluate(
        () =>
          `${document.querySelectorAll('.ant-table-row').length} rows of ${document.querySelectorAll('.ant-table-thead th').length} columns drawn`,
      )
      next.push(await turn(page))
      await page.context().close()
    }
    return {
      title: `A table of ${COLUMNS} columns and ${ROWS} rows, from the arrival of the rows to the frame that shows them`,
      figures: [
        {
          label: 'first rows of a page',
          value: median(first),
          unit: 'ms',
          goal: GOAL,
          note: `${shape}; the others when they are scrolled to`,
        },
        { label: 'next page of rows', value: median(next), unit: 'ms', goal: GOAL },
      ],
    }
  } finally {
    await browser.close()
    await served.close()
  }
}
