/** Giving tasks to people (rules 2.8, 2.12; I-23, I-60): nobody at two places at one time, one of each role in charge. */
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { manPick } from '../schedule/picks.ts'
import { giveBack } from '../schedule/tasks.ts'
import { crewOf, mustNotClash } from '../schedule/teams.ts'
import { settleWorkOrder } from '../work/workOrder.ts'
import { postsOf, type Post, type WorkerRole } from './roles.ts'
import { words } from '../../platform/values.ts'

type Task = Row<'workTask'>

/** Somebody on a task. */
interface Member {
  workerRole: WorkerRole
  employeeID: number
  isMain: boolean
}

/** What a role is to have: these people, or nobody. */
type Wanted = Map<WorkerRole, { employeeID: number; isMain: boolean }[]>

/** Tasks that may still be given to somebody else. */
const GIVABLE = ['toAssign', 'assigned', 'inProgress', 'paused', 'rework'] as const satisfies Task['taskStatus'][]
const NAMES = 100
const TAKEN_BACK = { zh: '任务已收回', en: 'A task was taken back' }

const setWorkers: Handler<'worker/setWorkers'> = async (c) => {
  const { workTaskIds, workers, dueTime } = c.input
  if (dueTime && dueTime < c.now) c.refuse('dueTime', { zh: '截止时间已过', en: 'That time is over already' })
  const ids = workers.flatMap(({ employeeId }) => employeeId ?? [])
  // People before tasks, as everywhere: two who give the same person work wait for one another here.
  const people = await c.select('employee', { id: [...new Set(ids)] }, { lock: true })
  if (ids.some((id) => !people.some((one) => one.id === id && one.status === 'active')))
    c.refuse('workers', { zh: '所选人员不在职', en: 'Somebody chosen does not work here now' })
  const tasks = await c.mustAll('workTask', workTaskIds, 'workTaskIds')
  for (const task of tasks) await assign(c, await timed(c, task, dueTime), people)
  const [what, who] = [tasks.map(({ taskNo }) => taskNo), people.map(({ realName }) => realName)]
  c.log({
    zh: `分配任务 ${what.join('、')}：${who.join('、') || '无人'}`,
    en: `Tasks given out: ${what.join(', ')} to ${who.join(', ') || 'nobody'}`,
  })
  return { count: workTaskIds.length }
}

/** The task with the time it is to be done by, where one is said. */
const timed = async (c: CallContext, task: Task, dueTime: number | null | undefined): Promise<Task> =>
  dueTime ? c.update('workTask', task, { dueTime }) : task

/** Gives one task to the people chosen; roles that nobody speaks of stay as they are. */
async function assign(c: Call<'worker/setWorkers'>, task: Task, people: readonly Row<'employee'>[]): Promise<void> {
  if (!GIVABLE.some((one) => one === task.taskStatus))
    c.refuse('workTaskIds', {
      zh: `任务 ${task.taskNo} 已提交或已结束，不能再分配`,
      en: `Task ${task.taskNo} was handed in or is over, and is not given to anybody`,
    })
  const posts = await postsOf(c, task.taskType)
  const wanted = wantedOf(c, posts)
  const before = await c.select('worker', { workTaskId: task.id }, { lock: true })
  const gone = before.filter((old) =>
    wanted.get(old.workerRole)?.every(({ employeeID }) => employeeID !== old.employeeID),
  )
  for (const old of gone) await c.remove('worker', old)
  for (const [workerRole, list] of wanted)
    for (const { employeeID, isMain } of list) {
      const old = before.find((one) => one.workerRole === workerRole && one.employeeID === employeeID)
      if (old) await c.update('worker', old, { isMain })
      else
        await c.insert('worker', {
          ...{ workTaskId: task.id, workerRole, employeeID, isMain },
          assignTime: c.now,
          assignBy: c.actor.employeeId,
        })
    }
  const members = await manned(c, task, posts)
  await tellNew(c, task, members, before)
  const stay = new Set(members.map(({ employeeID }) => employeeID))
  await tell(
    c,
    task,
    gone.filter(({ employeeID }) => !stay.has(employeeID)),
    TAKEN_BACK,
  )
  const names = people.map(({ realName }) => realName).join('、')
  await c.insert('taskRecord', {
    targetType: 'task',
    targetId: task.id,
    recordType: 'assign',
    content: names ? words(c, 'written', 'assigned', { names }) : words(c, 'written', 'unassigned'),
  })
}

