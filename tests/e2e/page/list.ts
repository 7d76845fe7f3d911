/** A list of rows on a page: filters, headings, rows, pages, buttons. */
import type { Locator } from 'playwright'
import { type FieldType, isLink } from '../../../src/model/fields.ts'
import type { ActionModel, ColumnModel, FilterModel } from '../../../src/model/model.ts'
import { expect, type App, type Called } from './app.ts'
import { choose, choosePeriod, offers, typeDay } from './controls.ts'
import { rowsPath, type RowsView } from './model.ts'
import { whole } from './words.ts'

type Row = Record<string, unknown>

/** Types whose filter is a select. */
const CHOSEN: ReadonlySet<FieldType> = new Set<FieldType>(['enum', 'enums', 'bool', 'time', 'ref', 'refs', 'region'])
const isDay = (type: FieldType): boolean => type === 'date' || type === 'datetime'
const isLookup = ({ control }: FilterModel): boolean => isLink(control)

export class List {
  private readonly app: App
  private readonly view: RowsView
  constructor(app: App, view: RowsView) {
    this.app = app
    this.view = view
  }

  /** The element around it; in a tab of a record it stands in the panel in sight. */
  get root(): Locator {
    return this.app.body.locator('section.at-list:visible').first()
  }

  get rows(): Locator {
    return this.root.locator('[data-row-key]:visible')
  }

  row(id: unknown): Locator {
    return this.root.locator(`[data-row-key="${String(id)}"]`)
  }

  /** The headings of a table, in order; none where rows are cards. */
  get headings(): Locator {
    return this.root.locator('thead:visible th:not(.ant-table-selection-column)')
  }

  /** Does something that fetches the rows; resolves to what was asked and answered. */
  fetching(act: () => Promise<unknown>, which?: (input: Row) => boolean): Promise<Called<Row[]>> {
    return this.app.calling<Row[]>(rowsPath(this.view), act, which)
  }

  /** A button of the head; those without room are behind ⋯. */
  async head(action: ActionModel): Promise<void> {
    await this.press(this.root.locator('.at-head-buttons'), action.label[this.app.lang])
  }

  /** A button of a row. */
  async press(around: Locator, label: string): Promise<void> {
    const seen = around.locator('button').filter({ hasText: whole(label) })
    const more = around.getByRole('button', { name: this.app.say.view('more') })
    await expect(seen.or(more).first()).toBeVisible()
    if ((await seen.count()) > 0) return seen.first().click()
    await more.click()
    await this.app.page
      .locator('.ant-dropdown:not(.ant-dropdown-hidden)')
      .getByRole('menuitem')
      .filter({ hasText: whole(label) })
      .click()
  }

  /** The row that a person would find by typing its name into the filters, or see at once. */
  async find(id: unknown, text: string): Promise<Locator> {
    await this.app.settled()
    const filter = this.view.filters.find((one) => one.offered && one.match.kind === 'contains')
    if (!(await this.row(id).isVisible()) && filter) await this.fetching(() => this.set(filter, text))
    await expect(this.row(id)).toBeVisible()
    return this.row(id)
  }

  /** Sets a filter and waits for the rows it asks for. A look-up that offers nothing asks for none. */
  async filterBy(filter: FilterModel, carried: (input: Row) => boolean): Promise<Called<Row[]> | undefined> {
    if (isLookup(filter) && !(await offers(this.app, (await this.filter(filter)).locator('.ant-select'))))
      return undefined
    return this.fetching(() => this.set(filter), carried)
  }

  /** Sets a filter: to the text, else to the first or usual value of its kind. */
  async set(filter: FilterModel, text?: string): Promise<void> {
    const item = await this.filter(filter)
    const { type } = filter.control
    if (isDay(type) && filter.range)
      await choosePeriod(this.app, item.locator('.ant-picker'), this.app.say.view('today'))
    else if (isDay(type)) await typeDay(item.locator('.ant-picker'), '2026-03-16')
    else if (CHOSEN.has(type) || filter.control.in) await choose(this.app, item.locator('.ant-select').first(), text)
    else await typeInto(item, text ?? '7')
  }

  /** The control of a filter; those without room are behind "more filters". */
  private async filter(filter: FilterModel): Promise<Locator> {
    const item = this.app.body
      .locator('.at-filter:visible')
      .filter({ has: this.app.page.locator(`[id$="-${filter.name}-label"]`) })
    if ((await item.count()) === 0)
      await this.root.getByRole('button', { name: this.app.say.view('moreFilters') }).click()
    await expect(item).toBeVisible()
    return item
  }

  /** Takes all filters back, which is offered when one is set; where the panel of more filters is open, there. */
  async clear(): Promise<void> {
    const within = this.panel.getByRole('button', { name: this.app.say.view('reset') })
    await ((await within.count()) > 0 ? within : this.reset).click()
  }

  /** Closes the panel of more filters, if it is open. */
  async closePanel(): Promise<void> {
    if ((await this.panel.count()) === 0) return
    await this.root.getByRole('button', { name: this.app.say.view('moreFilters') }).click()
    await expect(this.panel).toHaveCount(0)
  }

  private get panel(): Locator {
    return this.app.page.locator('.at-filter-panel:visible')
  }

  /** Whether there is anything to take back. */
  async isFiltered(): Promise<boolean> {
    return (await this.reset.count()) > 0
  }

  private get reset(): Locator {
    return this.root.locator('.at-filters').getByRole('button', { name: this.app.say.view('reset') })
  }

  /** Sorts by a column. */
  async sort(column: ColumnModel): Promise<Called<Row[]>> {
    const heading = this.headings.filter({ hasText: whole(column.label[this.app.lang]) })
    return this.fetching(
      () => heading.locator('.ant-table-column-sorters').click(),
      (input) => input.sortField === column.path,
    )
  }

  /** Chooses a row of the pane at the left, found by its name. */
  async chooseLeft(name: string): Promise<void> {
    const pane = this.app.body.locator('.at-left')
    await pane.locator('input').first().fill(name)
    await this.fetching(() => pane.locator('.ant-tree-node-content-wrapper').filter({ hasText: name }).click())
  }

  /** Goes to a page by its number. */
  async turnTo(page: number): Promise<Called<Row[]>> {
    return this.fetching(
      () => this.root.locator(`.ant-pagination-item-${page}`).click(),
      (input) => input.pageNO === page,
    )
  }

  /** Clicks a row where nothing else would take the click. */
  async open(row: Locator): Promise<void> {
    await row
      .locator('td:not(.ant-table-selection-column, .at-actions), .at-timeline-facts, header > strong')
      .last()
      .click({ position: { x: 4, y: 4 } })
  }

  /** The text of each cell by the heading it stands under, row by row. */
  async cells(): Promise<Record<string, string>[]> {
    const names = await this.headings.allInnerTexts()
    const rows = await this.root
      .locator('tbody tr[data-row-key]')
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll(':scope > td:not(.ant-table-selection-column)')].map(
            (cell) => (cell as HTMLElement).innerText,
          ),
        ),
      )
    return rows.map((cells) => Object.fromEntries(names.map((name, i) => [name.trim(), (cells[i] ?? '').trim()])))
  }
}

async function typeInto(item: Locator, text: string): Promise<void> {
  const input = item.locator('input').first()
  await input.fill(text)
  await input.press('Enter')
}
