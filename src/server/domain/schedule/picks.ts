/** Appointments to choose photos (rules 2.8): a session whose photos wait takes a lane's seat, moves, swaps, or leaves it. */
import { dayText } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Place, Row } from '../../platform/call.ts'
import { tellByScene } from '../messages/sms.ts'
import { LIVE, mustBeTakeable, seatNow, type Seat } from './seats.ts'
import { beginOf } from './tasks.ts'
import { mustNotClash } from './teams.ts'

type Pick = Row<'pickScheduling'>
type Slot = Row<'pickSlot'>
type Film = Row<'selectedFilm'>

/** Selections for which an appointment can still be made. */
const OPEN = ['toAssign', 'toPick', 'picking'] as const satisfies Film['selectionStatus'][]

/** The selection of a session that waits for its customer, locked; refused where there is none. */
async function mustWait(c: CallContext, session: Row<'orderSession'>): Promise<Film> {
  const where = { orderSessionId: session.id, selectionStatus: OPEN }
  const [film] = await c.select('selectedFilm', where, { lock: true, limit: 1 })
  return (
    film ??
    c.refuse('orderSessionId', {
      zh: '该场次没有待选的照片',
      en: 'No photos of this session wait to be chosen',
    })
  )
}

interface Wanted {
  startTime: string
  /** Asked by those who name the whole time. */
  endTime?: string
  /** The input that names the lane. */
  field: Place
  classId: number | null
  /** An appointment that leaves the lane does not count. */
  leaving?: Pick
}

/** A free seat of a lane that has room (I-28), with the person's own hold of it. */
async function mustHaveRoom(
  c: CallContext,
  slot: Slot,
  { startTime, endTime, field, classId, leaving }: Wanted,
): Promise<{ seat: Seat; hold: Row<'holdSeat'> | undefined }> {
  const taken = await c.select('pickScheduling', { slotId: slot.id, schedulingStatus: [...LIVE, 'done'] })
  if (taken.filter(({ id }) => id !== leaving?.id).length >= slot.capacity)
    c.refuse(field, { zh: `该工作位已满（容量 ${slot.capacity}）`, en: `This lane is full: it takes ${slot.capacity}` })
  if (classId && slot.serviceClassIds.length > 0 && !slot.serviceClassIds.includes(classId))
    c.refuse(field, { zh: '该工作位不接待此业务', en: 'This lane is for other kinds of sessions' })
  const [found] = await c.select('schSeat', { groupId: slot.groupId, startTime }, { limit: 1 })
  if (!found || (endTime !== undefined && found.endTime !== endTime))
    return c.refuse('startTime', { zh: '该工作位没有这个时段', en: 'This lane has no such time' })
  const seat = await seatNow(c, found.id, field)
  return { seat, hold: await mustBeTakeable(c, seat, { field, classId }) }
}

/** What an appointment says of its place. */
const placeOf = (slot: Slot, seat: Seat) => ({
  slotId: slot.id,
  seatId: seat.id,
  siteId: slot.siteId,
  pickDate: seat.seatDate,
  startTime: seat.startTime,
  endTime: seat.endTime,
  region: slot.region,
  vehicleId: slot.vehicleId,
  workerIds: slot.workerIds,
})

async function sit(c: CallContext, pick: Pick, seat: Seat, hold: Row<'holdSeat'> | undefined): Promise<void> {
  await c.move('schSeat', seat, 'book', { pickSchedulingId: pick.id })
  if (hold) await c.move('holdSeat', hold, 'convert')
}

async function leave(c: CallContext, pick: Pick): Promise<void> {
  const seat = await c.ref(pick, 'seat', { lock: true })
  if (seat?.seatStatus === 'booked' && seat.pickSchedulingId === pick.id) await c.move('schSeat', seat, 'unbook')
}

/** An appointment of a lane that has its people waits for nobody: who is there is known. */
const confirmIfManned = async (c: CallContext, pick: Pick): Promise<Pick> =>
  pick.schedulingStatus === 'toConfirm' && pick.workerIds.length > 0 ? c.move('pickScheduling', pick, 'confirm') : pick

/** The selection and its task know when they are made. */
async function tellSelection(c: CallContext, film: Film, pick: Pick | undefined): Promise<void> {
  const pickTime = pick ? timeOf(pick) : null
  await c.update('selectedFilm', film, { pickSchedulingId: pick?.id ?? null, pickTime })
  await c.update('workTask', await c.mustRef(film, 'workTask', { lock: true }), { planTime: pickTime })
}

