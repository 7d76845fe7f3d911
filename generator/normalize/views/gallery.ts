/** gallery: a wall of pictures, to which more may be added. */
import type {
  ActionModel,
  CallModel,
  CounterModel,
  FieldModel,
  GalleryView,
  ListView,
  PickModel,
  PlacesModel,
  TileModel,
} from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import type { AuthoredView } from '../../base/authored.ts'
import type { ExprType } from '../../../src/model/expr/types.ts'
import { bounds, recordType, roots } from '../expressions.ts'
import { findCall } from '../../link/index.ts'
import { normalizeBlock } from './block.ts'
import {
  innerPlace,
  reportMissingInputs,
  rowField,
  viewResource,
  type About,
  type ViewNormalizer,
  type ViewPlace,
} from './context.ts'
import { linkRows } from './linking.ts'
import { list } from './list.ts'

type Tile = NonNullable<AuthoredView['tile']>
type Upload = NonNullable<AuthoredView['upload']>
type Pick = NonNullable<AuthoredView['pick']>
type Counter = NonNullable<AuthoredView['counter']>
type Stars = NonNullable<AuthoredView['stars']>
type Arrange = NonNullable<AuthoredView['arrange']>
type Pins = NonNullable<AuthoredView['pins']>

export const gallery: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const { tile, upload, pick, counter, stars, arrange, pins, mode, ...rest } = raw
  const counted = r && model && counter && counterOf(c, below(at, 'counter'), counter, { r, model, place })
  const pictures = list(
    c,
    at,
    { ...rest, view: 'list' },
    counted ? { ...place, counted: answersOf(counted, place) } : place,
  )
  if (!r || !model || !tile || pictures?.view !== 'list') return undefined
  const about: About = { r, model, place }
  const made = tileOf(c, below(at, 'tile'), tile, about)
  if (!made) return undefined
  // A picture is opened where it stands, unless it leads to a screen.
  const { open, drawer: _drawer, ...shown } = pictures
  const wall = { ...shown, ...(open?.kind === 'route' ? { open } : {}) }
  const taking = upload && takingOf(c, below(at, 'upload'), upload, wall, about)
  const picking = pick && pickingOf(c, below(at, 'pick'), pick, wall, about)
  const arranging = arrange && arrangingOf(c, below(at, 'arrange'), arrange, wall, about)
  const rated = stars && starsOf(c, below(at, 'stars'), stars, wall, about)
  const pinned = pins && pinsOf(c, below(at, 'pins'), pins, about)
  const own = [taking?.button, picking?.button, arranging?.button]
  const view: GalleryView = {
    view: 'gallery',
    key: place.key,
    label: wall.label,
    mode: mode ?? 'wall',
    pictures: { ...wall, layout: 'wall', actions: wall.actions.filter((one) => !own.includes(one)) },
    tile: made,
    ...(taking ? { upload: taking.upload } : {}),
    ...(picking ? { pick: picking.pick } : {}),
    ...(counted ? { counter: counted } : {}),
    ...(pinned ? { pins: pinned } : {}),
    ...(rated ? { stars: rated } : {}),
    ...(arranging ? { arrange: arranging.arrange } : {}),
    actions: own.flatMap((button) => (button ? [{ ...button, form: [] }] : [])),
  }
  return view
}

function tileOf(c: Compilation, at: At, raw: Tile, about: About): TileModel | undefined {
  const field = (spot: At, name: string | undefined, ...types: FieldModel['type'][]) =>
    rowField(c, spot, name, about.model, types)
  const image = field(below(at, 'image'), raw.image, 'string', 'image')
  const large = raw.large === undefined ? image : field(below(at, 'large'), raw.large, 'string', 'image')
  const film = field(below(at, 'film'), raw.film, 'string', 'file', 'video')
  const [width, height] = (raw.size ?? []).map((name, i) => field(below(at, 'size', i), name, 'int'))
  const turn = field(below(at, 'turn'), raw.turn, 'int')
  const marks = (raw.marks ?? []).flatMap(
    (name, i) => field(below(at, 'marks', i), name, 'bool', 'enum', 'enums', 'ref', 'refs') ?? [],
  )
  const original = raw.original === undefined ? undefined : findCall(c, raw.original, about.r, below(at, 'original'))
  const look = raw.look === undefined ? undefined : findCall(c, raw.look, about.r, below(at, 'look'))
  const before = beforeOf(c, below(at, 'before'), raw.before, about)
  if (!image || !large) return undefined
  return {
    image: image.name,
    large: large.name,
    ...(film ? { film: film.name } : {}),
    ...(width && height ? { width: width.name, height: height.name } : {}),
    ...(turn ? { turn: turn.name } : {}),
    marks,
    ...(original && original !== 'planned' ? { original: original.id } : {}),
    ...(look && look !== 'planned' ? { look: look.id } : {}),
    ...(before && large
      ? { before: { large: `${before}.${large.name}`, ...(turn ? { turn: `${before}.${turn.name}` } : {}) } }
      : {}),
  }
}

