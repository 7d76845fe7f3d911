/** The generated model, and every place of it that a browser test opens. Nothing here is listed by hand. */
import { DICT, type Code, type DictionaryValues } from '../../../src/generated/dictionaries.ts'
import { isOwn } from '../../../src/model/fields.ts'
import { readFileSync } from 'node:fs'
import {
  callOf,
  type ActionModel,
  type CallModel,
  type DetailView,
  type FieldModel,
  type FormItemModel,
  type FormView,
  type ListView,
  type Model,
  type ScreenModel,
  type SettingsView,
  type TreeView,
  type View,
} from '../../../src/model/model.ts'
import { isWantedRoute } from '../../only.ts'
import { TRIED_FROM_METADATA } from '../../selection.ts'
import { ACCOUNT, raw, tokenOf } from './api.ts'

export const model = JSON.parse(readFileSync('src/generated/model.json', 'utf8')) as Model

/** View kinds that are looked at from all sides. */
export type Shown = ListView | TreeView | FormView | SettingsView

/** A view on a screen, or in a tab of one. */
export interface Surface<V extends Shown = Shown> {
  /** The address as tests are named: `/system/notes?part=templates`. */
  name: string
  screen: ScreenModel
  view: V
  /** Buttons of the left pane narrow this list; its chosen row fills inputs. */
  left?: ListView | TreeView
  /** The address to open: a screen about one record is given a record that is there. */
  address(): Promise<string>
}

const isShown = (view: View): view is Shown => view.view !== 'detail' && TRIED_FROM_METADATA.has(view.view)

/** The views of a view: itself, or its tabs where they stand for it. */
function parts(view: View): { part?: string; view: View }[] {
  if (view.view === 'list' && view.tabs?.kind === 'views')
    return view.tabs.views.map((tab) => ({ part: tab.key, view: tab }))
  if (view.view === 'settings' || view.view === 'detail')
    return [{ view }, ...view.tabs.map((tab) => ({ part: tab.key, view: tab }))]
  return [{ view }]
}

function surfacesOf(screen: ScreenModel): Surface[] {
  return parts(screen.view).flatMap(({ part, view }) => {
    if (!isShown(view) || (view.view === 'settings' && view.tabs.length > 0)) return []
    const query = (address: string) => (part ? `${address}${address.includes('?') ? '&' : '?'}part=${part}` : address)
    const left =
      view.view === 'list' && view.left && (view.left.view.view === 'list' || view.left.view.view === 'tree')
        ? view.left.view
        : undefined
    return [{ name: query(screen.route), screen, view, left, address: async () => query(await addressOf(screen)) }]
  })
}

/** A screen about records needs them: the first of the resource that each of its parameters names, its own by `id`. */
async function addressOf(screen: ScreenModel): Promise<string> {
  const required = screen.params.filter((param) => param.required)
  if (required.length === 0) return screen.route
  const named = required.map(async ({ name }) => `${name}=${await firstOf(resourceOf(screen, name))}`)
  return `${screen.route}?${(await Promise.all(named)).join('&')}`
}

/** The resource that a parameter names: that of the screen, or the one that fields of this name lead to. */
function resourceOf({ view }: ScreenModel, name: string): string {
  const own = view.view === 'gallery' ? view.pictures.resource : (view as DetailView).resource
  if (name === 'id') return own
  const resources = [model.resources[own], ...Object.values(model.resources)]
  const field = resources.map((one) => one?.fields[name]).find((one) => one?.type === 'ref' && !one.kinds)
  return field?.of ?? own
}

async function firstOf(resource: string): Promise<unknown> {
  const list = Object.values(model.calls).find(
    (one) => one.resource === resource && one.kind === 'query' && !one.handler,
  )
  const [row] = await raw<{ id: number }[]>(
    list?.path ?? '',
    { pageNO: 1, pageRows: 1 },
    await tokenOf(ACCOUNT.administrator),
  )
  return row?.id
}

/** An open page that wants something in its address wants a secret: nobody can be led there. */
const wantsSecret = ({ access, params }: ScreenModel): boolean =>
  access?.anyone !== undefined && params.some((param) => param.required)

/** Customers' pages are not for the accounts of staff; a journey plays them. */
const isForCustomers = ({ access }: ScreenModel): boolean => access?.client !== undefined

/** Every list, tree, form and settings page of the product that somebody can be led to. */
export const surfaces: Surface[] = Object.values(model.screens)
  .filter((screen) => !wantsSecret(screen) && !isForCustomers(screen))
  .flatMap(surfacesOf)

/** Those that a run is about. */
export const wanted = surfaces.filter(({ screen }) => isWantedRoute(screen.route))

/** A list, or a tree, which is a list without pages. */
export type RowsView = ListView | TreeView
export const isRows = (surface: Surface): surface is Surface<RowsView> =>
  surface.view.view === 'list' || surface.view.view === 'tree'

/** All fields of a form, sections opened; child rows with the columns they have there. */
export function fieldsOf(items: readonly FormItemModel[]): FieldModel[] {
  return items.flatMap((item) => {
    if (item.kind === 'section') return fieldsOf(item.items)
    const { field, columns } = item
    return [columns && isOwn(field) ? { ...field, fields: columns.map((column) => column.field) } : field]
  })
}

/** A value of a dictionary by its name, as the wire carries it. */
export const valueOf = <D extends keyof DictionaryValues, N extends DictionaryValues[D]>(
  dictionary: D,
  name: N,
): Code<D, N> => {
  const values: { readonly [M in DictionaryValues[D]]: Code<D, M> } = DICT[dictionary]
  return values[name]
}

/** The call behind a button. */
export const callBehind = (action: ActionModel): CallModel | undefined =>
  action.call === undefined ? undefined : callOf(model, action.call)

/** The button of a view whose call is of this kind and a call of its own, not one with inputs fixed. */
export function buttonOf(
  view: RowsView,
  kind: CallModel['kind'],
  at: ActionModel['at'][number],
): ActionModel | undefined {
  return view.actions.find((action) => {
    const behind = callBehind(action)
    return behind?.kind === kind && !behind.preset && behind.resource === view.resource && action.at.includes(at)
  })
}

/** The wire path of the call that brings the rows. */
export const rowsPath = (view: RowsView): string => callOf(model, view.call)?.path ?? view.call