const timeOf = ({ pickDate, startTime }: Pick): number => beginOf({ bookDate: pickDate, startTime })

const booking: Handler<'pickScheduling/booking'> = async (c) => {
  const { slotId, orderSessionId, startTime, endTime, isOnsite, address } = c.input
  const session = await c.must('orderSession', orderSessionId, 'orderSessionId')
  const slot = await c.must('pickSlot', slotId, 'slotId')
  const film = await mustWait(c, session)
  const classId = session.businessClassId
  const { seat, hold } = await mustHaveRoom(c, slot, { startTime, endTime, field: 'slotId', classId })
  const order = await c.mustRef(session, 'order')
  const at = address ?? (isOnsite ? (await c.mustRef(order, 'customer')).address : null)
  if (isOnsite && !at)
    c.refuse('address', { zh: '客户没有登记地址，请填写', en: 'This customer has no address on file: type one' })
  const made = await c.insert('pickScheduling', {
    ...placeOf(slot, seat),
    orderId: order.id,
    orderSessionId,
    customerId: order.customerId,
    isOnsite,
    address: at,
  })
  const pick = await confirmIfManned(c, made)
  await sit(c, pick, seat, hold)
  await tellSelection(c, film, pick)
  await tellWorkers(c, pick, { zh: '新选片预约', en: 'New appointment' })
  await tellCustomer(c, 'pickBooking', pick)
  c.log({ zh: `预约选片：${pick.pickNo}`, en: `Viewing booked: ${pick.pickNo}` })
  return { id: pick.id, pickNo: pick.pickNo }
}

/** The selection of an appointment, locked. */
async function filmOf(c: CallContext, pick: Pick): Promise<Film | undefined> {
  const [film] = await c.select('selectedFilm', { pickSchedulingId: pick.id }, { lock: true, limit: 1 })
  return film
}

const changeDate: Handler<'pickScheduling/changeDate'> = async (c) => {
  const { newSlotId, startTime, changeReason } = c.input
  const old = c.row
  const slot = await c.must('pickSlot', newSlotId, 'newSlotId')
  const session = await c.mustRef(old, 'orderSession')
  if (old.slotId === slot.id && old.startTime === startTime)
    c.refuse('startTime', { zh: '请选择另一个时段', en: 'Choose another time' })
  if (slot.slotDate !== old.pickDate && !changeReason)
    c.refuse('changeReason', { zh: '请填写改期原因', en: 'Say why it goes to another day' })
  const wanted: Wanted = { startTime, field: 'newSlotId', classId: session.businessClassId, leaving: old }
  const { seat, hold } = await mustHaveRoom(c, slot, wanted)
  // In its own lane the people chosen for it come along.
  const place = { ...placeOf(slot, seat), ...(old.slotId === slot.id ? { workerIds: old.workerIds } : {}) }
  await mustBeFree(c, { ...old, ...place })
  await c.move('pickScheduling', old, 'change', { changeReason })
  await leave(c, old)
  const { orderId, orderSessionId, customerId, isOnsite, address, schedulingStatus } = old
  const made = await c.insert('pickScheduling', {
    ...place,
    ...{ orderId, orderSessionId, customerId, isOnsite, address, schedulingStatus },
    changeFromId: old.id,
  })
  const pick = await confirmIfManned(c, made)
  await sit(c, pick, seat, hold)
  const film = await filmOf(c, old)
  if (film) await tellSelection(c, film, pick)
  await tellWorkers(c, pick, { zh: '选片改期', en: 'Appointment moved' })
  if (isElsewhere(old, pick)) await tellCustomer(c, 'pickBooking', pick)
  c.log({ zh: `选片改期：${old.pickNo} → ${pick.pickNo}`, en: `Viewing moved: ${old.pickNo} → ${pick.pickNo}` })
  return { id: pick.id }
}

/** The customer of a selection is here: its appointment, where there is one, has begun. */
export async function arriveToPick(c: CallContext, film: Film): Promise<void> {
  const pick = await c.ref(film, 'pickScheduling', { lock: true })
  if (pick?.schedulingStatus === 'toConfirm' || pick?.schedulingStatus === 'confirmed')
    await c.move('pickScheduling', pick, 'arrive')
}

