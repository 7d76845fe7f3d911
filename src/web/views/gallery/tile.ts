/** What a row says of its picture. */
import type { TileModel } from '../../../model/model.ts'
import type { WireRow } from '../../fields/types.ts'

/** A picture as it is drawn. `turn`: degrees. */
export interface Picture {
  row: WireRow
  small: string
  large: string
  /** Width by height as it is looked at. */
  shape: number
  turn: number
}

/** Where nothing is known of a picture, it is taken for one held across. */
const USUAL = 1.5
/** A strip would take the whole row. */
const MOST = 3

export function pictureOf(row: WireRow, tile: TileModel): Picture {
  const [width, height] = [Number(row[tile.width]), Number(row[tile.height])]
  const turn = tile.turn ? ((Number(row[tile.turn]) || 0) + 360) % 360 : 0
  const shape = width > 0 && height > 0 ? width / height : USUAL
  const turned = turn % 180 === 0 ? shape : 1 / shape
  return {
    row,
    small: addressOf(row[tile.image]),
    large: addressOf(row[tile.large]) || addressOf(row[tile.image]),
    shape: Math.min(Math.max(turned, 1 / MOST), MOST),
    turn,
  }
}

const addressOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? String((value as { url?: string }).url ?? '') : String(value ?? '')
