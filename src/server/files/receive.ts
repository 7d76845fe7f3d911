/** Takes one uploaded file in: checked, cleaned, stored, and entered where the product keeps its files. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import type { Text } from '../../model/model.ts'
import type { Actor, FileStore } from '../types.ts'
import { PictureTooLarge } from './images.ts'
import { remakeImage, viewsOf } from './pictures.ts'
import { kindOf, looksLikeImage } from './kinds.ts'
import type { FileGroup, FileKind } from './kinds.ts'
import { durationOf } from './films.ts'
import type { SentFile } from './multipart.ts'
import { cleanName, newKey, pathOfKey, sealedKey } from './names.ts'
import { saneZip } from './zip.ts'

/** What a route takes: kinds of files, and how large each may be (bytes). */
export type Allowed = Partial<Record<FileGroup, number>>

/** A stored file as the wire carries it (rules 6.3). */
interface Upload {
  id: number
  url: string
  origName: string
}

/** A file that is not taken, with the sentence to say. */
export class FileRefused extends Error {
  readonly text: Text
  constructor(text: Text) {
    super(text.en)
    this.text = text
  }
}

const refuse = (zh: string, en: string): never => {
  throw new FileRefused({ zh, en })
}

const refuseKind = (): never =>
  refuse(
    '不支持的文件类型，或内容与扩展名不符',
    'This type of file is not accepted, or its content is not what its name says',
  )

/** What the product notes of a stored file. Sizes in bytes and pixels. */
export interface FileEntry {
  origName: string
  url: string
  size: number
  mimeType: string
  sha1: string
  width?: number
  height?: number
  /** Of a film, where it says so (seconds). */
  duration?: number
  /** Of an original: the pictures made from it, each under a key of its own. */
  thumbUrl?: string
  viewUrl?: string
  /** What customers look at: smaller, with a watermark burnt in. */
  previewUrl?: string
  smallPreviewUrl?: string
}

/** Notes a stored file; answers its id. */
export type EnterFile = (entry: FileEntry, actor: Actor) => Promise<number>

interface ReceiveDeps {
  files: FileStore
  enter: EnterFile
}

/**
 * Stores a picture as it came, to the last byte, with pictures of it to look at. Whoever is to have the original gets
 * a signed address. Throws {@link FileRefused}.
 */
export async function receiveOriginal(
  given: SentFile,
  allowed: Allowed,
  actor: Actor,
  deps: ReceiveDeps,
): Promise<Upload> {
  const name = cleanName(given.name)
  const kind = check(name, given, await lookedAt(name, given.path), allowed)
  const made = await viewsOf(given.path).catch(damaged)
  const url = sealedKey(kind.extensions[0] as string)
  await deps.files.putFile(pathOfKey(url), given.path, kind.mime)
  const put = async (key: string, bytes: Buffer, mime: string): Promise<string> => {
    await deps.files.put(pathOfKey(key), bytes, mime)
    return `/files/${key}`
  }
  const [viewUrl, thumbUrl, previewUrl, smallPreviewUrl] = [
    await put(newKey('jpg'), made.view, 'image/jpeg'),
    await put(newKey('webp'), made.thumb, 'image/webp'),
    await put(newKey('webp'), made.preview, 'image/webp'),
    await put(newKey('webp'), made.smallPreview, 'image/webp'),
  ]
  const { width, height } = made
  const { size, sha1 } = given
  const urls = { url: `/files/${url}`, thumbUrl, viewUrl, previewUrl, smallPreviewUrl }
  const id = await deps.enter({ ...namesOf(name, kind), size, sha1, ...urls, width, height }, actor)
  return { id, url: thumbUrl, origName: name }
}

