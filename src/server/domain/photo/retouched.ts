/** Retouched photos: each is of one that the customer chose, told by its file name (rules 2.11). */
import type { Call, CallContext, Row } from '../../platform/call.ts'

type Task = Row<'workTask'>

/** The stage that each kind of retouching fills. */
const STAGE_OF = { preModify: 'preModified', fineRepair: 'fineRetouched' } as const

type Stage = (typeof STAGE_OF)[keyof typeof STAGE_OF]

/** The stage of photos that a task fills; nothing where it is no retouching. */
export const stageOf = ({ taskType }: Task): Stage | undefined =>
  taskType === 'preModify' || taskType === 'fineRepair' ? STAGE_OF[taskType] : undefined

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '').toLowerCase()

/** Takes retouched files in. Another version of a photo takes the place of the one before. */
export async function uploadRetouched(
  c: Call<'photo/upload'>,
  { id }: Task,
  files: readonly Row<'uploadFile'>[],
): Promise<{ ids: number[]; skipped: number }> {
  const task = await c.must('workTask', id, 'workTaskId')
  const photoStage = stageOf(task)
  if (!photoStage) return c.refuse('workTaskId', { zh: '这不是修图任务', en: 'This is no task of retouching' })
  if (task.taskStatus !== 'inProgress') c.refuse('workTaskId', { zh: '请先开始任务', en: 'Start the task first' })
  const where = { orderSessionId: task.orderSessionId, photoStage: 'raw', isPicked: true } as const
  const chosen = await c.select('photo', where)
  const byStem = new Map(chosen.map((photo) => [stemOf(photo.fileName ?? ''), photo]))
  const odd = files.filter(({ origName }) => !byStem.has(stemOf(origName))).map(({ origName }) => origName)
  if (odd.length > 0)
    c.refuse('fileIds', {
      zh: `没有同名的入选照片：${odd.slice(0, 5).join('、')}`,
      en: `No chosen photo has this name: ${odd.slice(0, 5).join(', ')}`,
    })
  const folder = await folderOf(c, task, photoStage)
  const there = await c.select('photo', { folderId: folder.id }, { lock: true })
  const ids: number[] = []
  for (const file of files) {
    const origin = byStem.get(stemOf(file.origName))
    if (!origin) continue
    const before = there.find(({ originPhotoId }) => originPhotoId === origin.id)
    if (before?.sha1 === file.sha1) continue
    const values = valuesOf(file)
    const row = before
      ? await c.update('photo', before, values)
      : await c.insert('photo', {
          ...{ folderId: folder.id, orderId: task.orderId, orderSessionId: task.orderSessionId },
          ...{ originPhotoId: origin.id, fileName: origin.fileName, photoStage, sceneId: origin.sceneId },
          ...values,
        })
    ids.push(row.id)
  }
  if (task.orderSessionId) await countRetouched(c, task.orderSessionId)
  c.log({
    zh: `上传修图 ${ids.length} 张：${task.taskNo}`,
    en: `${ids.length} retouched photos of ${task.taskNo} added`,
  })
  return { ids, skipped: c.input.fileIds.length - ids.length }
}

const valuesOf = ({ id: fileId, ...file }: Row<'uploadFile'>) => ({
  ...{ fileId, url: file.url, sha1: file.sha1, width: file.width, height: file.height, size: file.size },
  ...{ thumbUrl: file.thumbUrl, viewUrl: file.viewUrl },
  ...{ previewUrl: file.previewUrl, smallPreviewUrl: file.smallPreviewUrl },
})

/** The folder of a stage, locked; made when its first photo comes. */
async function folderOf(
  c: CallContext,
  task: Task,
  photoStage: Row<'photoFolder'>['photoStage'],
): Promise<Row<'photoFolder'>> {
  const { orderSessionId, orderId, orgId, orderSessionName } = task
  const [found] = await c.select('photoFolder', { orderSessionId, photoStage }, { lock: true })
  if (found) return found
  return c.insert('photoFolder', {
    ...{ orderId, orderSessionId, orgId, photoStage, workTaskId: task.id },
    folderName: orderSessionName ?? task.taskNo,
  })
}

/** Tells the open retouching tasks of a session how many of their photos are done. */
export async function countRetouched(c: CallContext, orderSessionId: number): Promise<void> {
  const open = { orderSessionId, taskStatus: ['assigned', 'inProgress', 'rework', 'paused'] } as const
  for (const task of await c.select('workTask', { ...open, taskType: ['preModify', 'fineRepair'] }, { lock: true }))
    await c.update('workTask', task, {
      doneCount: await c.count('photo', { orderSessionId, photoStage: stageOf(task) }),
    })
}
