/** Photos of a session: taken in, told apart, shown, taken away (rules 2.7, 2.9; I-32). */
import { HOUR } from '../../../model/zone.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { mustMayDownload } from '../client/access.ts'
import { countPhotos } from '../task/selection.ts'
import { uploadPages } from './pages.ts'
import { birthFolder, birthPhotosOf } from './birth.ts'
import { countRetouched, stageOf, uploadRetouched } from './retouched.ts'

type Photo = Row<'photo'>
type Folder = Row<'photoFolder'>
type Stage = NonNullable<Folder['photoStage']>

/** How long the address of an original is good. */
const ORIGINAL_FOR = HOUR / 12
const NAME_MAX = 100

/** In these a session has photos, or gets them. */
const TAKES: readonly Row<'orderSession'>['sessionStatus'][] = ['shooting', 'paused', 'done', 'unfinished', 'makeup']

const NO_SESSION = { zh: '请先选择场次', en: 'Say first which session the photos are of' }

/** Whose photos they are: those of a task, or of the session itself. */
interface Whose {
  workTaskId?: number | null | undefined
  orderSessionId?: number | null | undefined
  photoStage: Stage
}

async function sessionOf(c: CallContext, { workTaskId, orderSessionId }: Whose): Promise<Row<'orderSession'>> {
  if (workTaskId) return c.mustRef(await c.must('workTask', workTaskId, 'workTaskId'), 'orderSession')
  if (orderSessionId) return c.must('orderSession', orderSessionId, 'orderSessionId')
  return c.refuse('orderSessionId', NO_SESSION)
}

/** The folder of a session and stage, locked; made when the first photo comes. */
async function folderFor(c: Call<'photo/upload'>): Promise<Folder> {
  const { folderId, photoStage, leadId } = c.input
  if (leadId) return birthFolder(c, await c.must('lead', leadId, 'leadId'))
  const folder = folderId ? await c.must('photoFolder', folderId, 'folderId') : undefined
  const named = folder ? await c.ref(folder, 'orderSession') : await sessionOf(c, c.input)
  const session = await c.find('orderSession', named?.id, { lock: true })
  if (!session) return folder ?? c.refuse('orderSessionId', NO_SESSION)
  if (!TAKES.includes(session.sessionStatus))
    c.refuse('orderSessionId', {
      zh: '该场次还没有开拍，不能上传照片',
      en: 'The session is not being shot, and was not: it takes no photos',
    })
  if (folder) return folder
  const [found] = await c.select('photoFolder', { orderSessionId: session.id, photoStage }, { lock: true })
  return found ?? (await newFolder(c, session, photoStage))
}

async function newFolder(c: CallContext, session: Row<'orderSession'>, photoStage: Stage): Promise<Folder> {
  // A booking that was moved or missed left a shooting behind that ended early.
  const shootings = await c.select('workTask', { orderSessionId: session.id, taskType: 'shooting' }, { sort: ['-id'] })
  const task = shootings.find(({ taskStatus }) => taskStatus !== 'terminated')
  return c.insert('photoFolder', {
    folderName: session.orderSessionName ?? session.sessionNo,
    orderId: session.orderId,
    orderSessionId: session.id,
    workTaskId: task?.id,
    orgId: task?.orgId,
    photoStage,
  })
}

/** `name` as no photo of the folder is called yet. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let n = 1; ; n++) {
    const more = n === 1 ? '' : ` (${n})`
    const free = `${stem.slice(0, NAME_MAX - extension.length - more.length)}${more}${extension}`
    if (!taken.has(free)) return free
  }
}

/** The uploads to take in: of this person, originals, and used by no other photo. */
async function ownFiles(c: Call<'photo/upload'>): Promise<Row<'uploadFile'>[]> {
  const files = await c.select('uploadFile', { id: c.input.fileIds }, { lock: true })
  const used = new Set((await c.select('photo', { fileId: c.input.fileIds })).map(({ fileId }) => fileId))
  if (files.some(({ createBy }) => createBy !== (c.actor.employeeId ?? null)))
    c.refuse('fileIds', { zh: '只能添加自己上传的照片', en: 'Only photos that you sent yourself can be added' })
  if (files.some(({ viewUrl }) => !viewUrl))
    c.refuse('fileIds', { zh: '只能添加作为原片上传的照片', en: 'Only pictures sent as originals can be added' })
  return files.filter(({ id }) => !used.has(id))
}

const upload: Handler<'photo/upload'> = async (c) => {
  if (c.input.designTaskId) return uploadPages(c, await ownFiles(c))
  const task = await c.find('workTask', c.input.workTaskId)
  if (task && stageOf(task)) return uploadRetouched(c, task, await ownFiles(c))
  return uploadPhotos(c)
}

