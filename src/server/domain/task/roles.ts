/** Who works at what kind of task (rules 1.9, I-60): what the company set up, else what is usual. */
import type { CallContext, Row } from '../../platform/call.ts'

export type WorkerRole = Row<'worker'>['workerRole']
type TaskType = Row<'workTask'>['taskType']

/** The roles of each kind of task; the first one is in charge. */
const USUAL: Record<TaskType, readonly WorkerRole[]> = {
  appointment: ['yuyue'],
  shooting: ['sheying', 'huazhuang', 'dengguang'],
  selection: ['xuanpian'],
  preModify: ['xiutiao'],
  preDesign: ['sheji'],
  customerConfirm: ['sheji'],
  fineRepair: ['xiutiao'],
  finalDesign: ['sheji'],
  vcrShooting: ['vcr'],
  vcrClip: ['jianji'],
  vcrModification: ['jianji'],
  mv: ['jianji'],
  production: ['paidan'],
  delivery: ['zhuli'],
}

/** A role at a kind of task. */
export interface Post {
  role: WorkerRole
  /** What the company set up for it. */
  set: Row<'workerRole'> | undefined
  /** What it is called. */
  name: { zh: string; en: string }
}

/** The roles at a kind of task, the one in charge first. */
export async function postsOf(c: CallContext, taskType: TaskType): Promise<Post[]> {
  const all = await c.select('workerRole', {}, { sort: ['sortNum', 'id'] })
  const own = all.filter(({ taskTypes }) => taskTypes.includes(taskType)).map(({ code }) => code)
  const words = c.model.dictionaries.worker_role?.values ?? []
  return (own.length > 0 ? own : USUAL[taskType]).map((role) => {
    const set = all.find(({ code }) => code === role)
    const label = words.find(({ name }) => name === role)?.label
    return { role, set, name: { zh: set?.name ?? label?.zh ?? role, en: label?.en ?? role } }
  })
}