/** The step to the picture that another one was made from. */
function beforeOf(c: Compilation, at: At, name: string | undefined, { model }: About): string | undefined {
  const field = rowField(c, at, name, model, ['ref'])
  if (!field) return undefined
  if (field.of === model.name && field.as) return field.as
  return c.error(at, 'REF015', `"${name}" names no ${model.name}`)
}

/** A button that the view itself presses, with the inputs of its call. */
function pressed(
  c: Compilation,
  at: At,
  key: string,
  wall: ListView,
  { place }: About,
): { button: ActionModel; input: (name: string, spot: At) => FieldModel | undefined } | undefined {
  const button = wall.actions.find((one) => one.key === key)
  const keys = wall.actions.map((one) => one.key)
  if (!button) return c.unknown(below(at, 'button'), 'REF005', 'button of this view', key, keys)
  const call = place.calls[button.call ?? ''] ?? place.presets[button.call ?? '']
  const names = call?.input.map((field) => field.name) ?? []
  const input = (name: string, spot: At): FieldModel | undefined =>
    call?.input.find((field) => field.name === name) ??
    c.unknown(spot, 'REF006', `input of ${button.call}`, name, names)
  return { button, input }
}

/** The number of stars of a picture, and the button that says it. */
function starsOf(c: Compilation, at: At, raw: Stars, wall: ListView, about: About): GalleryView['stars'] | undefined {
  const found = pressed(c, at, raw.button, wall, about)
  const by = rowField(c, below(at, 'by'), raw.by, about.model, ['int'])
  if (!found || !by || !found.input(raw.by, below(at, 'by'))) return undefined
  if (by.max === undefined)
    return c.error(below(at, 'by'), 'REF015', `"${raw.by}" says no "max": how many stars are there?`)
  return { button: raw.button, by: by.name, most: by.max }
}

/** The button that moves pictures to another place. */
function arrangingOf(
  c: Compilation,
  at: At,
  raw: Arrange,
  wall: ListView,
  about: About,
): { button: ActionModel; arrange: NonNullable<GalleryView['arrange']> } | undefined {
  const found = pressed(c, at, raw.button, wall, about)
  const takes = found?.input(raw.takes, below(at, 'takes'))
  const behind = found?.input(raw.behind, below(at, 'behind'))
  if (!found || !takes || !behind) return undefined
  return { button: found.button, arrange: { button: raw.button, takes: raw.takes, behind: raw.behind } }
}

/** What is said of places on a picture: rows that point at it, and the button that says more. */
function pinsOf(c: Compilation, at: At, { at: spots, put, rows }: Pins, about: About): GalleryView['pins'] {
  const { place, r } = about
  // A press on the picture gives the place.
  const here = { ...place, params: new Set([...place.params, ...spots]) }
  const view = normalizeBlock(c, below(at, 'rows'), rows, innerPlace(here, 'pins', { outer: r }))
  const model = view?.view === 'list' ? place.models[view.resource] : undefined
  if (view?.view !== 'list' || !model) return undefined
  linkRows(c, below(at, 'rows'), view, { ...about, place: here }, false)
  const [x, y] = spots.map((name, i) => rowField(c, below(at, 'at', i), name, model, ['decimal']))
  const button = view.actions.find((one) => one.key === put)
  if (!button)
    return c.unknown(
      below(at, 'put'),
      'REF005',
      'button of this list',
      put,
      view.actions.map(({ key }) => key),
    )
  const blind = spots.findIndex((name) => !button.fills[name])
  if (blind >= 0)
    return c.unknown(
      below(at, 'at', blind),
      'REF006',
      `input of ${button.call}`,
      spots[blind]!,
      Object.keys(button.fills),
    )
  return x && y && { view, x: x.name, y: y.name, put }
}

/** The button that takes pictures in, and what it is given. */
function takingOf(
  c: Compilation,
  at: At,
  raw: Upload,
  wall: ListView,
  about: About,
): { button: ActionModel; upload: NonNullable<GalleryView['upload']> } | undefined {
  const { r, model } = about
  const found = pressed(c, at, raw.button, wall, about)
  if (!found) return undefined
  const { button, input } = found
  if (!input(raw.takes, below(at, 'takes'))) return undefined
  const needs = (raw.needs ?? []).flatMap((name, i) => input(name, below(at, 'needs', i)) ?? [])
  const known = raw.known === undefined ? undefined : findCall(c, raw.known, r, below(at, 'known'))
  const by = rowField(c, below(at, 'by'), raw.by, model, ['string'])
  return {
    button,
    upload: {
      takes: raw.takes,
      needs,
      ...(known && known !== 'planned' && by ? { known: { call: known.id, by: by.name } } : {}),
    },
  }
}

