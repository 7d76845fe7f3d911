/** The order of photos by hand: as few of them as can be get another number. */
import type { Call, Handler, Handlers, Row } from '../call.ts'

/** Room between two numbers, so that most moves change the moved ones only. */
const STEP = 1024

/** A photo and the number it is sorted by. */
interface Numbered {
  id: number
  sortNum: number
}

/**
 * The numbers that change when some of a row are put behind another one (nothing: to the front). `others`: the rest, in
 * their order, in which equal numbers may stand side by side.
 */
export function renumbered(
  others: readonly Numbered[],
  moved: readonly number[],
  behind?: number,
): Map<number, number> {
  const at = behind === undefined ? 0 : others.findIndex(({ id }) => id === behind) + 1
  const [before, after] = [others.slice(0, at), others.slice(at)]
  const low = before.at(-1)?.sortNum
  const high = after[0]?.sortNum
  if (low !== undefined && high !== undefined && high - low <= moved.length)
    return before.length < after.length
      ? spread([...moved].reverse(), [...before].reverse(), high, -1)
      : spread(moved, after, low, 1)
  const step = low === undefined || high === undefined ? STEP : Math.floor((high - low) / (moved.length + 1))
  const from = low ?? (high ?? STEP) - STEP * (moved.length + 1)
  return new Map(moved.map((id, i) => [id, from + step * (i + 1)]))
}

/** Numbers upwards (1) or downwards (-1) from one, first of those moved, then of the rest until there is room. */
function spread(moved: readonly number[], rest: readonly Numbered[], from: number, by: 1 | -1): Map<number, number> {
  const found = new Map<number, number>()
  let now = from
  for (const id of moved) found.set(id, (now += STEP * by))
  for (const { id, sortNum } of rest) {
    if ((sortNum - now) * by > 0) break
    found.set(id, (now += STEP * by))
  }
  return found
}

/** The photos of the input, in the order in which they stand now, all of one folder. */
async function movedOf(c: Call<'photo/arrange'>): Promise<Row<'photo'>[]> {
  const photos: Row<'photo'>[] = []
  for (const id of new Set(c.input.ids)) photos.push(await c.must('photo', id, 'ids'))
  if (photos.some(({ folderId }) => folderId !== photos[0]?.folderId))
    c.refuse('ids', { zh: '只能在同一文件夹里调整顺序', en: 'The order is that of one folder' })
  return photos
}

const arrange: Handler<'photo/arrange'> = async (c) => {
  const photos = await movedOf(c)
  const moved = new Set(photos.map(({ id }) => id))
  const [first] = photos
  if (!first) return { count: 0 }
  await c.mustRef(first, 'folder', { lock: true })
  const all = await c.select('photo', { folderId: first.folderId }, { sort: ['sortNum', 'fileName', 'id'] })
  const others = all.filter(({ id }) => !moved.has(id))
  const { behindId } = c.input
  if (behindId && !others.some(({ id }) => id === behindId))
    c.refuse('behindId', { zh: '只能在同一文件夹里调整顺序', en: 'The order is that of one folder' })
  const hand = all.filter(({ id }) => moved.has(id)).map(({ id }) => id)
  const numbers = renumbered(others, hand, behindId ?? undefined)
  for (const photo of all) {
    const sortNum = numbers.get(photo.id)
    if (sortNum !== undefined && sortNum !== photo.sortNum) await c.update('photo', photo, { sortNum })
  }
  return { count: hand.length }
}

export const handlers: Handlers = { 'photo/arrange': arrange }
