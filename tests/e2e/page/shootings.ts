/** Sessions that are being shot, and their photos. */
import sharp from 'sharp'
import { DAY, dayOf, dayText } from '../../../src/model/zone.ts'
import { ACCOUNT, call, list, person, sendFile, tokenOf } from './api.ts'
import { model, valueOf } from './model.ts'
import { paidOrder } from './orders.ts'

/** The place of shooting that the demo opens, by its name: other tests make places of their own. */
export async function demoSite(): Promise<number> {
  const [site] = await call('site/select', { keyword: '摄影基地D' }, await tokenOf(ACCOUNT.administrator))
  return site?.value ?? 0
}

/** A shooting in the photographer's hands that has begun, so many days before its day; answers its task. */
export async function begunShooting(ahead: number): Promise<number> {
  const [boss, clerk] = [await tokenOf(ACCOUNT.administrator), await tokenOf(ACCOUNT.scheduler)]
  const type = valueOf('control_type', 'set')
  const siteId = await demoSite()
  const [template] = await call('workTemplate/query', { siteId, type }, boss)
  // The seats of today may be over already.
  const day = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone) + ahead * DAY
  const open = { siteId, type, from: day, to: day, templateId: template?.id }
  await call('schSetting/create', open, clerk)
  const [seat] = await list('scheduling/queryFree', { siteId, from: day, to: day }, clerk)
  const [session] = (await paidOrder()).sessions
  const booking = { seatId: seat?.seatId, orderSessionId: session?.id }
  const { id } = await call('scheduling/schedule', booking, clerk)
  await call('scheduling/confirm', { id }, clerk)
  const shooting = { orderSessionId: session?.id, taskType: valueOf('task_type', 'shooting'), pageNO: 1, pageRows: 1 }
  const [task] = await call('workTask/query', shooting, boss)
  const who = await tokenOf(ACCOUNT.photographer)
  const user = await person(who)
  const workers = [{ workerRole: 'sheying', employeeId: user.employeeId, isMain: 1 }]
  await call('worker/setWorkers', { workTaskIds: [task?.id ?? 0], workers }, boss)
  await call('photography/record', { workTaskId: task?.id, action: 'start', requestNo: `start ${task?.id}` }, boss)
  return task?.id ?? 0
}

/** A photo of one colour, no two alike. */
export async function photo(n: number) {
  const background = { r: (n * 53) % 256, g: (n * 101) % 256, b: (n * 17) % 256 }
  const size = n % 2 === 0 ? { width: 600, height: 400 } : { width: 400, height: 600 }
  const buffer = await sharp({ create: { ...size, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name: `IMG_${String(n).padStart(4, '0')}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** A session shot, whose photos wait to be chosen from: its task of choosing. */
export async function shotSession(ahead: number, count: number): Promise<number> {
  const boss = await tokenOf(ACCOUNT.administrator)
  const workTaskId = await begunShooting(ahead)
  const fileIds: number[] = []
  for (let n = 1; n <= count; n++) {
    const { name, mimeType, buffer } = await photo(n)
    fileIds.push((await sendFile<{ id: number }>('upload/upload1', 'original', { name, mimeType, buffer }, boss)).id)
  }
  await call('photo/upload', { workTaskId, fileIds }, boss)
  await call('photography/record', { workTaskId, action: 'finish', requestNo: `finish ${workTaskId}` }, boss)
  const { orderSessionId } = await call('workTask/detail', { id: workTaskId }, boss)
  const choosing = { orderSessionId, taskType: valueOf('task_type', 'selection') }
  const [selection] = await call('workTask/query', { ...choosing, pageNO: 1, pageRows: 1 }, boss)
  return selection?.id ?? 0
}