/** The button that says what is thought of a picture, how far that is, and the places that pictures go into. */
function pickingOf(
  c: Compilation,
  at: At,
  raw: Pick,
  wall: ListView,
  about: About,
): { button: ActionModel; pick: PickModel } | undefined {
  const { model, place } = about
  const button = wall.actions.find((one) => one.key === raw.button)
  const keys = wall.actions.map((one) => one.key)
  if (!button) return c.unknown(below(at, 'button'), 'REF005', 'button of this view', raw.button, keys)
  const call = place.calls[button.call ?? ''] ?? place.presets[button.call ?? '']
  const names = call?.input.map((field) => field.name) ?? []
  const by = rowField(c, below(at, 'by'), raw.by, model, ['enum'])
  const takes = call?.input.find((field) => field.type === 'ref' && field.of === model.name)
  if (!call || !by) return undefined
  if (!takes) return c.error(below(at, 'button'), 'REF015', `"${button.key}" takes no ${model.name}`)
  for (const [spot, name] of [
    [below(at, 'by'), raw.by],
    ...(raw.from === undefined ? [] : [[below(at, 'from'), raw.from] as const]),
    ...(raw.places?.sets ?? []).map((name, i) => [below(below(at, 'places'), 'sets', i), name] as const),
  ] as const)
    if (!names.includes(name)) return c.unknown(spot, 'REF006', `input of ${call.id}`, name, names)
  const places = raw.places && placesOf(c, below(at, 'places'), raw.places, about)
  return {
    button,
    pick: {
      button: button.key,
      takes: takes.name,
      by,
      ...(raw.from === undefined ? {} : { from: raw.from }),
      out: bounds(c, below(at, 'out'), raw.out, { fields: call.input, scope: roots(c), what: `input of ${call.id}` }),
      ...(places ? { places } : {}),
    },
  }
}

/** A call that a part of the view reads, with what it answers. */
function readBy(c: Compilation, at: At, name: string, { r, place }: About): CallModel | undefined {
  const found = findCall(c, name, r, at)
  return found && found !== 'planned' ? place.calls[found.id] : undefined
}

/** A field of what a call answers. */
function answered(c: Compilation, at: At, call: CallModel, name: string): FieldModel | undefined {
  const field = call.output.find((one) => one.name === name)
  const names = call.output.map((one) => one.name)
  return field ?? c.unknown(at, 'REF004', `answer of ${call.id}`, name, names)
}

/** What a counter answers, as conditions read it; it may answer nothing. */
const answersOf = ({ call }: CounterModel, { calls }: ViewPlace): ExprType =>
  recordType((calls[call]?.output ?? []).map((field) => ({ ...field, required: false })))

function counterOf(c: Compilation, at: At, raw: Counter, about: About): CounterModel | undefined {
  const call = readBy(c, below(at, 'call'), raw.call, about)
  if (!call) return undefined
  const show = raw.show.flatMap((name, i) => answered(c, below(at, 'show', i), call, name) ?? [])
  const warn = raw.warn === undefined ? undefined : answered(c, below(at, 'warn'), call, raw.warn)
  const fixed = { fields: call.input, scope: roots(c, { params: about.place.paramsType }), what: `input of ${call.id}` }
  const given = bounds(c, below(at, 'with'), raw.with, fixed)
  reportMissingInputs(c, at, call, given, { ...about.place, params: new Set() })
  return { call: call.id, with: given, show, ...(warn ? { warn: warn.name } : {}) }
}

function placesOf(c: Compilation, at: At, raw: NonNullable<Pick['places']>, about: About): PlacesModel | undefined {
  const call = readBy(c, below(at, 'call'), raw.call, about)
  if (!call) return undefined
  const { title, used, full, least, sets, picture, image } = raw
  const named = { title, used, full, ...(least ? { least } : {}), pictures: raw.pictures }
  for (const [key, name] of Object.entries(named)) if (!answered(c, below(at, key), call, name)) return undefined
  for (const [i, name] of sets.entries()) if (!answered(c, below(at, 'sets', i), call, name)) return undefined
  const rows = call.output.find((one) => one.name === raw.pictures)
  const inside = rows?.type === 'rows' ? rows.fields : []
  for (const [key, name] of Object.entries({ picture, at: raw.at, image }))
    if (!inside.some((one) => one.name === name))
      return c.unknown(
        below(at, key),
        'REF004',
        `field of "${raw.pictures}"`,
        name,
        inside.map((one) => one.name),
      )
  return {
    ...{ call: call.id, title, used, full, sets },
    ...(least ? { least } : {}),
    pictures: { in: raw.pictures, picture, at: raw.at, image },
  }
}