/** The people chosen by role, checked: roles of this kind of task, not too many, one in charge (I-60). */
function wantedOf(c: Call<'worker/setWorkers'>, posts: readonly Post[]): Wanted {
  const wanted: Wanted = new Map()
  for (const { workerRole, employeeId, isMain } of c.input.workers) {
    const post = posts.find(({ role }) => role === workerRole)
    if (!post)
      return c.refuse('workers', {
        zh: `此类任务没有工种「${workerRole}」`,
        en: `Tasks of this kind have no role “${workerRole}”`,
      })
    const list = wanted.get(post.role) ?? []
    if (employeeId) list.push({ employeeID: employeeId, isMain })
    wanted.set(post.role, list)
  }
  for (const { role, name, set } of posts) {
    const list = wanted.get(role)
    if (!list) continue
    if (set && list.length > set.maxCount)
      c.refuse('workers', { zh: `${name.zh}最多 ${set.maxCount} 人`, en: `${name.en}: ${set.maxCount} at most` })
    if (list.filter((one) => one.isMain).length > 1)
      c.refuse('workers', { zh: `${name.zh}只能有一人主责`, en: `${name.en}: one person is in charge` })
    const [first] = list
    if (first && list.every((one) => !one.isMain)) first.isMain = true
  }
  return wanted
}

/** Brings a task up to the people on it: who is in charge, what its own record says, and whether it is given out. */
async function manned(c: CallContext, task: Task, posts: readonly Post[]): Promise<Member[]> {
  const workers = await c.select('worker', { workTaskId: task.id })
  const members = posts.flatMap(({ role }) => workers.filter((one) => one.workerRole === role))
  if (task.taskType === 'shooting') await crewed(c, task, members)
  if (task.taskType === 'selection') await attended(c, task, members)
  if (members.length === 0) {
    if (task.taskStatus === 'assigned') await giveBack(c, task)
    return members
  }
  const people = await c.select('employee', { id: members.map(({ employeeID }) => employeeID) })
  const names = [...new Set(members.map((one) => people.find(({ id }) => id === one.employeeID)?.realName ?? ''))]
  const values = {
    mainWorkerId: (members.find((one) => one.isMain) ?? members[0])?.employeeID,
    workerNames: names.join('、').slice(0, NAMES),
  }
  if (task.taskStatus === 'toAssign' || task.taskStatus === 'assigned') await c.move('workTask', task, 'assign', values)
  else await c.update('workTask', task, values)
  await tellDetail(c, task, values.mainWorkerId)
  await settleWorkOrder(c, task.workOrderId)
  return members
}

/** The people of a shooting are at its booking, and nowhere else then; they see both, or again its team where it has none. */
async function crewed(c: CallContext, task: Task, members: readonly Member[]): Promise<void> {
  const session = await c.ref(task, 'orderSession')
  const booking = session && (await c.ref(session, 'scheduling', { lock: true }))
  const people = members.map(({ employeeID }) => employeeID)
  if (booking) {
    await mustNotClash(
      c,
      { seatDate: booking.bookDate, startTime: booking.startTime, endTime: booking.endTime },
      { people, field: 'workers', session: booking.orderSessionId },
    )
    const team = people.length === 0 ? await c.ref(booking, 'team') : undefined
    const crewIds = team ? crewOf(team) : [...new Set(people)]
    await c.update('scheduling', booking, { crewIds })
    await c.update('workTask', task, { expectedIds: crewIds })
  }
  const [record] = await c.select('photographyRecord', { workTaskId: task.id }, { lock: true })
  const of = (role: WorkerRole): number[] =>
    members.filter((one) => one.workerRole === role).map(({ employeeID }) => employeeID)
  if (record)
    await c.update('photographyRecord', record, {
      sheying: of('sheying'),
      huazhuang: of('huazhuang'),
      dengguang: of('dengguang'),
    })
}

