/** Films: shot, cut, changed and confirmed (rules 2.11); those of photos are made the same way. */
import { tellWorker } from './retouch.ts'
import { mustNotBeWorker } from './quality.ts'
import { beginFilm } from '../work/films.ts'
import type { Call, CallContext, Row, Values } from '../../platform/call.ts'

type Recording = Call<'record/add'>
type Task = Row<'workTask'>
type Action = NonNullable<Recording['input']['action']>
type Move = 'start' | 'submit' | 'confirm' | 'modify'

/** The record of a film task: of one that is shot, or of one made of photos. */
export type Film = { of: 'vcrTask'; row: Row<'vcrTask'> } | { of: 'mvTask'; row: Row<'mvTask'> }

/** The film that a task makes, locked. */
export async function filmOf(c: CallContext, task: Task): Promise<Film | undefined> {
  const where = { workTaskId: task.id }
  const [vcr] = await c.select('vcrTask', where, { lock: true })
  if (vcr) return { of: 'vcrTask', row: vcr }
  const [mv] = await c.select('mvTask', where, { lock: true })
  return mv && { of: 'mvTask', row: mv }
}

/** The files of a film, the newest first: of a modification also those that were to be changed. */
export async function filesOf(c: CallContext, film: Film, own = false): Promise<Row<'vcrFile'>[]> {
  const sort = ['-revision', '-id'] as const
  if (film.of === 'mvTask') return c.select('vcrFile', { mvTaskId: film.row.id }, { sort: [...sort], lock: true })
  const before = own ? undefined : await clipOf(c, film.row)
  const ids = before ? [film.row.id, before.row.id] : [film.row.id]
  return c.select('vcrFile', { vcrTaskId: ids }, { sort: [...sort], lock: true })
}

/** The clip that a modification changes, with its task. */
async function clipOf(
  c: CallContext,
  { vcrStage, workTaskId }: Row<'vcrTask'>,
): Promise<{ task: Task; row: Row<'vcrTask'> } | undefined> {
  if (vcrStage !== 'modification') return undefined
  const task = await c.find('workTask', (await c.find('workTask', workTaskId))?.prevTaskId, { lock: true })
  const [row] = task ? await c.select('vcrTask', { workTaskId: task.id }, { lock: true }) : []
  return task && row && { task, row }
}

const moveFilm = (
  c: CallContext,
  { of, row }: Film,
  move: Move,
  values: Values<'vcrTask'> & Values<'mvTask'> = {},
): Promise<Row<'vcrTask'> | Row<'mvTask'>> =>
  of === 'vcrTask' ? c.move(of, row, move, values) : c.move(of, row, move, values)

const STEPS: Partial<Record<Action, (c: Recording, task: Task, film: Film) => Promise<Task>>> = {
  start,
  submit,
  pass: confirm,
  reject: modify,
}

/** The step of a film task; nothing where it is as that of any other task. */
export async function filmStep(c: Recording, task: Task, action: Action): Promise<Task | undefined> {
  const film = await filmOf(c, task)
  return film && STEPS[action]?.(c, task, film)
}

async function start(c: Recording, task: Task, film: Film): Promise<Task> {
  if (film.of === 'vcrTask' && (await modificationOf(c, task)))
    c.refuse('action', {
      zh: '该剪辑由修改任务处理，请在修改任务里进行',
      en: 'A task of its own makes the changes: go on there',
    })
  if (film.of === 'mvTask') await mustHaveMaterials(c, film.row)
  await moveFilm(c, film, 'start')
  return c.move('workTask', task, 'start')
}

/** An MV is begun when there are as many pictures for it as its template takes. */
async function mustHaveMaterials(c: CallContext, mv: Row<'mvTask'>): Promise<void> {
  const template = await c.ref(mv, 'mvTemplate')
  if (!template) return c.refuse('action', { zh: '请先选择MV模板', en: 'Choose the template first' })
  const count = await c.count('mvMaterial', { mvTaskId: mv.id })
  const { minPhotos, maxPhotos } = template
  if (count < minPhotos || count > maxPhotos)
    c.refuse('action', {
      zh: `素材 ${count} 张，模板需要 ${minPhotos}–${maxPhotos} 张`,
      en: `There are ${count} pictures; the template takes ${minPhotos} to ${maxPhotos}`,
    })
}

async function submit(c: Recording, task: Task, film: Film): Promise<Task> {
  // The slide show of its pictures is an MV already; a file made of it elsewhere takes its place.
  if (film.of === 'vcrTask' && (await filesOf(c, film, true)).length === 0)
    c.refuse('action', { zh: '请先上传影片文件', en: 'Add the film first' })
  await moveFilm(c, film, 'submit')
  return c.move('workTask', task, 'submit')
}

/** The customer agrees, or the manager for them: the last file is the final one. */
async function confirm(c: Recording, task: Task, film: Film): Promise<Task> {
  await mustNotBeWorker(c, task)
  const [last] = await filesOf(c, film)
  await moveFilm(c, film, 'confirm')
  const isFootage = film.of === 'vcrTask' && film.row.vcrStage === 'shooting'
  if (last && !isFootage) await makeFinal(c, film, last)
  const done = await c.move('workTask', task, 'pass')
  if (isFootage) await beginFilm(c, done, 'clip', { requirement: film.row.requirement })
  if (film.of === 'vcrTask') await endChanges(c, film.row)
  return done
}

/** A film has one final file. */
export async function makeFinal(c: CallContext, film: Film, file: Row<'vcrFile'>): Promise<Row<'vcrFile'>> {
  for (const one of await filesOf(c, film))
    if (one.isFinal && one.id !== file.id) await c.update('vcrFile', one, { isFinal: false })
  if (film.of === 'mvTask') await c.update('mvTask', film.row, { vcrFileId: file.id })
  return c.update('vcrFile', file, { isFinal: true })
}

/** The clip whose changes are agreed is done with them. */
async function endChanges(c: Recording, modification: Row<'vcrTask'>): Promise<void> {
  const clip = await clipOf(c, modification)
  if (clip?.row.vcrStatus !== 'toModify') return
  await c.move('vcrTask', clip.row, 'settled')
  await c.move('workTask', clip.task, 'complete')
}

/** The open task that changes a clip. */
async function modificationOf(c: CallContext, task: Task): Promise<Task | undefined> {
  const next = await c.select('workTask', { prevTaskId: task.id, taskType: 'vcrModification' })
  return next.find(({ taskStatus }) => taskStatus !== 'done' && taskStatus !== 'terminated')
}

/** Changes are wanted: those of a clip are a task of its own, for an editor to be chosen. */
async function modify(c: Recording, task: Task, film: Film): Promise<Task> {
  await mustNotBeWorker(c, task)
  const { reason } = c.input
  await moveFilm(c, film, 'modify', film.of === 'vcrTask' ? { modifyReason: reason } : {})
  const again = await c.move('workTask', task, 'reject', { reworkCount: (task.reworkCount ?? 0) + 1 })
  if (film.of === 'vcrTask' && film.row.vcrStage === 'clip')
    await beginFilm(c, again, 'modification', { requirement: reason })
  await tellWorker(c, task, reason)
  return again
}
