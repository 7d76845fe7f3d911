/** What a row says of its picture. */
import type { TileModel } from '../../../model/model.ts'
import { valueAt } from '../../fields/entry.ts'
import type { WireRow } from '../../fields/types.ts'

/** A picture as it is drawn. `turn`: degrees. */
export interface Picture {
  row: WireRow
  small: string
  large: string
  /** The film that is played instead of a picture. */
  film?: string
  /** Width by height as it is looked at. */
  shape: number
  turn: number
}

/** Where nothing is known of a picture, it is taken for one held across. */
export const USUAL = 1.5
const USUAL_FILM = 16 / 9
/** A strip would take the whole row. */
const MOST = 3

export function pictureOf(row: WireRow, tile: TileModel): Picture {
  const sizeOf = (name: string | undefined): number => (name ? Number(row[name]) : 0)
  const [width, height] = [sizeOf(tile.width), sizeOf(tile.height)]
  const turn = turnOf(tile.turn && row[tile.turn])
  const shape = width > 0 && height > 0 ? width / height : tile.film ? USUAL_FILM : USUAL
  const turned = turn % 180 === 0 ? shape : 1 / shape
  return {
    row,
    small: addressOf(row[tile.image]) || addressOf(row[tile.large]),
    large: addressOf(row[tile.large]) || addressOf(row[tile.image]),
    ...(tile.film ? { film: addressOf(row[tile.film]) } : {}),
    shape: Math.min(Math.max(turned, 1 / MOST), MOST),
    turn,
  }
}

/** Degrees from 0 to 359. */
const turnOf = (value: unknown): number => ((Number(value) || 0) + 360) % 360

/** The address of an upload, or of a field that holds one as text. */
export const addressOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String((value as { url?: string }).url ?? '') : String(value ?? '')

/** A picture that is looked at large. `row`: it is one of the wall. */
export interface Pane {
  key: string
  large: string
  turn: number
  title: string
  row?: WireRow
}

export function paneOf(row: WireRow, tile: TileModel, title: string): Pane {
  const { large, turn } = pictureOf(row, tile)
  return { key: String(row.id), large, turn, title, row }
}

/** The picture that one was made from. */
export function beforeOf(row: WireRow, { before }: TileModel, title: string): Pane | undefined {
  const large = before && addressOf(valueAt(row, before.large))
  if (!large) return undefined
  const turn = before.turn && valueAt(row, before.turn)
  return { key: `before ${String(row.id)}`, large, turn: turnOf(turn), title }
}
