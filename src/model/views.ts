/**
 * The parts of a view, in one place for all kinds. All code that walks views (permissions, followed paths, sorts, the
 * server's checks of what is shown, `explain`) uses it, so that a new kind is known to all of them.
 */
import type { Expr } from './expr/types.ts'
import { isOwn } from './fields.ts'
import type {
  Bounds,
  ColumnModel,
  FieldModel,
  FillSource,
  FilterModel,
  FormItemModel,
  Model,
  StatBlock,
  View,
} from './model.ts'

/** The relation of a view to the view around it. */
type InnerPlace =
  | 'tab'
  | 'left'
  | 'drawer'
  | 'expand'
  | 'sheet'
  | 'block'
  | 'rows'
  | 'groups'
  | 'seats'
  | 'waiting'
  | 'find'
  | 'placed'
  | 'holds'
  | 'wall'
  | 'films'
  | 'pins'

/** A direct inner view. */
interface InnerView {
  view: View
  place: InnerPlace
}

/** A call that a view makes itself when something is pressed: a right of its own, besides those of its buttons. */
export interface Press {
  call: string
  /** Code of the right; the name of the call by default. */
  code?: string
  /** The items on the page that fill it. */
  items: FormItemModel[]
  /** The call's own dialog asks its inputs. */
  dialog?: true
  /** Further calls that the press makes. */
  calls: string[]
}

/** The content of a view without its buttons and inner views. Expressions read a row of its resource. */
interface ViewParts {
  columns: ColumnModel[]
  filters: FilterModel[]
  /** Fields that are shown or asked. `call`: the call they are inputs of; absent where they are only shown. */
  forms: { items: FormItemModel[]; call?: string }[]
  exprs: Expr[]
  /** Calls that opening the view makes. */
  calls: string[]
  presses: Press[]
}

const NOTHING: ViewParts = { columns: [], filters: [], forms: [], exprs: [], calls: [], presses: [] }

/** The parts of a view. */
export function partsOf(view: View): ViewParts {
  return { ...NOTHING, ...ownParts(view) }
}

function ownParts(view: View): Partial<ViewParts> {
  switch (view.view) {
    case 'list':
    case 'tree':
      return rowParts(view)
    case 'detail':
      return { calls: [view.call], columns: view.facts, forms: [{ items: view.items }] }
    case 'form':
      return {
        calls: named(view.add, view.edit, view.load),
        forms: [{ items: view.items, call: view.add ?? view.edit }],
      }
    case 'settings':
      return settingsParts(view)
    case 'stat':
      return { filters: view.filters, calls: view.blocks.flatMap(callsOfBlock) }
    case 'wizard':
      return wizardParts(view)
    case 'cashdesk':
      return cashdeskParts(view)
    case 'calendar':
      return calendarParts(view)
    case 'seatboard':
      return boardParts(view)
    case 'gallery':
      return galleryParts(view)
    case 'player':
      return { calls: named(view.slides?.call) }
    // The calls of a page are in app.json.
    case 'page':
      return {}
    default:
      return view satisfies never
  }
}

const callsOfBlock = (block: StatBlock): string[] =>
  block.kind === 'table' ? [] : named(block.call, block.kind === 'numbers' ? block.goals : undefined)

type Of<K extends View['view']> = Extract<View, { view: K }>

function rowParts(view: Of<'list' | 'tree'>): Partial<ViewParts> {
  return {
    columns: view.columns,
    filters: view.filters,
    calls: [view.call],
    exprs: view.open?.kind === 'route' ? exprsOf(view.open.with) : [],
    presses: view.view === 'tree' && view.drag ? [{ call: view.drag, items: [], calls: [] }] : [],
  }
}

function settingsParts({ parameters }: Of<'settings'>): Partial<ViewParts> {
  if (!parameters) return {}
  return {
    calls: [parameters.query],
    presses: [{ call: parameters.save, code: 'save', items: [], calls: [] }],
  }
}

function wizardParts({ call, preview, load, draft, steps }: Of<'wizard'>): Partial<ViewParts> {
  return {
    calls: named(call, preview, load, draft?.add, draft?.edit, draft?.detail, draft?.query, draft?.del),
    forms: [{ items: steps.flatMap((step) => step.items), call }],
    exprs: steps.flatMap((step) => step.show ?? []),
  }
}

function calendarParts({ call, filters, columns, open, load, state, off, lines }: Of<'calendar'>): Partial<ViewParts> {
  return {
    calls: [call],
    filters,
    columns,
    forms: shown(load?.taken, load?.all, state, off?.field, lines?.by),
    exprs: open?.kind === 'route' ? exprsOf(open.with) : [],
  }
}

function boardParts({ call, filters, carry, states, special, over, off }: Of<'seatboard'>): Partial<ViewParts> {
  return {
    calls: [call],
    filters,
    forms: shown(...states, special, over, off?.field),
    exprs: carry ? [carry.when, ...(carry.onto ? [carry.onto] : [])] : [],
  }
}

/** Taking pictures in asks what is there already; the original of a picture is a right of its own. */
function galleryParts({ tile, upload, pick, counter, actions }: Of<'gallery'>): Partial<ViewParts> {
  const { original, look } = tile
  const takes = actions.flatMap(({ call, code }) =>
    call && upload?.known ? [{ call, code, known: upload.known }] : [],
  )
  return {
    calls: named(look, counter?.call, pick?.places?.call),
    forms: shown(...tile.marks, ...(upload?.needs ?? []), pick?.by, ...(counter?.show ?? [])),
    exprs: exprsOf(counter?.with ?? {}),
    presses: [
      ...(original ? [{ call: original, code: 'original', items: [], calls: [] }] : []),
      ...takes.map(({ call, code, known }) => ({ call, code, items: [], calls: [known.call] })),
    ],
  }
}

