/** What an inspector found (rules 2.10, 2.11; I-34). */
import type { Call, CallContext, Row } from '../../platform/call.ts'

/** Writes an inspection down, with score, problems and pictures of the call. */
export async function writeCheck(
  c: Call<'record/add'>,
  targetType: Row<'qualityCheck'>['targetType'],
  targetId: number,
  result: Row<'qualityCheck'>['result'],
): Promise<void> {
  const { score, reason, content, images, problems } = c.input
  await c.insert('qualityCheck', {
    ...{ targetType, targetId, result, score, problems },
    inspectorId: c.actor.employeeId ?? 0,
    images: images ?? [],
    remark: reason ?? content,
  })
}

/** Nobody inspects what they worked on, alone or with others. */
export async function mustNotBeWorker(c: CallContext, task: Row<'workTask'>): Promise<void> {
  const own = await c.exists('worker', { workTaskId: task.id, employeeID: c.actor.employeeId ?? 0 })
  if (own) c.refuse('action', { zh: '不能质检自己的任务', en: 'Not your own work' })
}
