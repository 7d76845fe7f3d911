/** Who may be given a task (rules 4.10): each with the day they have, so that a clash is seen before it is made. */
import { DAY, midnightOf, wallOf } from '../../../model/zone.ts'
import type { Answers } from '../../../generated/calls.ts'
import { Span, type CallContext, type Handler, type Handlers, type Row } from '../../platform/call.ts'
import { staysAt, staysOn, whereIs, type Stay } from '../schedule/teams.ts'
import { isOver } from '../work/workOrder.ts'
import { postsOf, type WorkerRole } from './roles.ts'

type Task = Row<'workTask'>
type Person = NonNullable<NonNullable<Answers['worker/listRole']['employees']>>[number]

const OPEN = [
  'toAssign',
  'assigned',
  'inProgress',
  'toInspect',
  'rework',
  'paused',
] as const satisfies Task['taskStatus'][]

/** Where the chosen tasks are to be done. */
interface Around {
  bookings: Row<'scheduling'>[]
  /** Who is where on the day of the first of them. */
  stays: Stay[]
  /** Who is meant for them already. */
  team: Set<number>
  day: number | undefined
}

/** The booking of each shooting among the tasks, and what else happens on their day. */
async function aroundOf(c: CallContext, tasks: readonly Task[]): Promise<Around> {
  const sessions = await c.select('orderSession', {
    id: tasks.flatMap((one) => (one.taskType === 'shooting' ? (one.orderSessionId ?? []) : [])),
  })
  const bookings = await c.select('scheduling', { id: sessions.flatMap(({ schedulingId }) => schedulingId ?? []) })
  const day = bookings[0]?.bookDate ?? tasks[0]?.planTime ?? undefined
  const stays = day === undefined ? [] : await staysOn(c, [midnightOf(day, c.model.app.timezone)])
  const own = stays.filter(({ booking }) => bookings.some(({ id }) => id === booking.id))
  return { bookings, stays, team: new Set(own.flatMap(({ people }) => people)), day }
}

/**
 * Open tasks of each person, and those that they are expected at: on the day and in its week, or all of a kind that has no
 * day. `chosen`: tasks that are about to be given out.
 */
async function loadsOf(
  c: CallContext,
  taskType: Task['taskType'],
  { day, chosen }: { day: number | undefined; chosen: readonly Task[] },
): Promise<(id: number) => { load: number; week: number }> {
  const zone = c.model.app.timezone
  const first = day === undefined ? undefined : midnightOf(day, zone, 1 - wallOf(day, zone).weekday)
  const tasks = await c.select('workTask', {
    taskStatus: OPEN,
    ...(first === undefined ? { taskType } : { planTime: new Span(first, first + 7 * DAY) }),
  })
  const workers = await c.select('worker', { workTaskId: tasks.map(({ id }) => id) })
  const from = day === undefined ? undefined : midnightOf(day, zone)
  return (id) => {
    const isExpected = (task: Task): boolean =>
      task.taskStatus === 'toAssign' && task.expectedIds.includes(id) && chosen.every((one) => one.id !== task.id)
    const mine = tasks.filter(
      (task) => isExpected(task) || workers.some((one) => one.workTaskId === task.id && one.employeeID === id),
    )
    const onDay = mine.filter(
      ({ planTime }) => from !== undefined && planTime !== null && planTime >= from && planTime < from + DAY,
    )
    return { load: from === undefined ? mine.length : onDay.length, week: mine.length }
  }
}

const spanOf = ({ startTime, endTime }: Row<'scheduling'>) => ({ from: startTime, to: endTime })

/** What somebody has on that day, and where the chosen tasks would take them to two places. */
async function dayOf(
  c: CallContext,
  { bookings, stays }: Around,
  id: number,
): Promise<Pick<Person, 'taken' | 'clash'>> {
  const others = stays.filter(
    ({ people, booking }) => people.includes(id) && !bookings.some((one) => one.id === booking.id),
  )
  const hits = bookings.flatMap((one) => staysAt(others, { ...one, seatDate: one.bookDate }))
  const where = hits[0] && (await whereIs(c, hits[0]))
  return {
    taken: others.map(({ booking }) => spanOf(booking)),
    clash: where ? where[c.actor.lang] : null,
  }
}

const listRole: Handler<'worker/listRole'> = async (c) => {
  const tasks = await c.select('workTask', { id: c.input.workTaskIds ?? [] }, { seen: true })
  const taskType = c.input.taskType ?? tasks[0]?.taskType
  if (!taskType) return []
  const around = await aroundOf(c, tasks)
  const loads = await loadsOf(c, taskType, { day: around.day, chosen: tasks })
  const staff = await c.select('employee', { status: 'active' }, { sort: ['realName', 'id'] })
  const posts = await postsOf(c, taskType)
  const answer: Answers['worker/listRole'][] = []
  for (const { role, set, name } of posts) {
    const able = staff.filter((one) => one.workerRoles.includes(role))
    const employees: Person[] = []
    for (const one of able)
      employees.push({
        employeeID: one.id,
        nameCode: one.nameCode,
        own: around.team.has(one.id),
        ...loads(one.id),
        ...(await dayOf(c, around, one.id)),
      })
    answer.push({
      workerRole: role,
      label: name[c.actor.lang],
      maxCount: set?.maxCount ?? null,
      wanted: around.bookings.map(spanOf),
      employees: employees.sort(usefulFirst),
    })
  }
  return answer
}

/** Whom one would choose: of the team first, then those who can, then whoever has least to do. */
const usefulFirst = (a: Person, b: Person): number =>
  rank(a) - rank(b) || (a.load ?? 0) - (b.load ?? 0) || (a.week ?? 0) - (b.week ?? 0)
const rank = ({ own, clash }: Person): number => (clash ? 2 : own ? 0 : 1)

const CREW = ['sheying', 'huazhuang', 'dengguang'] as const satisfies WorkerRole[]

/** The people on a task; of a shooting that is not given out yet, those of its team. Of several tasks nobody. */
const listForEdit: Handler<'worker/listForEdit'> = async (c) => {
  const ids = c.input.workTaskIds ?? [c.input.workTaskId ?? 0]
  const [task, ...more] = await c.select('workTask', { id: ids }, { seen: true })
  if (!task || more.length > 0) return []
  const workers = await c.select('worker', { workTaskId: task.id })
  if (workers.length > 0 || isOver(task))
    return workers.map(({ workTaskId, workerRole, employeeID, isMain }) => ({
      ...{ workTaskId, workerRole, isMain },
      employeeId: employeeID,
    }))
  const [record] = await c.select('photographyRecord', { workTaskId: task.id })
  return CREW.flatMap((workerRole) =>
    (record?.[workerRole] ?? []).map((employeeId, i) => ({
      ...{ workTaskId: task.id, workerRole, employeeId },
      isMain: i === 0,
    })),
  )
}

export const handlers: Handlers = { 'worker/listRole': listRole, 'worker/listForEdit': listForEdit }