/** Takes uploads in as photos. What is there already, by its content, is passed by: a try that was cut off may be made again. */
async function uploadPhotos(c: Call<'photo/upload'>): Promise<{ ids: number[]; skipped: number }> {
  const { fileIds, shotTime } = c.input
  const folder = await folderFor(c)
  const there = await c.select('photo', { folderId: folder.id })
  const contents = new Set(there.map(({ sha1 }) => sha1))
  const names = new Set(there.map(({ fileName }) => fileName ?? ''))
  const added = []
  for (const file of await ownFiles(c)) {
    if (contents.has(file.sha1)) continue
    contents.add(file.sha1)
    const fileName = freeName(file.origName, names)
    names.add(fileName)
    added.push({
      ...{ folderId: folder.id, orderId: folder.orderId, orderSessionId: folder.orderSessionId },
      ...{ fileId: file.id, fileName, shotTime, photoStage: folder.photoStage },
      ...{ url: file.url, thumbUrl: file.thumbUrl, viewUrl: file.viewUrl, sha1: file.sha1 },
      ...{ previewUrl: file.previewUrl, smallPreviewUrl: file.smallPreviewUrl },
      ...{ width: file.width, height: file.height, size: file.size },
    })
  }
  const photos = await c.insertMany('photo', added)
  const session = await c.ref(folder, 'orderSession')
  if (session?.sessionStatus === 'done' && folder.photoStage === 'raw') await countPhotos(c, session)
  c.log({
    zh: `上传照片 ${photos.length} 张：${folder.folderName}`,
    en: `${photos.length} photos uploaded: ${folder.folderName}`,
  })
  return { ids: photos.map(({ id }) => id), skipped: fileIds.length - photos.length }
}

/** The photos that a session or folder has already, so that nobody sends one again. */
const queryUpload: Handler<'photo/queryUpload'> = async (c) => {
  const { folderId, photoStage, leadId } = c.input
  if (leadId) return birthPhotosOf(c, await c.must('lead', leadId, 'leadId'))
  if (folderId) return c.select('photo', { folderId: (await c.must('photoFolder', folderId, 'folderId')).id })
  const session = await sessionOf(c, c.input)
  const task = await c.find('workTask', c.input.workTaskId)
  const stage = (task && stageOf(task)) ?? photoStage
  return c.select('photo', { orderSessionId: session.id, photoStage: stage }, { seen: true })
}

/** The address of an original, good for five minutes. */
const original: Handler<'photo/original'> = async (c) => {
  const photo = await c.must('photo', c.input.id, 'id')
  await mustMayDownload(c, photo)
  const { url } = photo
  return { url: url ? c.files.seal.address(url, c.now + ORIGINAL_FOR) : undefined }
}

/** A session has one cover. */
const setCover: Handler<'photo/setCover'> = async (c) => {
  const photo = await c.must('photo', c.input.photoId, 'photoId')
  const folder = await c.mustRef(photo, 'folder', { lock: true })
  const beside = photo.orderSessionId ? { orderSessionId: photo.orderSessionId } : { folderId: photo.folderId }
  for (const other of await c.select('photo', { ...beside, isCover: true }, { lock: true }))
    if (other.id !== photo.id) await c.update('photo', other, { isCover: false })
  await c.update('photo', photo, { isCover: true })
  await c.update('photoFolder', folder, { coverPhotoId: photo.id })
  return {}
}

/** Which of these photos somebody picked, placed in a product, or worked on further. */
async function usedOf(c: CallContext, photos: readonly Photo[]): Promise<Set<number>> {
  const photoId = photos.map(({ id }) => id)
  const picks = await c.select('pick', { photoId, pickType: ['keep', 'maybe'] })
  const placed = await c.select('pickProduct', { photoId })
  const made = await c.select('photo', { originPhotoId: photoId })
  return new Set([
    ...photos.filter(({ isPicked }) => isPicked).map(({ id }) => id),
    ...[...picks, ...placed].map((one) => one.photoId),
    ...made.map(({ originPhotoId }) => originPhotoId ?? 0),
  ])
}

async function removeAll(c: CallContext, photos: readonly Photo[]): Promise<void> {
  for (const photo of photos) {
    if (photo.isCover) {
      const folder = await c.mustRef(photo, 'folder', { lock: true })
      await c.update('photoFolder', folder, { coverPhotoId: null })
    }
    await c.remove('photo', photo)
  }
  for (const id of new Set(photos.map(({ orderSessionId }) => orderSessionId))) {
    const session = await c.find('orderSession', id)
    if (session?.sessionStatus === 'done') await countPhotos(c, session)
    if (session) await countRetouched(c, session.id)
  }
}

const remove: Handler<'photo/delete'> = async (c) => {
  const photos = c.rows
  const used = await usedOf(c, photos)
  const kept = photos.find(({ id }) => used.has(id))
  if (kept)
    c.refuse('ids', {
      zh: `照片 ${kept.fileName ?? ''} 已入选或已被使用，不能删除`,
      en: `${kept.fileName ?? ''} is picked or used, and cannot be deleted`,
    })
  await removeAll(c, photos)
  return { count: photos.length }
}

/** Takes away what nobody picked or used; the rest stays. */
const removeUnused: Handler<'photo/deleteAll'> = async (c) => {
  const folder = await c.must('photoFolder', c.input.folderId, 'folderId')
  const photos = await c.select('photo', { folderId: folder.id }, { lock: true })
  const used = await usedOf(c, photos)
  const unused = photos.filter(({ id }) => !used.has(id))
  await removeAll(c, unused)
  return { count: unused.length }
}

export const handlers: Handlers = {
  'photo/upload': upload,
  'photo/queryUpload': queryUpload,
  'photo/original': original,
  'photo/setCover': setCover,
  'photo/delete': remove,
  'photo/deleteAll': removeUnused,
}
