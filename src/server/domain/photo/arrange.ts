/** The order of photos by hand: as few of them as can be get another number. */
import type { Handler, Handlers } from '../../platform/call.ts'

const OTHER_FOLDER = { zh: '只能在同一文件夹里调整顺序', en: 'The order is that of one folder' }

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

const arrange: Handler<'photo/arrange'> = async (c) => {
  const [first] = c.rows
  if (!first) return { count: 0 }
  if (c.rows.some(({ folderId }) => folderId !== first.folderId)) c.refuse('ids', OTHER_FOLDER)
  const moved = new Set(c.rows.map(({ id }) => id))
  await c.mustRef(first, 'folder', { lock: true })
  const all = await c.select('photo', { folderId: first.folderId }, { sort: ['sortNum', 'fileName', 'id'] })
  const others = all.filter(({ id }) => !moved.has(id))
  const { behindId } = c.input
  if (behindId && !others.some(({ id }) => id === behindId)) c.refuse('behindId', OTHER_FOLDER)
  const hand = all.filter(({ id }) => moved.has(id)).map(({ id }) => id)
  const numbers = renumbered(others, hand, behindId ?? undefined)
  for (const photo of all) {
    const sortNum = numbers.get(photo.id)
    if (sortNum !== undefined && sortNum !== photo.sortNum) await c.update('photo', photo, { sortNum })
  }
  return { count: hand.length }
}

export const handlers: Handlers = { 'photo/arrange': arrange }
