/** What an inspector found (rules 2.10, 2.11; I-34). */
import type { Call, Row } from '../call.ts'

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
