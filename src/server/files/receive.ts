/** Takes one uploaded file in: checked, cleaned, stored, and entered where the product keeps its files. */
import { createHash } from 'node:crypto'
import type { Text } from '../../model/model.ts'
import type { Actor, FileStore } from '../types.ts'
import { PictureTooLarge, remakeImage, viewsOf } from './images.ts'
import type { MadeImage } from './images.ts'
import { kindOf } from './kinds.ts'
import type { FileGroup, FileKind } from './kinds.ts'
import { durationOf } from './films.ts'
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
  given: { name: string; bytes: Buffer },
  allowed: Allowed,
  actor: Actor,
  deps: ReceiveDeps,
): Promise<Upload> {
  const name = cleanName(given.name)
  const kind = check(name, given.bytes, allowed)
  const made = await viewsOf(given.bytes).catch(damaged)
  const put = async (key: string, bytes: Buffer, mime: string): Promise<string> => {
    await deps.files.put(pathOfKey(key), bytes, mime)
    return `/files/${key}`
  }
  const [url, viewUrl, thumbUrl, previewUrl] = [
    await put(sealedKey(kind.extensions[0] as string), given.bytes, kind.mime),
    await put(newKey('jpg'), made.view, 'image/jpeg'),
    await put(newKey('webp'), made.thumb, 'image/webp'),
    await put(newKey('webp'), made.preview, 'image/webp'),
  ]
  const { width, height } = made
  const id = await deps.enter(
    { ...entryOf(name, kind, given.bytes), ...{ url, width, height, thumbUrl, viewUrl, previewUrl } },
    actor,
  )
  return { id, url: thumbUrl, origName: name }
}

/** Stores a file for a person. Throws {@link FileRefused}. */
export async function receiveFile(
  given: { name: string; bytes: Buffer },
  allowed: Allowed,
  actor: Actor,
  deps: ReceiveDeps,
): Promise<Upload> {
  const name = cleanName(given.name)
  const kind = check(name, given.bytes, allowed)
  const image = kind.group === 'image' ? await picture(given.bytes, kind) : undefined
  const bytes = image?.bytes ?? given.bytes
  const key = newKey(kind.extensions[0] as string)
  await deps.files.put(pathOfKey(key), bytes, kind.mime)
  for (const small of image?.small ?? []) await deps.files.put(pathOfKey(key, small.width), small.bytes, 'image/webp')
  const url = `/files/${key}`
  const duration = kind.group === 'video' ? durationOf(bytes) : undefined
  const entry = { ...entryOf(name, kind, bytes), url, ...(duration === undefined ? {} : { duration }) }
  const id = await deps.enter({ ...entry, width: image?.width, height: image?.height }, actor)
  return { id, url, origName: name }
}

const entryOf = (origName: string, kind: FileKind, bytes: Buffer) => ({
  origName,
  size: bytes.length,
  mimeType: kind.mime.split(';')[0] as string,
  sha1: createHash('sha1').update(bytes).digest('hex'),
})

function check(name: string, bytes: Buffer, allowed: Allowed): FileKind {
  if (bytes.length === 0) return refuse('文件是空的', 'The file is empty')
  const kind = kindOf(name, bytes)
  const max = kind && allowed[kind.group]
  if (!kind || max === undefined)
    return refuse(
      '不支持的文件类型，或内容与扩展名不符',
      'This type of file is not accepted, or its content is not what its name says',
    )
  if (bytes.length > max)
    return refuse(`文件不能超过 ${megabytes(max)} MB`, `The file must not exceed ${megabytes(max)} MB`)
  if (kind.name.endsWith('x') && !saneZip(bytes))
    return refuse('文件已损坏或解压后过大', 'The file is damaged, or far too large once unpacked')
  return kind
}

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024)

async function picture(bytes: Buffer, kind: FileKind): Promise<MadeImage> {
  return remakeImage(bytes, kind.name).catch(damaged)
}

const damaged = (error: unknown): never =>
  error instanceof PictureTooLarge
    ? refuse('图片像素过大，请缩小后再上传', 'The picture has too many pixels; make it smaller first')
    : refuse('图片已损坏，无法读取', 'The picture is damaged and cannot be read')
