/** Days gone by on the floor: sessions that were booked, shot and photographed, by the calls of those who did it. */
import { DAY, HOUR } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import { dayOf } from './customers.ts'
import { addPictures } from './pictures.ts'
import type { Row, Seeder } from './seeder.ts'

const MINUTE = HOUR / 60
/** Sessions of the whole demo, and the days before today on which they were shot. */
const SESSIONS = 54
const DAYS = 18
/** A third of them was shot on the days before those, so that figures of the last month have one to be compared with. */
const BEFORE = { share: 1 / 3, days: 36 }
/** So many of the first days have sessions on the day after, too. */
const SERVED = 4
/** Photos of a session: the least, and how many more the next one has. */
const PHOTOS = { least: 9, more: 3 }
/** Of every few families one stays after the shooting and chooses at once. */
const STAY = 4

/** A site whose groups of seats have these photographers. */
interface Studio {
  siteId: number
  templateId: number
  groups: readonly { name: string; photographer: number }[]
}

/** A session that was shot, with its order, its day, and its photos. */
export interface Shot {
  sessionId: number
  order: Row<'order'>
  day: number
  photoIds: readonly number[]
}

/** Sessions shot on the days before today, the oldest first. */
export async function seedShootings(
  counter: Counter,
  s: Seeder,
  { siteId, templateId, groups }: Studio,
  share: number,
): Promise<Shot[]> {
  const { values } = counter
  const today = dayOf(s.now)
  const recent = today - DAYS * DAY
  const first = recent - BEFORE.days * DAY
  const paidUntil = async (from: number, to: number): Promise<Row<'order'>[]> => {
    const paid: Row<'order'>[] = await s.call('order/query', {
      orderStatus: values('order_status', 'paid'),
      createTime: [from, to],
      pageNO: 1,
      pageRows: 200,
    })
    return paid.filter(({ dueAmount, refundAmount }) => Number(dueAmount) === 0 && Number(refundAmount) === 0)
  }
  const wanted = Math.max(1, Math.round(SESSIONS * share))
  const old = (await paidUntil(0, first - DAY)).slice(0, Math.floor(wanted * BEFORE.share))
  const orders = [...old, ...(await paidUntil(first - DAY, recent - DAY)).slice(0, wanted - old.length)]
  const late = orders.length - old.length
  const dayOfNth = (n: number): number =>
    n < old.length
      ? first + Math.floor((n * BEFORE.days) / old.length) * DAY
      : recent + Math.floor(((n - old.length) * DAYS) / late) * DAY
  const days = new Set(orders.map((_order, n) => dayOfNth(n)))
  // Orders that are served are shot on the day after, too.
  for (const day of [...days].slice(0, SERVED)) days.add(day + DAY)
  await openDays(counter, s, { siteId, templateId, first, days: [...days].sort((a, b) => a - b) })
  const shot: Shot[] = []
  for (const [n, order] of orders.entries()) {
    const day = dayOfNth(n)
    const group = groups[n % groups.length]
    const session = group && (await shoot(counter, s, { siteId, day, group, order, n }))
    if (session) shot.push(session)
  }
  return shot
}

/** Opens days of the past, each run of them at once. */
async function openDays(
  { values }: Counter,
  s: Seeder,
  { siteId, templateId, first, days }: { siteId: number; templateId: number; first: number; days: readonly number[] },
): Promise<void> {
  const type = values('control_type', 'set')
  for (const [i, from] of days.entries()) {
    if (days[i - 1] === from - DAY) continue
    let to = from
    while (days.includes(to + DAY)) to += DAY
    await s.at(first + 8 * HOUR).call('schSetting/create', { siteId, type, from, to, templateId })
  }
}

/** What is to be shot, where, when and by whom. */
export interface Shooting {
  siteId: number
  day: number
  group: { name: string; photographer: number }
  order: Row<'order'>
  n: number
}

/** One session, from its seat to the last photo; nothing where the order has none to shoot, or the group no seat. */
export async function shoot({ values }: Counter, s: Seeder, shooting: Shooting): Promise<Shot | undefined> {
  const { siteId, day, group, order, n } = shooting
  const morning = s.at(day + 8 * HOUR)
  const [session]: Row<'orderSession'>[] = await s.call('orderSession/query', {
    ...{ orderId: order.id, bookable: 1, pageNO: 1, pageRows: 1 },
  })
  if (!session) return undefined
  const type = values('control_type', 'set')
  const free = await morning.list('scheduling/queryFree', {
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
  const step = (at: number, action: 'start' | 'finish', isInstant = 0) =>
    s
      .as(group.photographer)
      .at(at)
      .call('photography/record', {
        workTaskId: task.id,
        action,
        requestNo: `demo ${action} ${task.id}`,
        ...(isInstant ? { isInstant } : {}),
      })
  await step(begin + 5 * MINUTE, 'start')
  const photoIds = await sendPhotos(s.as(group.photographer).at(begin + 70 * MINUTE), task.id, n)
  await step(begin + 90 * MINUTE, 'finish', n % STAY === 1 ? 1 : 0)
  return { sessionId: session.id, order, day, photoIds }
}

/** Photos as a camera would have made them, drawn; answers their ids. */
async function sendPhotos(s: Seeder, workTaskId: number, n: number): Promise<number[]> {
  const count = PHOTOS.least + (n % 4) * PHOTOS.more
  const names = Array.from({ length: count }, (_, i) => `IMG_${String(1000 + n * 40 + i)}.jpg`)
  const fileIds = await addPictures(s, String(workTaskId), names, n * 5)
  const { ids }: { ids: number[] } = await s.call('photo/upload', { workTaskId, fileIds })
  return ids
}