/** The customer of a selection has signed: its appointment is over. A time that is still ahead is free again. */
export async function leavePick(c: CallContext, film: Film): Promise<void> {
  const pick = await c.ref(film, 'pickScheduling', { lock: true })
  if (pick?.schedulingStatus !== 'arrived') return
  const seat = await c.ref(pick, 'seat', { lock: true })
  await c.move('pickScheduling', pick, 'finish')
  if (seat?.seatStatus === 'booked' && seat.pickSchedulingId === pick.id)
    await c.move('schSeat', seat, timeOf(pick) > c.now ? 'unbook' : 'use')
}

/** Both in the order of their ids, so that two who swap them at once wait for one another. */
async function bothOf(c: CallContext, idA: number, idB: number): Promise<[Pick, Pick]> {
  const [low, high] = idA < idB ? (['idA', 'idB'] as const) : (['idB', 'idA'] as const)
  const ids = { idA, idB }
  const first = await c.must('pickScheduling', ids[low], low)
  const second = await c.must('pickScheduling', ids[high], high)
  for (const [field, one] of [
    [low, first],
    [high, second],
  ] as const)
    if (one.schedulingStatus !== 'toConfirm' && one.schedulingStatus !== 'confirmed')
      c.refuse(field, { zh: '预约已结束', en: 'The appointment is over' })
  return low === 'idA' ? [first, second] : [second, first]
}

/** Two appointments change places: lane, day, time, and who and what is there. */
const exchange: Handler<'pickScheduling/exchange'> = async (c) => {
  const { idA, idB } = c.input
  if (idA === idB) c.refuse('idB', { zh: '请选择另一个预约', en: 'Choose another appointment' })
  const [a, b] = await bothOf(c, idA, idB)
  for (const pick of [await move(c, a, b), await move(c, b, a)])
    await tellWorkers(c, pick, { zh: '选片对调', en: 'Appointments exchanged' })
  c.log({ zh: `选片对调：${a.pickNo} ↔ ${b.pickNo}`, en: `Viewings exchanged: ${a.pickNo} ↔ ${b.pickNo}` })
  return {}
}

/** Puts an appointment at the place of another one. */
async function move(c: CallContext, pick: Pick, to: Pick): Promise<Pick> {
  const { slotId, seatId, siteId, pickDate, startTime, endTime, region, vehicleId, workerIds } = to
  const place = { slotId, seatId, siteId, pickDate, startTime, endTime, region, vehicleId, workerIds }
  const seat = await c.ref(to, 'seat', { lock: true })
  if (seat) await c.update('schSeat', seat, { pickSchedulingId: pick.id })
  const now = await c.update('pickScheduling', pick, place)
  const film = await filmOf(c, pick)
  if (film) await tellSelection(c, film, now)
  if (isElsewhere(pick, now)) await tellCustomer(c, 'pickBooking', now)
  return now
}

/** Whether a customer is to come at another time, or to another site: another lane alone is nothing to them. */
const isElsewhere = (before: Pick, now: Pick): boolean =>
  before.pickDate !== now.pickDate || before.startTime !== now.startTime || before.siteId !== now.siteId

type Stay = globalThis.Pick<Pick, 'id' | 'pickDate' | 'startTime' | 'endTime' | 'orderSessionId' | 'workerIds'>

/** Refuses people of whom somebody is at a session or at another appointment then. */
async function mustBeFree(c: CallContext, at: Stay, field: Place = 'workerIds'): Promise<void> {
  const people = at.workerIds
  if (people.length === 0) return
  await mustNotClash(c, { ...at, seatDate: at.pickDate }, { people, field })
  const others = await c.select('pickScheduling', { pickDate: at.pickDate, schedulingStatus: LIVE })
  const hit = others.find(
    (one) =>
      one.id !== at.id &&
      one.workerIds.some((id) => people.includes(id)) &&
      (one.startTime ?? '') < (at.endTime ?? '') &&
      (one.endTime ?? '') > (at.startTime ?? ''),
  )
  if (!hit) return
  const [busy] = await c.select('employee', { id: hit.workerIds.filter((id) => people.includes(id)) })
  const { groupName } = await c.mustRef(await c.mustRef(hit, 'slot'), 'group')
  const time = `${hit.startTime ?? ''}–${hit.endTime ?? ''}`
  c.refuse(field, {
    zh: `${busy?.realName ?? ''} ${time} 已在${groupName}`,
    en: `${busy?.realName ?? ''} is at ${groupName} ${time}`,
  })
}