/** The people of a selection are at its appointment, and nowhere else then (rules 2.9). */
async function attended(c: CallContext, task: Task, members: readonly Member[]): Promise<void> {
  const people = [...new Set(members.map(({ employeeID }) => employeeID))]
  if (people.length === 0) return
  for (const film of await c.select('selectedFilm', { workTaskId: task.id })) {
    const pick = await c.ref(film, 'pickScheduling', { lock: true })
    if (pick?.schedulingStatus === 'toConfirm' || pick?.schedulingStatus === 'confirmed')
      await manPick(c, pick, people, 'workers')
  }
}

/** The record of a kind of task that names its person names the one in charge. */
async function tellDetail(c: CallContext, task: Task, employeeId: number | undefined): Promise<void> {
  const where = { workTaskId: task.id }
  if (task.taskType === 'appointment')
    for (const one of await c.select('appointTask', where, { lock: true }))
      await c.update('appointTask', one, { employeeId })
  for (const one of await c.select('retouchTask', where, { lock: true }))
    await c.update('retouchTask', one, { retoucherId: employeeId })
  for (const one of await c.select('designTask', where, { lock: true }))
    if (one.designStatus === 'toAssign') await c.move('designTask', one, 'assign', { designerId: employeeId })
    else await c.update('designTask', one, { designerId: employeeId })
  for (const of of ['vcrTask', 'mvTask'] as const)
    for (const one of await c.select(of, where, { lock: true }))
      if (one.vcrStatus === 'toAssign') await c.move(of, one, 'assign', { operatorId: employeeId })
      else await c.update(of, one, { operatorId: employeeId })
  if (task.taskType === 'selection')
    for (const one of await c.select('selectedFilm', where, { lock: true }))
      if (one.selectionStatus === 'toAssign') await c.move('selectedFilm', one, 'assign', { xuanpian: employeeId })
      else await c.update('selectedFilm', one, { xuanpian: employeeId })
}

async function tellNew(
  c: CallContext,
  task: Task,
  members: readonly Member[],
  before: readonly Row<'worker'>[],
): Promise<void> {
  const knew = new Set(before.map((one) => one.employeeID))
  const fresh = members.filter((one) => !knew.has(one.employeeID))
  await tell(c, task, fresh, { zh: '新任务', en: 'A task for you' })
}

/** Tells people what a task is to them from now on; whoever did it knows. */
async function tell(
  c: CallContext,
  task: Task,
  people: readonly Member[],
  title: { zh: string; en: string },
): Promise<void> {
  if (people.length === 0) return
  const what = (name: string | null | undefined) => `${name ?? ''} ${task.orderSessionName ?? ''}`.trim()
  const who = (await c.ref(task, 'customer'))?.realName ?? ''
  const orderNo = (await c.ref(task, 'order'))?.orderNo
  for (const id of new Set(people.map((one) => one.employeeID)))
    if (id !== c.actor.employeeId)
      await c.notify(id, {
        title,
        content: { zh: `${what(task.taskName)}（${who}）`, en: `${what(task.taskNameEn)} (${who})` },
        sourceType: 'task',
        source: { id: task.workOrderId, orderNo },
      })
}

const delWorkers: Handler<'worker/delWorkers'> = async (c) => {
  const { workTaskId, workerRole, employeeId } = c.input
  const task = await c.must('workTask', workTaskId, 'workTaskId')
  const gone = (await c.select('worker', { workTaskId }, { lock: true })).filter(
    (one) => (!workerRole || one.workerRole === workerRole) && (!employeeId || one.employeeID === employeeId),
  )
  if (!GIVABLE.some((one) => one === task.taskStatus))
    c.refuse('workTaskId', { zh: '任务已结束', en: 'The task is over' })
  for (const one of gone) await c.remove('worker', one)
  const left = await manned(c, task, await postsOf(c, task.taskType))
  await tell(c, task, gone, TAKEN_BACK)
  if (gone.length > 0 && left.length === 0)
    await c.insert('taskRecord', {
      ...{ targetType: 'task', targetId: task.id, recordType: 'assign' },
      content: words(c, 'written', 'unassigned'),
    })
  return { count: gone.length }
}

export const handlers: Handlers = { 'worker/setWorkers': setWorkers, 'worker/delWorkers': delWorkers }
