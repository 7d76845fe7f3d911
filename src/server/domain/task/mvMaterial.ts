/** What an MV is made of (rules 2.11): photos of its session, in an order. */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { soughtOf } from '../../platform/sought.ts'

type Mv = Row<'mvTask'>
type Material = Row<'mvMaterial'>

const OPEN: readonly Mv['vcrStatus'][] = ['toAssign', 'assigned', 'inProgress', 'toModify']

/** The MV, locked, as long as its pictures may change. */
async function mvOf(c: CallContext, mvTaskId: number): Promise<Mv> {
  const mv = await c.must('mvTask', mvTaskId, 'mvTaskId')
  if (!OPEN.includes(mv.vcrStatus))
    c.refuse('mvTaskId', { zh: 'MV已提交，不能再改素材', en: 'It was handed in: its pictures stay' })
  return mv
}

const inOrder = (c: CallContext, mvTaskId: number): Promise<Material[]> =>
  c.select('mvMaterial', { mvTaskId }, { sort: ['seqNo', 'id'], lock: true })

/** Numbers pictures from one on. */
async function number(c: CallContext, materials: readonly Material[]): Promise<void> {
  for (const [i, one] of materials.entries())
    if (one.seqNo !== i + 1) await c.update('mvMaterial', one, { seqNo: i + 1 })
}

const add: Handler<'mvMaterial/add'> = async (c) => {
  const mv = await mvOf(c, c.input.mvTaskId)
  const task = await c.mustRef(mv, 'workTask')
  const there = await inOrder(c, mv.id)
  const taken = new Set(there.map(({ photoId }) => photoId))
  const ids = [...new Set(c.input.photoIds)].filter((id) => !taken.has(id))
  const photos = await c.select('photo', { id: ids, orderSessionId: task.orderSessionId })
  if (photos.length < ids.length)
    c.refuse('photoIds', { zh: '只能选择本场次的照片', en: 'Only photos of its session can be chosen' })
  const most = (await c.ref(mv, 'mvTemplate'))?.maxPhotos
  if (most && there.length + ids.length > most)
    c.refuse('photoIds', { zh: `模板最多 ${most} 张`, en: `The template takes ${most} at most` })
  await c.insertMany(
    'mvMaterial',
    ids.map((photoId, i) => ({ mvTaskId: mv.id, photoId, seqNo: there.length + i + 1 })),
  )
  return { count: ids.length }
}

/** What an MV may still be made of: photos of its session, those the customer chose before the others. */
const choices: Handler<'mvMaterial/choices'> = async (c) => {
  const mv = await c.seen('mvTask', c.input.mvTaskId)
  if (!mv) return []
  const { orderSessionId } = await c.mustRef(mv, 'workTask')
  const there = await c.select('mvMaterial', { mvTaskId: mv.id })
  const taken = new Set(there.map(({ photoId }) => photoId))
  const photos = await c.select('photo', { orderSessionId }, { sort: ['-isPicked', 'fileName'] })
  const free = photos.filter(({ id, viewUrl }) => viewUrl && !taken.has(id))
  const offerOf = ({ id, fileName }: Row<'photo'>) => ({ value: id, words: [fileName ?? ''] })
  return soughtOf(free, c.input, offerOf).map(({ id, fileId, fileName, photoStage, thumbUrl }) => ({
    ...{ id, fileName, photoStage },
    image: thumbUrl ? { id: fileId, url: thumbUrl, origName: fileName ?? '' } : null,
  }))
}

/** Another caption, or another place: those between move up. */
const edit: Handler<'mvMaterial/edit'> = async (c) => {
  const mv = await mvOf(c, c.row.mvTaskId)
  const { seqNo, caption } = c.input
  const others = (await inOrder(c, mv.id)).filter(({ id }) => id !== c.row.id)
  if (seqNo && seqNo > others.length + 1)
    c.refuse('seqNo', { zh: `只有 ${others.length + 1} 张`, en: `There are ${others.length + 1} only` })
  const done = await c.standard({ ...(caption === undefined ? {} : { caption }), seqNo: c.row.seqNo })
  if (!seqNo) return done
  await number(c, others.toSpliced(seqNo - 1, 0, done.after))
  return done
}

const del: Handler<'mvMaterial/del'> = async (c) => {
  for (const { mvTaskId } of c.rows) await mvOf(c, mvTaskId)
  const done = await c.standard()
  for (const mvTaskId of new Set(c.rows.map((one) => one.mvTaskId))) await number(c, await inOrder(c, mvTaskId))
  return done
}

export const handlers: Handlers = {
  'mvMaterial/add': add,
  'mvMaterial/choices': choices,
  'mvMaterial/edit': edit,
  'mvMaterial/del': del,
}
