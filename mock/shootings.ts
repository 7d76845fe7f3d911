/** Days gone by on the floor: sessions that were booked, shot and photographed, by the calls of those who did it. */
import { createHash } from 'node:crypto'
import { DAY, HOUR } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import type { Row, Seeder } from './seeder.ts'

const MINUTE = HOUR / 60
/** Sessions of the whole demo, and the days before today on which they were shot. */
const SESSIONS = 24
const DAYS = 6
/** Photos of a session: the least, and how many more the next one has. */
const PHOTOS = { least: 9, more: 3 }
/** The drawn pictures of `src/web/public/demo`: every third from the second on stands upright. */
const PICTURES = 12
const isUpright = (picture: number): boolean => picture % 3 === 1

/** A site whose groups of seats have these photographers. */
interface Studio {
  siteId: number
  templateId: number
  groups: readonly { name: string; photographer: number }[]
}

/** Sessions shot on the last days; answers their ids. */
export async function seedShootings(
  counter: Counter,
  s: Seeder,
  { siteId, templateId, groups }: Studio,
  share: number,
): Promise<number[]> {
  const { values } = counter
  const today = dayOf(s.now)
  const first = today - DAYS * DAY
  const type = values('control_type', 'set')
  const span = { from: first, to: today - DAY }
  await s.at(first + 8 * HOUR).call('schSetting/create', { siteId, type, ...span, templateId })
  const paid: Row<'order'>[] = await s.call('order/query', {
    orderStatus: values('order_status', 'paid'),
    pageNO: 1,
    pageRows: 200,
  })
  const early = paid.filter(({ createTime }) => Number(createTime) < first - DAY)
  const shot: number[] = []
  for (const order of early.slice(0, Math.max(1, Math.round(SESSIONS * share)))) {
    const day = first + (shot.length % DAYS) * DAY
    const group = groups[Math.floor(shot.length / DAYS) % groups.length]
    const session = group && (await shoot(counter, s, { siteId, day, group, order, n: shot.length }))
    if (session) shot.push(session)
  }
  return shot
}

interface Shooting {
  siteId: number
  day: number
  group: { name: string; photographer: number }
  order: Row<'order'>
  n: number
}

/** One session, from its seat to the last photo; nothing where the order has none to shoot, or the group no seat. */
async function shoot({ values }: Counter, s: Seeder, shooting: Shooting): Promise<number | undefined> {
  const { siteId, day, group, order, n } = shooting
  const morning = s.at(day + 8 * HOUR)
  const [session]: Row<'orderSession'>[] = await s.call('orderSession/query', {
    ...{ orderId: order.id, bookable: 1, pageNO: 1, pageRows: 1 },
  })
  if (!session) return undefined
  const type = values('control_type', 'set')
  const free: { seatId: number; groupName: string; startTime: string }[] = await morning.call('scheduling/queryFree', {
    ...{ siteId, type, from: day, to: day, orderSessionId: session.id },
  })
  const seat = free.find(({ groupName }) => groupName === group.name)
  if (!seat) return undefined
  const booking = { seatId: seat.seatId, orderSessionId: session.id }
  const { id }: { id: number } = await morning.call('scheduling/schedule', booking)
  await morning.call('scheduling/confirm', { id })
  const [task]: Row<'workTask'>[] = await morning.call('workTask/query', {
    orderSessionId: session.id,
    taskType: values('task_type', 'shooting'),
    pageNO: 1,
    pageRows: 1,
  })
  if (!task) return undefined
  const workers = [{ workerRole: 'sheying', employeeId: group.photographer, isMain: 1 }]
  await morning.call('worker/setWorkers', { workTaskIds: [task.id], workers })
  const [hours = 9, minutes = 0] = seat.startTime.split(':').map(Number)
  const begin = day + hours * HOUR + minutes * MINUTE
  const step = (at: number, action: 'start' | 'finish') =>
    s
      .as(group.photographer)
      .at(at)
      .call('photography/record', { workTaskId: task.id, action, requestNo: `demo ${action} ${task.id}` })
  await step(begin + 5 * MINUTE, 'start')
  await sendPhotos(s.as(group.photographer).at(begin + 70 * MINUTE), task.id, n)
  await step(begin + 90 * MINUTE, 'finish')
  return session.id
}

/** Photos as a camera would have made them, drawn. */
async function sendPhotos(s: Seeder, workTaskId: number, n: number): Promise<void> {
  const count = PHOTOS.least + (n % 4) * PHOTOS.more
  const fileIds = await s.addAll(
    'uploadFile',
    Array.from({ length: count }, (_, i) => {
      const picture = (n * 5 + i) % PICTURES
      const url = `/demo/${String(picture + 1).padStart(2, '0')}.svg`
      const [width, height] = isUpright(picture) ? [4000, 6000] : [6000, 4000]
      return {
        origName: `IMG_${String(1000 + n * 40 + i)}.jpg`,
        sha1: createHash('sha1').update(`${workTaskId} ${i}`).digest('hex'),
        mimeType: 'image/jpeg',
        size: 5_000_000 + i * 131_072,
        ...{ url, thumbUrl: url, viewUrl: url, width, height },
      }
    }),
  )
  await s.call('photo/upload', { workTaskId, fileIds })
}
