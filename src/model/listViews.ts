/**
 * Saved views of lists: what one holds, and what of it still fits the list. Server and browser ask the same question:
 * the one when a view is saved, the other when it is applied, for the list may have changed in between.
 */
import { dictionaryOf, isFree, oneOf, traitsOf } from './fields.ts'
import type { ColumnModel, DictionaryModel, FilterModel, ListView, ResourceModel, ScreenModel, Text } from './model.ts'
import { checkValue, isEmpty } from './validate/index.ts'
import { isRecord } from './validate/nested.ts'
import { withInner } from './views.ts'

/** Most values of one filter (check 22). */
export const VALUES_MAX = 200

/** The heights of rows that a person may choose. */
export const DENSITIES = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof DENSITIES)[number]

/** The content of a view: everything by which two people see the same list differently. */
export interface ListState {
  /** Value of the status tab; absent: the tab of all rows. */
  tab?: string | number
  /** Values by the name of the filter; a range is `[from, to]`. */
  filters: Record<string, unknown>
  /** A column's path, with `-` before it from the highest down. */
  sort?: string
  hidden: string[]
  /** Paths of fields that the screen does not name, and the person added ({@link furtherColumns}). */
  shown: string[]
  order: string[]
  /** Widths in px by path. */
  widths: Record<string, number>
  density: Density
}

/** A view with its name, as the server answers it. */
export interface SavedView {
  /** What stands in links to it. */
  link: string
  name: string
  /** Route of the screen, and the key of the list in it: empty for the screen's own. */
  screen: string
  part: string
  state: unknown
  roleIds: number[]
  own: 0 | 1
  usual: 0 | 1
}

/** The least and the greatest width of a column (px). */
const WIDTHS = { least: 48, most: 2000 }

const NAME_OF = {
  tab: { zh: '标签页', en: 'Tab' },
  sort: { zh: '排序', en: 'Order' },
  columns: { zh: '列', en: 'Columns' },
} as const satisfies Record<string, Text>

/** The list of a screen by its key. */
export function listOf(screen: ScreenModel, part: string): ListView | undefined {
  return withInner(screen.view).find((one): one is ListView => one.view === 'list' && one.key === part)
}

/**
 * The fields of a resource as columns that a person may add to its lists (docs/LANGUAGE.md § 6): what a list answers of
 * every row, but for fields with a right of their own, which screens show to whom they mean.
 */
export const furtherColumns = ({ fields }: Pick<ResourceModel, 'fields'>): ColumnModel[] =>
  Object.values(fields)
    .filter((field) => traitsOf(field.type).table && !isFree(field.type) && !field.secret && field.see === undefined)
    .map((field) => ({ path: field.name, field, label: field.label, sort: false }))

/** A list with the columns that may be added to it ({@link addedTo}). */
interface WithFurther {
  view: ListView
  further: readonly ColumnModel[]
}

/** Of the columns that may be added, those that no column of the list shows under the same name. */
export function addedTo({ columns }: Pick<ListView, 'columns'>, further: readonly ColumnModel[]): ColumnModel[] {
  const isThere = (one: ColumnModel): boolean =>
    columns.some(({ path, label }) => path === one.path || (label.zh === one.label.zh && label.en === one.label.en))
  return further.filter((one) => !isThere(one))
}

/** What of a content fits a list, and the names of what was dropped. */
export function fitted(
  { view, further }: WithFurther,
  content: unknown,
  dictionaries: Record<string, DictionaryModel>,
  zone: string,
): { state: ListState; dropped: Text[] } {
  const given = isRecord(content) ? content : {}
  const dropped: Text[] = []
  const kept = <T>(label: Text, value: unknown, fits: (value: unknown) => value is T): T | undefined => {
    if (isEmpty(value)) return undefined
    if (fits(value)) return value
    dropped.push(label)
    return undefined
  }
  const tab = kept(tabLabel(view), given.tab, isTabOf(view, dictionaries))
  const sort = kept(NAME_OF.sort, given.sort, isSortOf(view))
  const filters = isRecord(given.filters) ? given.filters : {}
  const good = Object.entries(filters).flatMap(([name, value]) => {
    const filter = view.filters.find((one) => one.name === name)
    const fit = kept(filter?.label ?? { zh: name, en: name }, value, (one): one is unknown =>
      Boolean(filter && isValueOf(filter, one, dictionaries, zone)),
    )
    return fit === undefined ? [] : [[name, fit] as const]
  })
  return {
    state: {
      ...(tab === undefined ? {} : { tab }),
      ...(sort === undefined ? {} : { sort }),
      filters: Object.fromEntries(good),
      ...columnsOf({ view, further }, given, () => dropped.push(NAME_OF.columns)),
    },
    dropped,
  }
}

