/** gallery: a wall of pictures, to which more may be added. */
import type { ActionModel, FieldModel, GalleryView, ListView, TileModel } from '../../../src/model/model.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { findCall } from '../../link/index.ts'
import { rowField, viewResource, type About, type ViewNormalizer } from './context.ts'
import { list } from './list.ts'

type Tile = NonNullable<AuthoredView['tile']>
type Upload = NonNullable<AuthoredView['upload']>

export const gallery: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const { tile, upload, ...rest } = raw
  const pictures = list(c, at, { ...rest, view: 'list' }, place)
  if (!r || !model || !tile || pictures?.view !== 'list') return undefined
  const about: About = { r, model, place }
  const made = tileOf(c, below(at, 'tile'), tile, about)
  if (!made) return undefined
  // A picture is opened where it stands.
  const { open: _open, drawer: _drawer, ...wall } = pictures
  const taking = upload && takingOf(c, below(at, 'upload'), upload, wall, about)
  const view: GalleryView = {
    view: 'gallery',
    key: place.key,
    label: wall.label,
    pictures: { ...wall, layout: 'wall', actions: wall.actions.filter((one) => one !== taking?.button) },
    tile: made,
    ...(taking ? { upload: taking.upload } : {}),
    actions: taking ? [{ ...taking.button, form: [] }] : [],
  }
  return view
}

function tileOf(c: Compilation, at: At, raw: Tile, about: About): TileModel | undefined {
  const field = (spot: At, name: string | undefined, ...types: FieldModel['type'][]) =>
    rowField(c, spot, name, about.model, types)
  const image = field(below(at, 'image'), raw.image, 'string', 'image')
  const large = field(below(at, 'large'), raw.large, 'string', 'image')
  const [width, height] = raw.size.map((name, i) => field(below(at, 'size', i), name, 'int'))
  const turn = field(below(at, 'turn'), raw.turn, 'int')
  const marks = (raw.marks ?? []).flatMap((name, i) => field(below(at, 'marks', i), name, 'bool') ?? [])
  const original = raw.original === undefined ? undefined : findCall(c, raw.original, about.r, below(at, 'original'))
  if (!image || !large || !width || !height) return undefined
  return {
    image: image.name,
    large: large.name,
    width: width.name,
    height: height.name,
    ...(turn ? { turn: turn.name } : {}),
    marks,
    ...(original && original !== 'planned' ? { original: original.id } : {}),
  }
}

/** The button that takes pictures in, and what it is given. */
function takingOf(
  c: Compilation,
  at: At,
  raw: Upload,
  wall: ListView,
  { r, model, place }: About,
): { button: ActionModel; upload: NonNullable<GalleryView['upload']> } | undefined {
  const button = wall.actions.find((one) => one.key === raw.button)
  const keys = wall.actions.map((one) => one.key)
  if (!button) return c.unknown(below(at, 'button'), 'REF005', 'button of this view', raw.button, keys)
  const call = place.calls[button.call ?? ''] ?? place.presets[button.call ?? '']
  const input = (name: string, spot: At): FieldModel | undefined =>
    call?.input.find((field) => field.name === name) ??
    c.unknown(spot, 'REF006', `input of ${button.call}`, name, call?.input.map((field) => field.name) ?? [])
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
