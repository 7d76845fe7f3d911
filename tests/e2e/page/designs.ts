/** A design that waits for its customer's word, from the photos on: chosen, retouched, laid out. */
import type { DictionaryValues } from '../../../src/generated/dictionaries.ts'
import type { Upload } from '../../../src/model/units.ts'
import { ACCOUNT, call, list, person, sendFile, tokenOf } from './api.ts'
import { valueOf } from './model.ts'
import { photo, shotSession } from './shootings.ts'

export interface Design {
  id: number
  workTaskId: number
  pageCount: number
}

interface Film {
  id: number
  workTaskId: number
  orderSessionId: number
}

const FIRST = { pageNO: 1, pageRows: 50 }

const boss = () => tokenOf(ACCOUNT.administrator)

/** Pictures under these names, sent as originals. */
async function sent(names: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const [n, name] of names.entries()) {
    const { mimeType, buffer } = await photo(n + 40)
    ids.push(
      (await sendFile<{ id: number }>('upload/upload1', 'original', { name, mimeType, buffer }, await boss())).id,
    )
  }
  return ids
}

/** Puts a task into the hands of a person. */
export async function give(workTaskId: number, workerRole: string, mobile: string): Promise<void> {
  const user = await person(await tokenOf(mobile))
  const workers = [{ workerRole, employeeId: user.employeeId, isMain: 1 }]
  await call('worker/setWorkers', { workTaskIds: [workTaskId], workers }, await boss())
}

async function step(targetId: number, action: 'start' | 'submit'): Promise<void> {
  const what = { targetType: valueOf('record_target', 'task'), recordType: valueOf('record_type', 'status') }
  await call('record/add', { ...what, targetId, action, requestNo: `${action} ${targetId}` }, await boss())
}

const tasksOf = async (orderSessionId: number, type: DictionaryValues['task_type']): Promise<{ id: number }[]> =>
  call('workTask/query', { orderSessionId, taskType: valueOf('task_type', type), ...FIRST }, await boss())

/** The customer chose a few photos and signed; answers their names. */
async function choose({ id: selectedFilmId, workTaskId, orderSessionId }: Film): Promise<string[]> {
  const who = await boss()
  await give(workTaskId, 'xuanpian', ACCOUNT.selector)
  await call('photo/startPick', { workTaskId }, who)
  const raw = { orderSessionId, photoStage: valueOf('photo_stage', 'raw'), ...FIRST }
  const photos = await call('photo/query', raw, who)
  const kept = photos.slice(0, 2)
  for (const { id: photoId } of kept) await call('photo/pickForProduct', { selectedFilmId, photoId }, who)
  const places = await list('photo/queryProduct', { selectedFilmId }, who)
  for (const { orderItemId, unitNo } of places.filter(({ used }) => used === 0))
    await call('photo/pickForProduct', { selectedFilmId, photoId: kept[0]?.id, orderItemId, unitNo }, who)
  const { mimeType, buffer } = await photo(9)
  const signImage = await sendFile<Upload>('upload/uploadImage', 'image', { name: 'sign.jpg', mimeType, buffer }, who)
  await call('pick/record', { selectedFilmId, signImage, requestNo: `sign ${selectedFilmId}` }, who)
  return kept.map(({ fileName }) => fileName ?? '')
}

/** A first design that was sent to its customer, so many days ahead: of the session's designs the shortest. */
export async function designToConfirm(ahead: number): Promise<Design> {
  const who = await boss()
  const workTaskId = await shotSession(ahead, 3)
  const films = await call('selectTaskAll/query', { sort: ['-createTime'], pageNO: 1, pageRows: 20 }, who)
  const film = films.find((one) => one.workTaskId === workTaskId)
  if (!film) throw new Error('the session has no selection')
  const names = await choose(film)
  for (const { id } of await tasksOf(film.orderSessionId, 'preModify')) {
    await give(id, 'xiutiao', ACCOUNT.retoucher)
    await step(id, 'start')
    await call('photo/upload', { workTaskId: id, fileIds: await sent(names) }, who)
    await step(id, 'submit')
  }
  const tasks = new Set((await tasksOf(film.orderSessionId, 'preDesign')).map(({ id }) => id))
  const newest = { sort: ['-createTime'], designType: valueOf('design_type', 'pre'), ...FIRST }
  const designs = (await call('designTask/query', newest, who)).filter(
    ({ workTaskId: task }) => task !== null && tasks.has(task),
  )
  const [design] = designs
    .map(({ id, workTaskId: task, pageCount }) => ({ id, workTaskId: task ?? 0, pageCount: pageCount ?? 0 }))
    .sort((a, b) => a.pageCount - b.pageCount)
  if (!design) throw new Error('nothing of the session is designed')
  await give(design.workTaskId, 'sheji', ACCOUNT.designer)
  await step(design.workTaskId, 'start')
  const pages = Array.from({ length: design.pageCount }, (_, i) => `page-${String(i + 1).padStart(2, '0')}.jpg`)
  await call('photo/upload', { designTaskId: design.id, fileIds: await sent(pages) }, who)
  await step(design.workTaskId, 'submit')
  return design
}