const tabLabel = (view: ListView): Text => (view.tabs?.kind === 'filter' ? view.tabs.by.label : NAME_OF.tab)

const isTabOf =
  ({ tabs }: ListView, dictionaries: Record<string, DictionaryModel>) =>
  (value: unknown): value is string | number =>
    tabs?.kind === 'filter' &&
    (dictionaryOf(dictionaries, tabs.by.control)?.values.some((one) => one.value === value) ?? false)

const isSortOf =
  ({ columns }: ListView) =>
  (value: unknown): value is string =>
    typeof value === 'string' && columns.some(({ path, sort }) => sort && path === value.replace(/^-/, ''))

function isValueOf(
  { control, range, many }: FilterModel,
  value: unknown,
  dictionaries: Record<string, DictionaryModel>,
  zone: string,
): boolean {
  const one = { ...oneOf(control), required: false }
  const isGood = (part: unknown): boolean => checkValue(one, part, dictionaries, zone) === undefined
  if (range) return Array.isArray(value) && value.length === 2 && value.every(isGood)
  return Array.isArray(value)
    ? many && value.length > 0 && value.length <= VALUES_MAX && value.every(isGood)
    : isGood(value)
}

/** The columns by their paths: of a path that is gone nothing is left, and that alone is worth no word. */
function columnsOf(
  { view: { columns }, further }: WithFurther,
  { hidden = [], shown = [], order = [], widths = {}, density = 'normal' }: Record<string, unknown>,
  drop: () => void,
): Pick<ListState, 'hidden' | 'shown' | 'order' | 'widths' | 'density'> {
  const added = further.map(({ path }) => path).filter((path) => Array.isArray(shown) && shown.includes(path))
  const paths = new Set([...columns.map(({ path }) => path), ...added])
  const inList = (value: unknown): string[] =>
    Array.isArray(value) ? [...new Set(value)].filter((one): one is string => paths.has(one as string)) : []
  const isWidth = (value: unknown): value is number =>
    typeof value === 'number' && value >= WIDTHS.least && value <= WIDTHS.most
  if (![hidden, shown, order].every(Array.isArray) || !isRecord(widths)) drop()
  const unseen = inList(hidden)
  return {
    // A list without a column shows nothing at all.
    hidden: unseen.length < paths.size ? unseen : [],
    shown: added,
    order: inList(order),
    widths: Object.fromEntries(
      Object.entries(isRecord(widths) ? widths : {}).filter(
        (entry): entry is [string, number] => paths.has(entry[0]) && isWidth(entry[1]),
      ),
    ),
    density: DENSITIES.find((one) => one === density) ?? 'normal',
  }
}

/** How many of the conditions left out are named, and how many characters of a name stand: names come from whoever made the view. */
const NAMED = { most: 5, characters: 20 }

/** The sentence about what a list did not take over from a view. */
export function droppedText(dropped: readonly Text[]): Text {
  const names = (lang: keyof Text): string[] =>
    dropped.slice(0, NAMED.most).map(({ [lang]: name }) => {
      const letters = [...name]
      return letters.length > NAMED.characters ? `${letters.slice(0, NAMED.characters).join('')}…` : name
    })
  const more = dropped.length > NAMED.most
  return {
    zh: `列表里已没有这些条件，未带入：${names('zh').join('、')}${more ? ` 等 ${dropped.length} 项` : ''}`,
    en: `The list has no such conditions any more; left out: ${names('en').join(', ')}${more ? ` and ${dropped.length - NAMED.most} more` : ''}`,
  }
}
