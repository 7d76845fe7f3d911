/** A time of day, `09:30`. As text it sorts as it should. */
import { EVERY_QUARTER, timesOf } from '../../model/times.ts'
import { textCodec } from './text-like.ts'

export const time = textCodec({
  sample: ({ times = EVERY_QUARTER }, n) => {
    const offered = timesOf(times)
    return offered[n % offered.length]
  },
})
