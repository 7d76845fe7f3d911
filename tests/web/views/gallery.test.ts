import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GAP, heightOf, justify, neighbour } from '../../../src/web/views/gallery/justify.ts'
import { moved, placeAt, placeBy } from '../../../src/web/views/gallery/order.ts'
import { UploadQueue, type QueueWork } from '../../../src/web/views/gallery/queue.ts'

describe('rows of pictures', () => {
  const shapes = Array.from({ length: 57 }, (_, i) => [1.5, 0.67, 1, 1.78, 0.75][i % 5] ?? 1)
  const rows = justify(shapes, 1000, 180, 28)

  it('fill the width, keep the order and the shapes, and stand one under the other', () => {
    expect(rows.flatMap(({ from, widths }) => widths.map((_width, i) => from + i))).toEqual(shapes.map((_one, i) => i))
    for (const [i, { widths, height, top, from }] of rows.entries()) {
      const wide = widths.reduce((sum, width) => sum + width, 0) + GAP * (widths.length - 1)
      if (i < rows.length - 1) expect(1000 - wide).toBeLessThanOrEqual(widths.length)
      expect(wide).toBeLessThanOrEqual(1000)
      widths.forEach((width, n) => expect(Math.abs(width / height - (shapes[from + n] ?? 0))).toBeLessThan(0.03))
      expect(height).toBeLessThanOrEqual(180)
      expect(height).toBeGreaterThan(110)
      const next = rows[i + 1]
      if (next) expect(next.top).toBe(top + height + 28 + GAP)
    }
    expect(heightOf(rows, 28)).toBe((rows.at(-1)?.top ?? 0) + (rows.at(-1)?.height ?? 0) + 28)
  })

  it('lead up and down to the nearest picture, and nowhere at the ends', () => {
    expect(neighbour(rows, 0, -1)).toBeUndefined()
    expect(neighbour(rows, shapes.length - 1, 1)).toBeUndefined()
    const below = neighbour(rows, 0, 1)
    expect(below).toBe(rows[1]?.from)
    expect(neighbour(rows, below ?? 0, -1)).toBe(0)
  })

  it('are none where there is nothing', () => {
    expect(justify([], 1000, 180, 28)).toEqual([])
    expect(heightOf([], 28)).toBe(0)
  })
})

describe('an order by hand', () => {
  const rows = [1, 2, 3, 4, 5].map((id) => ({ id }))
  const after = (ids: number[], place: (ids: ReadonlySet<unknown>) => number) => {
    const set = new Set<unknown>(ids)
    return moved(rows, set, place(set)).map(({ id }) => id)
  }

  it('puts pictures beside another one, together and in the order they had', () => {
    expect(after([4], (ids) => placeAt(rows, ids, 1, false))).toEqual([1, 4, 2, 3, 5])
    expect(after([4], (ids) => placeAt(rows, ids, 1, true))).toEqual([1, 2, 4, 3, 5])
    expect(after([5, 1], (ids) => placeAt(rows, ids, 2, true))).toEqual([2, 3, 1, 5, 4])
    expect(after([2], (ids) => placeAt(rows, ids, 1, true))).toEqual([1, 2, 3, 4, 5])
  })

  it('moves them so many places on, and not beyond the ends', () => {
    expect(after([2], (ids) => placeBy(rows, ids, 1))).toEqual([1, 3, 2, 4, 5])
    expect(after([2], (ids) => placeBy(rows, ids, -1))).toEqual([2, 1, 3, 4, 5])
    expect(after([2, 3], (ids) => placeBy(rows, ids, 9))).toEqual([1, 4, 5, 2, 3])
    expect(after([1], (ids) => placeBy(rows, ids, -1))).toEqual([1, 2, 3, 4, 5])
  })
})