/** People are given to an appointment, which is confirmed by it. */
export async function manPick(c: CallContext, pick: Pick, workerIds: number[], field: Place): Promise<Pick> {
  await mustBeFree(c, { ...pick, workerIds }, field)
  return pick.schedulingStatus === 'toConfirm'
    ? c.move('pickScheduling', pick, 'confirm', { workerIds })
    : c.update('pickScheduling', pick, { workerIds })
}

/** Tells a customer by the template of the scene: `${date} ${time} ${siteName} ${sessionName}`. */
async function tellCustomer(c: CallContext, scene: 'pickBooking' | 'pickCancel', pick: Pick): Promise<void> {
  const customer = await c.ref(pick, 'customer')
  if (!customer?.mobile) return
  const { mobile, realName: customerName } = customer
  const receiver = { mobile, customerName, sourceType: 'pickScheduling', sourceId: pick.id }
  await tellByScene(c, scene, receiver, {
    date: dayText(pick.pickDate ?? 0, c.model.app.timezone).slice(5),
    time: pick.startTime,
    siteName: (await c.ref(pick, 'site'))?.name,
    sessionName: (await c.ref(pick, 'orderSession'))?.orderSessionName,
  })
}

/** Tells the people of an appointment what became of it. */
async function tellWorkers(c: CallContext, pick: Pick, title: { zh: string; en: string }): Promise<void> {
  const who = (await c.ref(pick, 'customer'))?.realName ?? ''
  const on = dayText(pick.pickDate ?? 0, c.model.app.timezone)
  const day = on.slice(5)
  const content = `${day} ${pick.startTime ?? ''} ${who}`
  const orderNo = (await c.ref(pick, 'order'))?.orderNo
  for (const id of pick.workerIds)
    if (id !== c.actor.employeeId)
      await c.notify(id, {
        title,
        content,
        sourceType: 'scheduling',
        source: { id: pick.id, date: pick.pickDate, on, siteId: pick.siteId, orderNo },
      })
}

const setWorkers: Handler<'pickScheduling/setWorkers'> = async (c) => {
  const { workerIds } = c.input
  const staff = await c.select('employee', { id: workerIds }, { lock: true })
  if (workerIds.length === 0 || staff.length < workerIds.length || staff.some(({ status }) => status !== 'active'))
    c.refuse('workerIds', { zh: '请选择在职人员', en: 'Choose people who work here' })
  await manPick(c, c.row, workerIds, 'workerIds')
  return {}
}

/** Ends an appointment and frees its seat. */
async function endPick(c: CallContext, pick: Pick, cancelReason: string): Promise<void> {
  await c.move('pickScheduling', pick, 'cancel', { cancelReason })
  await leave(c, pick)
  await tellCustomer(c, 'pickCancel', pick)
}

const cancel: Handler<'pickScheduling/cancel'> = async (c) => {
  const film = await filmOf(c, c.row)
  await endPick(c, c.row, c.input.cancelReason)
  if (film) await tellSelection(c, film, undefined)
  await tellWorkers(c, c.row, { zh: '选片取消', en: 'Appointment cancelled' })
  c.log({ zh: `取消选片预约：${c.row.pickNo}`, en: `Viewing cancelled: ${c.row.pickNo}` })
  return {}
}

/** Nobody came to an appointment: its selection is to be booked again. */
export async function missPick(c: CallContext, pick: Pick): Promise<void> {
  const film = await filmOf(c, pick)
  const seat = await c.ref(pick, 'seat', { lock: true })
  await c.move('pickScheduling', pick, 'miss')
  if (seat?.seatStatus === 'booked' && seat.pickSchedulingId === pick.id) await c.move('schSeat', seat, 'use')
  if (film) await tellSelection(c, film, undefined)
}

/** A selection that is not made any more leaves its lane. */
export async function dropPick(c: CallContext, film: Film, reason: string): Promise<void> {
  const pick = await c.ref(film, 'pickScheduling', { lock: true })
  if (pick?.schedulingStatus === 'toConfirm' || pick?.schedulingStatus === 'confirmed') await endPick(c, pick, reason)
}

export const handlers: Handlers = {
  'pickScheduling/booking': booking,
  'pickScheduling/changeDate': changeDate,
  'pickScheduling/exchange': exchange,
  'pickScheduling/setWorkers': setWorkers,
  'pickScheduling/cancel': cancel,
}