/** Fields that a view shows besides its columns. */
const shown = (...fields: (FieldModel | undefined)[]): ViewParts['forms'] => [
  { items: fields.flatMap((field) => (field ? [{ kind: 'field' as const, field }] : [])) },
]

/** Looking is the menu's right; taking money and beginning a shift are rights of their own. */
function cashdeskParts({ duty, pay }: Of<'cashdesk'>): Partial<ViewParts> {
  const split: FormItemModel[] = pay.split ? [{ kind: 'field', field: pay.split.field }] : []
  return {
    calls: named(duty?.check, pay.became),
    presses: [
      {
        call: pay.call,
        items: [...split, ...pay.form],
        calls: named(pay.receipt?.call, pay.split?.limit?.call, pay.split?.worth?.call),
      },
      ...named(duty?.start, pay.code?.paid).map((call) => ({ call, items: [], dialog: true as const, calls: [] })),
      ...(pay.code ? [{ call: pay.code.call, items: [], calls: [pay.code.state, pay.code.cancel] }] : []),
    ],
    exprs: fillExprs(pay.fills),
  }
}

const named = (...ids: (string | undefined)[]): string[] => ids.filter((id) => id !== undefined)

/** The expressions among fixed inputs. */
export const exprsOf = (bounds: Bounds): Expr[] =>
  Object.values(bounds).flatMap((bound) => ('expr' in bound ? [bound.expr] : []))

const fillExprs = (fills: Record<string, FillSource>): Expr[] =>
  Object.values(fills).flatMap((fill) => (fill.by === 'with' && 'expr' in fill.bound ? [fill.bound.expr] : []))

/** The fields of a form, including those in sections. */
export function fieldsOfForm(items: readonly FormItemModel[]): FieldModel[] {
  return items.flatMap((item) => (item.kind === 'section' ? fieldsOfForm(item.items) : [item.field]))
}

/** The resources whose records stand on a view and inside it, with those of their child rows; pieces of other screens are of those. */
export function recordsOf(view: View, resources: Model['resources']): string[] {
  const own = view.view === 'stat' ? { ...view, blocks: view.blocks.filter(({ from }) => from === undefined) } : view
  const found = new Set(withInner(own).flatMap((one) => ('resource' in one ? one.resource : [])))
  // A set is walked on to what is added meanwhile: child rows have child rows.
  for (const name of found)
    for (const field of Object.values(resources[name]?.fields ?? {})) if (isOwn(field)) found.add(field.of)
  return [...found]
}

/** A view with each view right inside it replaced by what `change` makes of it. */
export function mapInner<V extends View>(view: V, change: <T extends View>(inner: T, place: InnerPlace) => T): V {
  switch (view.view) {
    case 'list': {
      const { left, tabs, expand, sheet, drawer } = view
      return {
        ...view,
        ...(drawer ? { drawer: change(drawer, 'drawer') } : {}),
        ...(left ? { left: { ...left, view: change(left.view, 'left') } } : {}),
        ...(tabs?.kind === 'views' ? { tabs: { ...tabs, views: tabs.views.map((tab) => change(tab, 'tab')) } } : {}),
        ...(expand ? { expand: change(expand, 'expand') } : {}),
        ...(sheet ? { sheet: change(sheet, 'sheet') } : {}),
      }
    }
    case 'tree':
      return view.drawer ? { ...view, drawer: change(view.drawer, 'drawer') } : view
    case 'detail':
    case 'settings':
      return { ...view, tabs: view.tabs.map((tab) => change(tab, 'tab')) }
    case 'stat':
      return {
        ...view,
        blocks: view.blocks.map((one) => (one.kind === 'table' ? { ...one, view: change(one.view, 'block') } : one)),
      }
    case 'cashdesk':
      return { ...view, rows: change(view.rows, 'rows') }
    case 'calendar':
      return view.drawer ? { ...view, drawer: change(view.drawer, 'drawer') } : view
    case 'seatboard':
      return { ...view, ...changedBoard(view, change) }
    case 'gallery':
      return {
        ...view,
        pictures: change(view.pictures, 'wall'),
        ...(view.pins ? { pins: { ...view.pins, view: change(view.pins.view, 'pins') } } : {}),
      }
    case 'player':
      return { ...view, films: change(view.films, 'films') }
    case 'form':
    case 'wizard':
    case 'page':
      return view
    default:
      return view satisfies never
  }
}

function changedBoard(
  view: Of<'seatboard'>,
  change: <T extends View>(inner: T, place: InnerPlace) => T,
): Pick<Of<'seatboard'>, 'groups' | 'seats' | 'waiting' | 'find' | 'placed' | 'holds'> {
  const { groups, seats, waiting, find, placed, holds } = view
  return {
    groups: { ...groups, view: change(groups.view, 'groups') },
    seats: { ...seats, view: change(seats.view, 'seats') },
    ...(waiting ? { waiting: { ...waiting, view: change(waiting.view, 'waiting') } } : {}),
    ...(find ? { find: change(find, 'find') } : {}),
    ...(placed ? { placed: change(placed, 'placed') } : {}),
    ...(holds ? { holds: { ...holds, view: change(holds.view, 'holds') } } : {}),
  }
}

/** The direct inner views of a view. */
export function innerViews(view: View): InnerView[] {
  const found: InnerView[] = []
  mapInner(view, (inner, place) => {
    found.push({ view: inner, place })
    return inner
  })
  return found
}

/** A view and all its inner views, the outer one first. */
export const withInner = (view: View): View[] => [view, ...innerViews(view).flatMap((inner) => withInner(inner.view))]