describe('a queue of uploads', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const LOST = new Error('no answer')
  const files = (count: number) => Array.from({ length: count }, (_, i) => new File(['x'.repeat(10)], `${i}.jpg`))

  interface Server {
    refuses?: string
    known?: string[]
    alike?: number[]
    /** Refused when it is taken in, and all that comes with it. */
    odd?: number
  }

  /** A server that takes what `refuses` and `lost` let through, and finds those of `alike` there already. */
  function server({ refuses, known = [], alike = [], odd }: Server = {}) {
    const told = { sent: [] as string[], added: [] as number[][], most: 0, lost: 0, lostAdds: 0 }
    let running = 0
    const work: QueueWork = {
      isThere: async (file) => known.includes(file.name),
      send: async (file, signal, onProgress) => {
        running += 1
        told.most = Math.max(told.most, running)
        await new Promise((resolve) => setTimeout(resolve, 100))
        running -= 1
        signal.throwIfAborted()
        if (told.lost > 0) {
          told.lost -= 1
          throw LOST
        }
        if (file.name === refuses) throw new Error('It is no picture')
        onProgress(1)
        told.sent.push(file.name)
        return Number.parseInt(file.name, 10)
      },
      add: async (ids) => {
        if (told.lostAdds > 0) {
          told.lostAdds -= 1
          throw LOST
        }
        if (odd !== undefined && ids.includes(odd)) throw new Error('No photo has this name')
        told.added.push([...ids])
        return ids.filter((id) => !alike.includes(id)).length
      },
      reasonOf: (error) => (error === LOST ? undefined : (error as Error).message),
    }
    const queue = new UploadQueue()
    queue.use(work)
    return { told, queue, state: () => queue.state.get() }
  }
  const byNumber = (ids: number[][]) => ids.flat().sort((a, b) => a - b)

  it('sends three at once, takes them in by fives, and each once', async () => {
    const { told, queue, state } = server()
    queue.put(files(12))
    expect(state()).toMatchObject({ all: 12, done: 0, running: true, bytesLeft: 120 })
    await vi.runAllTimersAsync()
    expect(told.most).toBe(3)
    expect(byNumber(told.added)).toEqual(files(12).map((_one, i) => i))
    expect(told.added.every((ids) => ids.length <= 5)).toBe(true)
    expect(state()).toMatchObject({ all: 12, done: 12, known: 0, running: false, bytesLeft: 0, share: 1 })
  })

  it('counts what the server passed by as there already', async () => {
    const { queue, state } = server({ alike: [1, 3] })
    queue.put(files(4))
    await vi.runAllTimersAsync()
    expect(state()).toMatchObject({ all: 4, done: 4, known: 2, running: false })
  })

  it('passes by what is there already', async () => {
    const { told, queue, state } = server({ known: ['1.jpg'] })
    queue.put(files(3))
    await vi.runAllTimersAsync()
    expect(told.sent.sort()).toEqual(['0.jpg', '2.jpg'])
    expect(state()).toMatchObject({ done: 3, known: 1, failed: [] })
  })

  it('says what was refused, and tries it again when asked', async () => {
    const { told, queue, state } = server({ refuses: '1.jpg' })
    queue.put(files(3))
    await vi.runAllTimersAsync()
    expect(state()).toMatchObject({ done: 2, running: false, failed: [{ name: '1.jpg', why: 'It is no picture' }] })
    queue.retry()
    expect(state()).toMatchObject({ running: true, failed: [] })
    await vi.runAllTimersAsync()
    expect(told.sent).toHaveLength(2)
    queue.clear()
    expect(state()).toMatchObject({ all: 0, failed: [] })
  })

  it('takes in what is right, and says of each other one why not', async () => {
    const { told, queue, state } = server({ odd: 3 })
    queue.put(files(7))
    await vi.runAllTimersAsync()
    expect(byNumber(told.added)).toEqual([0, 1, 2, 4, 5, 6])
    expect(state()).toMatchObject({ done: 6, failed: [{ name: '3.jpg', why: 'No photo has this name' }] })
  })

  it('waits for a lost connection and goes on by itself, also when only the taking in was lost', async () => {
    const { told, queue, state } = server()
    Object.assign(told, { lost: 4, lostAdds: 2 })
    queue.put(files(7))
    await vi.advanceTimersByTimeAsync(150)
    expect(state()).toMatchObject({ offline: true, running: true })
    queue.wake()
    expect(state()).toMatchObject({ offline: false })
    await vi.runAllTimersAsync()
    expect(byNumber(told.added)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(state()).toMatchObject({ done: 7, failed: [], offline: false, running: false })
  })

  it('stops when paused, and goes on where it stood', async () => {
    const { told, queue, state } = server()
    queue.put(files(6))
    await vi.advanceTimersByTimeAsync(120)
    queue.pause()
    await vi.runAllTimersAsync()
    expect(queue.unfinished()).toHaveLength(6)
    expect(told.sent).toHaveLength(3)
    expect(state()).toMatchObject({ paused: true, running: true })
    queue.resume()
    await vi.runAllTimersAsync()
    expect(byNumber(told.added)).toEqual([0, 1, 2, 3, 4, 5])
  })
})
