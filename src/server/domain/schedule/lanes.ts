/** Lanes of a viewing day (rules 2.8, I-28): each group of seats is one, with its area, vehicle, people and capacity. */
import { DAY } from '../../../model/zone.ts'
import { Span, type Call, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { seatsTold } from './told.ts'

type Group = Row<'schGroup'>
type Setting = Row<'schSetting'>
type Lane = Row<'pickSlot'>

/** So many days are answered at once. */
const MOST_DAYS = 31

/** The lanes of groups on a day where photos are chosen; none on a day of shooting. */
export async function openLanes(c: CallContext, day: Setting, groups: readonly Group[]): Promise<void> {
  if (day.controlType !== 'see') return
  await c.insertMany(
    'pickSlot',
    groups.map(({ id: groupId }) => ({ groupId })),
  )
}

const addGroup: Handler<'schSetting/addGroup'> = async (c) => {
  const done = await c.standard()
  await openLanes(c, await c.mustRef(done.after, 'setting'), [done.after])
  return done
}

const queryScheduling: Handler<'pickScheduling/queryScheduling'> = async (c) => {
  const { siteId, date } = c.input
  const to = c.input.to ?? date
  if (to < date) c.refuse('to', { zh: '结束日期应不早于开始日期', en: 'It must not end before it starts' })
  if ((to - date) / DAY >= MOST_DAYS)
    c.refuse('to', { zh: `一次最多 ${MOST_DAYS} 天`, en: `At most ${MOST_DAYS} days at once` })
  const where = { controlType: 'see' as const, settingDate: new Span(date, to + DAY), ...(siteId ? { siteId } : {}) }
  const days = await c.select('schSetting', where, { sort: ['settingDate', 'id'], seen: true })
  const ids = days.map(({ id }) => id)
  const groups = await c.select('schGroup', { settingId: ids }, { sort: ['sortNum', 'id'] })
  const lanes = await c.select('pickSlot', { groupId: groups.map(({ id }) => id) })
  const seats = await c.select('schSeat', { settingId: ids }, { sort: ['seatDate', 'startTime', 'id'] })
  const [day] = days.length === 1 ? days : []
  return {
    id: day?.id ?? null,
    version: day?.version ?? null,
    siteId: siteId ?? day?.siteId ?? null,
    settingDate: date,
    isDayoff: day?.isDayoff ?? false,
    dayoffReason: day?.dayoffReason ?? null,
    lanes: await lanesTold(c, groups, lanes),
    seats: await seatsTold(c, seats, lanes),
  }
}

/** Lanes in the order of their groups, with the names of what they point at. */
async function lanesTold(c: CallContext, groups: readonly Group[], lanes: readonly Lane[]) {
  const sites = await c.select('site', { id: lanes.flatMap(({ siteId }) => siteId ?? []) })
  const vehicles = await c.select('vehicle', { id: lanes.flatMap(({ vehicleId }) => vehicleId ?? []) })
  const people = await c.select('employee', { id: lanes.flatMap(({ workerIds }) => workerIds) })
  const classes = await c.select('businessClass', { id: lanes.flatMap(({ serviceClassIds }) => serviceClassIds) })
  return groups.flatMap((group) =>
    lanes
      .filter(({ groupId }) => groupId === group.id)
      .map((lane) => ({
        ...lane,
        slotName: group.groupName,
        siteName: sites.find(({ id }) => id === lane.siteId)?.name ?? null,
        vehicleName: vehicles.find(({ id }) => id === lane.vehicleId)?.plateNo ?? null,
        workerName: lane.workerIds.map((one) => people.find(({ id }) => id === one)?.realName ?? null),
        serviceClassName: lane.serviceClassIds.map((one) => classes.find(({ id }) => id === one)?.name ?? null),
      })),
  )
}

type Part = 'setRegion' | 'setVechile' | 'setServiceClass' | 'setWorker' | 'setCapacity'

/** The lane that a call names, locked. */
const laneOf = (c: Call<`pickScheduling/${Part}`>): Promise<Lane> => c.must('pickSlot', c.input.slotId, 'slotId')

const setRegion: Handler<'pickScheduling/setRegion'> = async (c) => {
  const { id } = await c.update('pickSlot', await laneOf(c), { region: c.input.region })
  return { id }
}

const setVechile: Handler<'pickScheduling/setVechile'> = async (c) => {
  const vehicle = await c.seen('vehicle', c.input.vehicleId)
  if (vehicle?.status !== 'enabled') c.refuse('vehicleId', { zh: '车辆已停用', en: 'This vehicle is out of use' })
  const { id } = await c.update('pickSlot', await laneOf(c), { vehicleId: c.input.vehicleId })
  return { id }
}

const setServiceClass: Handler<'pickScheduling/setServiceClass'> = async (c) => {
  const { id } = await c.update('pickSlot', await laneOf(c), { serviceClassIds: c.input.serviceClassIds })
  return { id }
}

const setWorker: Handler<'pickScheduling/setWorker'> = async (c) => {
  const { workerIds } = c.input
  // Two who give the same person a lane at once do it one after the other.
  const staff = await c.select('employee', { id: workerIds }, { lock: true })
  if (staff.length < new Set(workerIds).size || staff.some(({ status }) => status !== 'active'))
    c.refuse('workerIds', { zh: '请选择在职人员', en: 'Choose people who work here' })
  const lane = await laneOf(c)
  for (const other of await c.select('pickSlot', { slotDate: lane.slotDate })) {
    const busy = other.id !== lane.id && staff.find(({ id }) => other.workerIds.includes(id))
    if (!busy) continue
    const { groupName } = await c.mustRef(other, 'group')
    c.refuse('workerIds', {
      zh: `${busy.realName} 当日已在${groupName}`,
      en: `${busy.realName} is at ${groupName} that day`,
    })
  }
  const { id } = await c.update('pickSlot', lane, { workerIds })
  return { id }
}

const setCapacity: Handler<'pickScheduling/setCapacity'> = async (c) => {
  const lane = await laneOf(c)
  const { capacity } = c.input
  if (capacity < (lane.bookedCount ?? 0))
    c.refuse('capacity', { zh: `已约 ${lane.bookedCount ?? 0} 位`, en: `${lane.bookedCount ?? 0} are booked already` })
  const { id } = await c.update('pickSlot', lane, { capacity })
  return { id }
}

export const handlers: Handlers = {
  'schSetting/addGroup': addGroup,
  'pickScheduling/queryScheduling': queryScheduling,
  'pickScheduling/setRegion': setRegion,
  'pickScheduling/setVechile': setVechile,
  'pickScheduling/setServiceClass': setServiceClass,
  'pickScheduling/setWorker': setWorker,
  'pickScheduling/setCapacity': setCapacity,
}
