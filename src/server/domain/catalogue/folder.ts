/** The picture space (rules 1.6): folders and the pictures in them. */
import type { Handler, Handlers } from '../legacy.ts'
import { target, targets } from '../rows.ts'
import { recount } from './counts.ts'

const NAME_MAX = 60
const KILOBYTE = 1024

/** Puts uploads into a folder; one that lies there already is not put there twice. */
const addImage: Handler = async (c) => {
  const folderId = Number(c.input.folderId)
  const uploads = c.input.images as { id: number; url: string; origName: string }[]
  await c.seen('folder', folderId, { lock: true })
  const there = new Set((await c.select('folderImage', { folderId })).map((row) => row.fileId))
  let count = 0
  for (const image of uploads) {
    if (there.has(image.id)) continue
    there.add(image.id)
    const file = await c.find('uploadFile', image.id)
    await c.insert('folderImage', {
      folderId,
      image,
      fileId: image.id,
      url: image.url,
      name: image.origName.slice(0, NAME_MAX),
      size: Math.ceil(Number(file?.size ?? 0) / KILOBYTE),
    })
    count += 1
  }
  await recount(c, 'folder', [folderId])
  return { count }
}

const edit: Handler = async (c) => {
  const { folderId } = target(c)
  const answer = await c.standard()
  await recount(c, 'folder', [folderId, c.input.folderId])
  return answer
}

const del: Handler = async (c) => {
  const folders = targets(c).map((row) => row.folderId)
  const answer = await c.standard()
  await recount(c, 'folder', folders)
  return answer
}

export const handlers: Handlers = { 'folder/addImage': addImage, 'folderImage/edit': edit, 'folderImage/del': del }
