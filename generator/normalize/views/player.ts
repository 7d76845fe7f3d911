/** player: films of a list, one of them played; a slide show where there is no film. */
import { below, type At, type Compilation } from '../../base/context.ts'
import type { AuthoredView } from '../../base/authored.ts'
import { findCall } from '../../link/index.ts'
import type { PlayerView } from '../../../src/model/model.ts'
import { rowField, viewResource, type About, type ViewNormalizer } from './context.ts'
import { list } from './list.ts'

type Slides = NonNullable<AuthoredView['slides']>

export const player: ViewNormalizer = (c, at, raw, place) => {
  const r = viewResource(c, at, raw)
  const model = r && place.models[r.name]
  const { source, cover, slides, materials, ...rest } = raw
  const films = list(c, at, { ...rest, view: 'list', ...(materials ? { expand: materials } : {}) }, place)
  if (!r || !model || films?.view !== 'list') return undefined
  const about: About = { r, model, place }
  const film = rowField(c, below(at, 'source'), source, model, ['string', 'file', 'video'])
  const still = rowField(c, below(at, 'cover'), cover, model, ['string', 'image'])
  const shown = slides && slidesOf(c, below(at, 'slides'), slides, about)
  // A film is played where it stands.
  const { open: _open, drawer: _drawer, ...rows } = films
  const view: PlayerView = {
    view: 'player',
    key: place.key,
    label: films.label,
    films: rows,
    ...(film ? { source: film.name } : {}),
    ...(still ? { cover: still.name } : {}),
    ...(shown ? { slides: shown } : {}),
    actions: [],
  }
  return view
}

/** The pictures of a slide show: rows of a call that takes the film. */
function slidesOf(c: Compilation, at: At, raw: Slides, { r, model, place }: About): PlayerView['slides'] {
  const found = findCall(c, raw.call, r, below(at, 'call'))
  const call = found && found !== 'planned' ? place.calls[found.id] : undefined
  if (!call) return undefined
  const filters = place.models[call.resource]?.filters ?? {}
  const inputs = [
    ...call.input.map(({ name }) => name),
    ...Object.values(filters).flatMap(({ wire }) => wire.flatMap((name) => name ?? [])),
  ]
  if (!inputs.includes(raw.takes))
    return c.unknown(below(at, 'takes'), 'REF006', `input of ${call.id}`, raw.takes, inputs)
  const music = rowField(c, below(at, 'music'), raw.music, model, ['string', 'file'])
  const length = rowField(c, below(at, 'length'), raw.length, model, ['int'])
  const { takes, image, caption } = raw
  return {
    ...{ call: call.id, takes, image },
    ...(caption ? { caption } : {}),
    ...(music ? { music: music.name } : {}),
    ...(length ? { length: length.name } : {}),
  }
}
