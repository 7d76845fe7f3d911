/** Names that no author can take: the engine has them, or JavaScript. */

/** Columns and answers that every record has besides its base fields. */
export const ENGINE_COLUMNS = ['companyId', 'isDel', 'createName', 'updateName'] as const

/** Tables that the engine keeps beside those of the resources. */
export const ENGINE_TABLES = [
  'schema_state',
  'job',
  'serial_counter',
  'once_answer',
  'cache_version',
  'undo',
  'outbox',
  'builtIn',
  'demo_data_begun',
] as const

/** Names in a list's input that say which page is answered, and what stands beside its rows. */
export const BESIDE_KEYS = ['pageNO', 'pageRows', 'counts', 'totals', 'quick', 'tree'] as const

/** Names in a list's input that are no filters. */
export const PAGE_KEYS = [...BESIDE_KEYS, 'sort', 'sortField', 'sortOrder', 'after', 'keyword', 'behind'] as const

/** Of a group of figures that is answered by what people call it: its values, by which its rows are found. */
export const GROUP = 'groupValues'

/** Names in the address of a page beside its parameters and filters: which tab of a list, which tab of a page, and so on. */
export const ADDRESS = {
  tab: 'tab',
  part: 'part',
  page: 'page',
  sort: 'sort',
  view: 'view',
  span: 'span',
  on: 'on',
} as const

/** Whether the address of a page says something else by this name. */
export const isOfAddress = (name: string): boolean => Object.hasOwn(ADDRESS, name)

/** Names of every object of JavaScript: `constructor`, `__proto__`, `toString` … */
export const isOfEveryObject = (name: string): boolean => name in {}
