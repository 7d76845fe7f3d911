/** Notes about what is right, but odd: seen only when all screens, buttons and roles are known. */
import { fieldsOfForm, innerViews } from '../../../src/model/views.ts'
import type {
  FieldModel,
  GroupModel,
  Lang,
  Model,
  ResourceModel,
  ScreenModel,
  StatView,
  Text,
  View,
} from '../../../src/model/model.ts'
import type { Expr, ExprNode } from '../../../src/model/expr/types.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { originOf, placeOf } from '../../base/origin.ts'
import { LANGUAGES, MISSING } from '../../base/texts.ts'
import { verdictOf } from '../../normalize/decide.ts'

/**
 * `at`: where it is written, which is told of both. `place`: where it is written, which is told of the later one; without
 * either the place of the list they stand in is.
 */
type Labelled = { name: string; label: Text; show?: Expr; at?: At; place?: At | undefined }

/** A field with the place where it is declared. */
const declared = (field: FieldModel): Labelled => {
  const at = originOf(field)?.at
  return { name: field.name, label: field.label, place: at?.source.exists(at) ? at : undefined }
}

/** TXT003, PRM006: labels met twice where people choose by them, and codes that no pattern of a role covers. */
export function noteLabels(c: Compilation, { screens, dictionaries, groups, resources }: Model): void {
  for (const screen of Object.values(screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (source) noteView(c, { source, path: [] }, screen.view)
  }
  for (const { name, values } of Object.values(dictionaries)) {
    const source = c.loaded.dictionaries.get(name)
    const at: At | undefined = source && { source, path: ['values'] }
    if (at)
      noteTwice(
        c,
        at,
        'values',
        values.map((one) => ({ ...one, place: below(at, one.name) })),
      )
  }
  noteResources(c, Object.values(resources))
  noteMenus(c, Object.values(screens))
  noteFolders(c, Object.values(groups))
  noteCodes(c, Object.values(screens))
}

/** Kinds of records that are stored: the log, and who looks a record up, know them by their labels. */
function noteResources(c: Compilation, resources: readonly ResourceModel[]): void {
  const stored = resources.filter(({ virtual }) => !virtual)
  for (const [i, { name, label }] of stored.entries()) {
    const source = c.resources.get(name)?.source
    const other = stored.slice(i + 1).find((one) => areAlike(one.label, label))
    if (source && other)
      c.note({ source, path: ['label'] }, 'TXT003', `${name} and ${other.name} are both called "${label.en}"`)
  }
}

/** The figures of a report: those beside each other, and those of one chart. */
function noteFigures(c: Compilation, at: At, { blocks }: StatView): void {
  for (const block of blocks) {
    if (block.kind === 'table') continue
    const figures = block.kind === 'chart' ? block.measures : block.fields.map(({ field }) => field)
    const place = below(at, 'blocks', block.key)
    noteTwice(c, place.source.exists(place) ? place : at, `figures of ${block.key}`, figures.map(declared))
  }
}

/** Columns, filters, buttons of one place, and fields of one form. */
function noteView(c: Compilation, at: At, view: View): void {
  if ('columns' in view)
    noteTwice(
      c,
      at,
      'columns',
      view.columns.map((column) => ({ name: column.path, label: column.label, place: placeOf(column) })),
    )
  if ('filters' in view)
    noteTwice(
      c,
      at,
      'filters',
      view.filters
        .filter(({ offered }) => offered)
        .map((filter) => ({ name: filter.name, label: filter.label, place: placeOf(filter) })),
    )
  for (const place of new Set(view.actions.flatMap((action) => action.at)))
    noteTwice(
      c,
      at,
      'buttons',
      view.actions
        .filter((action) => action.at.includes(place))
        .map((action) => ({
          name: action.key,
          label: action.label,
          place: placeOf(action),
          ...(action.show ? { show: action.show } : {}),
        })),
    )
  if (view.view === 'detail') noteTwice(c, at, 'fields', fieldsOfForm(view.items).map(declared))
  for (const { key, form } of view.actions) noteTwice(c, at, `fields of ${key}`, fieldsOfForm(form).map(declared))
  const tabs = 'tabs' in view && Array.isArray(view.tabs) ? view.tabs : []
  noteTwice(
    c,
    at,
    'tabs',
    tabs.flatMap((tab) => ('label' in tab ? { name: tab.key, label: tab.label, place: placeOf(tab) } : [])),
  )
  if (view.view === 'stat') noteFigures(c, placeOf(view) ?? at, view)
  for (const inner of innerViews(view)) noteView(c, at, inner.view)
}

function noteTwice(c: Compilation, at: At, what: string, all: readonly Labelled[]): void {
  for (const lang of c.loaded.app?.data.languages?.available ?? (['zh', 'en'] as const))
    for (const [i, one] of all.entries()) {
      const again = all.slice(i + 1).find((other) => isSame(lang, other.label, one.label) && areMet(c, one, other))
      if (again && again.name !== one.name)
        for (const place of one.at && again.at ? [one.at, again.at] : [again.place ?? one.place ?? at])
          c.note(place, 'TXT003', `two ${what} are called "${one.label[lang]}": ${one.name}, ${again.name}`)
    }
}

/** Texts that are missing are told where they should be. */
const isSame = (lang: Lang, a: Text, b: Text): boolean => a[lang] === b[lang] && a[lang] !== MISSING
const areAlike = (a: Text, b: Text): boolean => LANGUAGES.some((lang) => isSame(lang, a, b))

/** Whether both may be in sight at once. */
function areMet(c: Compilation, a: Labelled, b: Labelled): boolean {
  if (!a.show || !b.show) return true
  const both: ExprNode = { k: 'and', a: a.show.ast, b: b.show.ast, type: { t: 'bool', empty: false } }
  return verdictOf(c, both) !== 'never'
}

/** Screens of one group of the menu. */
function noteMenus(c: Compilation, screens: readonly ScreenModel[]): void {
  const shown = screens.filter(({ menu }) => menu)
  for (const group of new Set(shown.map((screen) => screen.group))) {
    const inside = shown.flatMap(({ group: own, route, label }) => {
      const source = own === group && c.loaded.screens.get(route)
      return source ? [{ name: route, label, at: { source, path: ['label'] } }] : []
    })
    if (inside[0]) noteTwice(c, inside[0].at, 'screens', inside)
  }
}

/** Groups of the menu. */
function noteFolders(c: Compilation, groups: readonly GroupModel[]): void {
  for (const { path, label } of groups) {
    const source = c.loaded.groups.get(path)
    const other = groups.find((one) => one.path !== path && areAlike(one.label, label))
    if (source && other)
      c.note({ source, path: ['label'] }, 'TXT003', `${path} and ${other.path} are both called "${label.en}"`)
  }
}

/** Letters before the first number of a code: `customer-` of `customer-003`. Nothing where there is no number. */
const beginningOf = (code: string): string | undefined => /^(\D+)\d/.exec(code)?.[1]

/** A code that begins unlike those of all other screens of its folder: a misspelt one is granted by no pattern. */
function noteCodes(c: Compilation, screens: readonly ScreenModel[]): void {
  const folderOf = ({ route }: ScreenModel): string => route.slice(0, route.lastIndexOf('/'))
  for (const folder of new Set(screens.map(folderOf))) {
    const inside = screens.filter((screen) => folderOf(screen) === folder && screen.code !== undefined)
    const beginnings = inside.map(({ code = '' }) => beginningOf(code))
    for (const [i, { route, code }] of inside.entries()) {
      const others = new Set(beginnings.filter((_, at) => at !== i))
      const [usual] = others
      const source = c.loaded.screens.get(route)
      if (source && inside.length > 2 && others.size === 1 && usual !== undefined && beginnings[i] !== usual)
        c.note(
          { source, path: ['code'] },
          'PRM006',
          `the codes of ${folder} begin with "${usual}", and "${code}" does not`,
        )
    }
  }
}
