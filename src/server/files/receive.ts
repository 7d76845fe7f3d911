/** Takes one uploaded file in: checked, cleaned, stored, and entered where the product keeps its files. */
import { createHash } from 'node:crypto'
import type { Text } from '../../model/model.ts'
import type { Actor, FileStore } from '../types.ts'
import { remakeImage } from './images.ts'
import type { MadeImage } from './images.ts'
import { kindOf } from './kinds.ts'
import type { FileGroup, FileKind } from './kinds.ts'
import { cleanName, newKey, pathOfKey } from './names.ts'
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
}

/** Notes a stored file; answers its id. */
export type EnterFile = (entry: FileEntry, actor: Actor) => Promise<number>

interface ReceiveDeps {
  files: FileStore
  enter: EnterFile
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
  const id = await deps.enter(
    {
      origName: name,
      url,
      size: bytes.length,
      mimeType: kind.mime.split(';')[0] as string,
      width: image?.width,
      height: image?.height,
      sha1: createHash('sha1').update(bytes).digest('hex'),
    },
    actor,
  )
  return { id, url, origName: name }
}

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
  return remakeImage(bytes, kind.name).catch(() =>
    refuse('图片已损坏，无法读取', 'The picture is damaged and cannot be read'),
  )
}
