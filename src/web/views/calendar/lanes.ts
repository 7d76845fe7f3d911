/** Entries of one day beside each other where their times overlap. Times are minutes of the day. */

/** An entry at its place: which of how many lanes. */
export interface Placed<T> {
  entry: T
  from: number
  to: number
  lane: number
  lanes: number
}

/** Minutes of a time of day written `09:30`. */
export function minutesOf(time: unknown): number | undefined {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(typeof time === 'string' ? time : '') ?? []
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute)
}

/** Entries that overlap share the width; a lane that is free again is taken again. */
export function placed<T>(entries: readonly { entry: T; from: number; to: number }[]): Placed<T>[] {
  const sorted = [...entries].sort((a, b) => a.from - b.from || b.to - a.to)
  const done: Placed<T>[] = []
  let cluster: Placed<T>[] = []
  let ends: number[] = []
  const close = (): void => {
    for (const one of cluster) one.lanes = ends.length
    done.push(...cluster)
    cluster = []
    ends = []
  }
  for (const one of sorted) {
    if (ends.length > 0 && one.from >= Math.max(...ends)) close()
    const free = ends.findIndex((end) => end <= one.from)
    const lane = free < 0 ? ends.length : free
    ends[lane] = one.to
    cluster.push({ ...one, lane, lanes: 1 })
  }
  close()
  return done
}
