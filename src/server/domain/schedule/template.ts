/** Templates of days (rules 2.8, I-26): groups and seats as they usually are. */
import type { CallContext, Handler, Handlers, Row, Values } from '../../platform/call.ts'

/** A group of seats, wherever it stands. */
export type Lane = Pick<Values<'schGroup'>, 'groupName' | 'teamId' | 'sortNum'> & {
  seats: Pick<Values<'schSeat'>, 'startTime' | 'endTime' | 'serviceClassIds' | 'isSpecial' | 'seatStatus'>[]
}

/** The groups of a template with their seats, as a day or another template takes them. */
export async function lanesOf(c: CallContext, templateId: number): Promise<Lane[]> {
  const groups = await c.select('templateGroup', { templateId }, { sort: ['sortNum', 'id'] })
  return together(groups, await c.select('templateSeat', { templateId }, { sort: ['startTime', 'id'] }))
}

/** The same, of a day; what is held or booked there is free in a template. */
async function lanesOfDay(c: CallContext, settingId: number): Promise<Lane[]> {
  const groups = await c.select('schGroup', { settingId }, { sort: ['sortNum', 'id'] })
  return together(groups, await c.select('schSeat', { settingId }, { sort: ['startTime', 'id'] }))
}

type Group = Row<'schGroup'> | Row<'templateGroup'>
type Seat = Row<'schSeat'> | Row<'templateSeat'>

/** Groups with their own seats, open or closed. */
const together = (groups: readonly Group[], seats: readonly Seat[]): Lane[] =>
  groups.map((group) => ({
    ...lane(group),
    seats: seats
      .filter((seat) => seat.groupId === group.id)
      .map((seat) => ({ ...place(seat), seatStatus: seat.seatStatus === 'closed' ? 'closed' : 'free' })),
  }))

const lane = ({ groupName, teamId, sortNum }: Group) => ({
  groupName,
  teamId,
  sortNum,
})

const place = ({ startTime, endTime, serviceClassIds, isSpecial }: Seat) => ({
  startTime,
  endTime,
  serviceClassIds,
  isSpecial,
})

/** A template with groups and seats. */
async function makeTemplate(c: CallContext, values: Values<'workTemplate'>, lanes: readonly Lane[]): Promise<number> {
  const { id: templateId } = await c.insert('workTemplate', values)
  const groups = await c.insertMany(
    'templateGroup',
    lanes.map(({ seats: _seats, ...group }) => ({ ...group, templateId })),
  )
  await c.insertMany(
    'templateSeat',
    lanes.flatMap(({ seats }, i) => seats.map((seat) => ({ ...seat, templateId, groupId: groups[i]?.id }))),
  )
  return templateId
}

const create: Handler<'workTemplate/create'> = async (c) => {
  const { type, groups, ...values } = c.input
  await c.must('site', values.siteId, 'siteId')
  const lanes = (groups ?? []).map(({ seats, ...group }) => ({ ...group, seats: [...(seats ?? [])] }))
  return { id: await makeTemplate(c, { ...values, controlType: type }, lanes) }
}

const saveToTemplate: Handler<'schSetting/saveToTemplate'> = async (c) => {
  const { settingId, name } = c.input
  const { id, siteId, controlType } = await c.must('schSetting', settingId, 'settingId')
  return { id: await makeTemplate(c, { name, siteId, controlType }, await lanesOfDay(c, id)) }
}

export const handlers: Handlers = {
  'workTemplate/create': create,
  'schSetting/saveToTemplate': saveToTemplate,
}
