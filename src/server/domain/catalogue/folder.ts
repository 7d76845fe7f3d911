/** The picture space (rules 1.6): folders and the pictures in them. */
import type { Handler, Handlers } from '../../platform/call.ts'

const NAME_MAX = 60
const KILOBYTE = 1024

/** Puts uploads into a folder; one that lies there already is not put there twice. */
const addImage: Handler<'folder/addImage'> = async (c) => {
  const { folderId, images } = c.input
  await c.seen('folder', folderId, { lock: true })
  const there = new Set((await c.select('folderImage', { folderId })).map((row) => row.fileId))
  let count = 0
  for (const image of images) {
    if (there.has(image.id)) continue
    there.add(image.id)
    const file = await c.find('uploadFile', image.id)
    await c.insert('folderImage', {
      folderId,
      image,
      fileId: image.id,
      url: image.url,
      name: image.origName.slice(0, NAME_MAX),
      size: Math.ceil((file?.size ?? 0) / KILOBYTE),
    })
    count += 1
  }
  return { count }
}

export const handlers: Handlers = { 'folder/addImage': addImage }