/** Stores a file for a person. Throws {@link FileRefused}. */
export async function receiveFile(given: SentFile, allowed: Allowed, actor: Actor, deps: ReceiveDeps): Promise<Upload> {
  const name = cleanName(given.name)
  const bytes = await lookedAt(name, given.path)
  const kind = check(name, given, bytes, allowed)
  const image = kind.group === 'image' ? await remakeImage(given.path, kind.name).catch(damaged) : undefined
  const key = newKey(kind.extensions[0] as string)
  if (image) await deps.files.put(pathOfKey(key), image.bytes, kind.mime)
  else await deps.files.putFile(pathOfKey(key), given.path, kind.mime)
  for (const small of image?.small ?? []) await deps.files.put(pathOfKey(key, small.width), small.bytes, 'image/webp')
  const url = `/files/${key}`
  const duration = kind.group === 'video' ? durationOf(bytes) : undefined
  const { size, sha1 } = image ? measured(image.bytes) : given
  const entry = { ...namesOf(name, kind), size, sha1, url, ...(duration === undefined ? {} : { duration }) }
  const id = await deps.enter({ ...entry, width: image?.width, height: image?.height }, actor)
  return { id, url, origName: name }
}

const namesOf = (origName: string, kind: FileKind) => ({ origName, mimeType: kind.mime.split(';')[0] as string })

/** The first and the last bytes of a film, in which it says its kind and its length. */
const ENDS = 4 * 1024 * 1024

/** Stores a large file that lies somewhere already, without holding it in memory. Throws {@link FileRefused}. */
export async function receiveLarge(
  given: { name: string; path: string; size: number },
  allowed: Allowed,
  actor: Actor,
  deps: ReceiveDeps,
): Promise<Upload> {
  const origName = cleanName(given.name)
  const [head, tail] = await endsOf(given.path, given.size)
  const kind = kindOf(origName, head)
  const max = kind && allowed[kind.group]
  if (!kind || max === undefined || given.size > max) return refuseKind()
  const key = newKey(kind.extensions[0] as string)
  await deps.files.putFile(pathOfKey(key), given.path, kind.mime)
  const url = `/files/${key}`
  const duration = durationOf(head) ?? durationOf(tail)
  const id = await deps.enter(
    {
      ...{ ...namesOf(origName, kind), url, size: given.size },
      sha1: await sha1Of(given.path),
      ...(duration === undefined ? {} : { duration }),
    },
    actor,
  )
  return { id, url, origName }
}

async function endsOf(path: string, size: number): Promise<[Buffer, Buffer]> {
  const file = await open(path)
  const part = async (from: number): Promise<Buffer> => {
    const length = Math.min(ENDS, size - from)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, from)
    return buffer
  }
  try {
    return [await part(0), await part(Math.max(0, size - ENDS))]
  } finally {
    await file.close()
  }
}

async function sha1Of(path: string): Promise<string> {
  const hash = createHash('sha1')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const measured = (bytes: Buffer) => ({ size: bytes.length, sha1: createHash('sha1').update(bytes).digest('hex') })

/** So much of a picture says what it is (bytes); what is in it is read by what writes it anew. */
const HEAD = 4096

/** The bytes that say what a file is: the beginning of a picture, and the whole of what is kept as it is. */
async function lookedAt(name: string, path: string): Promise<Buffer> {
  if (!looksLikeImage(name)) return await readFile(path)
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

function check(name: string, { size }: SentFile, bytes: Buffer, allowed: Allowed): FileKind {
  if (size === 0) return refuse('文件是空的', 'The file is empty')
  const kind = kindOf(name, bytes)
  const max = kind && allowed[kind.group]
  if (!kind || max === undefined) return refuseKind()
  if (size > max) return refuse(`文件不能超过 ${megabytes(max)} MB`, `The file must not exceed ${megabytes(max)} MB`)
  if (kind.name.endsWith('x') && !saneZip(bytes))
    return refuse('文件已损坏或解压后过大', 'The file is damaged, or far too large once unpacked')
  return kind
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

const damaged = (error: unknown): never =>
  error instanceof PictureTooLarge
    ? refuse('图片像素过大，请缩小后再上传', 'The picture has too many pixels; make it smaller first')
    : refuse('图片已损坏，无法读取', 'The picture is damaged and cannot be read')
