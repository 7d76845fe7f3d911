/** Files of films: added by whoever works on them, one of them final (rules 2.11). */
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { filesOf, filmOf, makeFinal, type Film } from './film.ts'

const NAME_MAX = 60
const KINDS: Record<Row<'vcrTask'>['vcrStage'], Row<'vcrFile'>['fileKind']> = {
  shooting: 'rawFootage',
  clip: 'clip',
  modification: 'clip',
}

/** The film of a file, and its task. */
async function filmOfFile(c: CallContext, { vcrTaskId, mvTaskId }: FilmIds): Promise<[Row<'workTask'>, Film]> {
  const vcr = vcrTaskId ? await c.must('vcrTask', vcrTaskId, 'vcrTaskId') : undefined
  const mv = mvTaskId ? await c.must('mvTask', mvTaskId, 'mvTaskId') : undefined
  const task = await c.find('workTask', vcr?.workTaskId ?? mv?.workTaskId, { lock: true })
  const film = task && (await filmOf(c, task))
  if (!task || !film) return c.refuse('vcrTaskId', { zh: '请选择任务', en: 'Say which task it is of' })
  return [task, film]
}
interface FilmIds {
  vcrTaskId?: number | null | undefined
  mvTaskId?: number | null | undefined
}

/** The uploads to take in: films, sent by this person, used by nothing else. */
async function ownFilms(c: Call<'vcrFile/add'>): Promise<Row<'uploadFile'>[]> {
  const ids = [...(c.input.fileIds ?? []), ...(c.input.film ? [c.input.film.id] : [])]
  if (ids.length === 0) c.refuse('film', { zh: '请选择影片', en: 'Choose a film' })
  const files = await c.select('uploadFile', { id: ids }, { lock: true })
  if (files.some(({ createBy }) => createBy !== (c.actor.employeeId ?? null)))
    c.refuse('fileIds', { zh: '只能添加自己上传的影片', en: 'Only films that you sent yourself can be added' })
  if (files.some(({ mimeType }) => !mimeType?.startsWith('video/')))
    c.refuse('fileIds', { zh: '只能添加视频文件', en: 'Only films can be added' })
  const used = await c.select('vcrFile', { fileId: ids })
  return files.filter(({ id }) => used.every(({ fileId }) => fileId !== id))
}

const add: Handler<'vcrFile/add'> = async (c) => {
  const [task, film] = await filmOfFile(c, c.input)
  if (task.taskStatus !== 'inProgress') c.refuse('fileIds', { zh: '请先开始任务', en: 'Start the task first' })
  let revision = (await filesOf(c, film))[0]?.revision ?? 0
  const ids: number[] = []
  let fileName = ''
  for (const file of await ownFilms(c)) {
    fileName = file.origName.slice(0, NAME_MAX)
    const { id } = await c.insert('vcrFile', {
      ...(film.of === 'vcrTask' ? { vcrTaskId: film.row.id } : { mvTaskId: film.row.id }),
      ...{ orderId: task.orderId, orderSessionId: task.orderSessionId, name: fileName, fileId: file.id },
      revision: (revision += 1),
      fileKind: film.of === 'vcrTask' ? KINDS[film.row.vcrStage] : 'mv',
    })
    ids.push(id)
  }
  if (film.of === 'vcrTask' && fileName) await c.update('vcrTask', film.row, { fileName })
  const [last] = await filesOf(c, film)
  if (film.of === 'mvTask') await c.update('mvTask', film.row, { vcrFileId: last?.id })
  c.log({ zh: `上传影片 ${ids.length} 个：${task.taskNo}`, en: `${ids.length} films of ${task.taskNo} added` })
  return { ids }
}

/** Another file may be made the final one; that there is none is not said here. */
const edit: Handler<'vcrFile/edit'> = async (c) => {
  const { isFinal, ...values } = c.input
  if (isFinal === false && c.row.isFinal)
    c.refuse('isFinal', { zh: '请把另一个文件设为定稿', en: 'Make another file the final one' })
  const done = await c.standard({ name: values.name ?? c.row.name, isFinal: c.row.isFinal })
  if (isFinal) await makeFinal(c, (await filmOfFile(c, c.row))[1], done.after)
  return done
}

export const handlers: Handlers = { 'vcrFile/add': add, 'vcrFile/edit': edit }
