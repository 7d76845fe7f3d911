/** Kinds of files that may be uploaded, and how their first bytes look (check 24). */

/** `image`: decoded and written anew. `video`, `audio`: kept as it is, played inline. `document`: kept, only ever downloaded. */
/** `print`: made by the server to be printed; `packed`: to be saved; nobody uploads one. */
export type FileGroup = 'image' | 'video' | 'audio' | 'document' | 'print' | 'packed'

export interface FileKind {
  name: string
  group: FileGroup
  /** Extensions under which it may come; the first is the one it is stored under. */
  extensions: readonly string[]
  mime: string
  matches(bytes: Buffer): boolean
}

const starts =
  (...hex: string[]) =>
  (bytes: Buffer): boolean =>
    hex.some((one) => bytes.subarray(0, one.length / 2).equals(Buffer.from(one, 'hex')))
const text = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length)
/** The brand of an ISO media file (mp4, mov, heic, avif). */
const brand =
  (...brands: string[]) =>
  (bytes: Buffer): boolean =>
    text(bytes, 4, 4) === 'ftyp' && brands.some((one) => text(bytes, 8, 4).startsWith(one))
const riff =
  (form: string) =>
  (bytes: Buffer): boolean =>
    text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 4) === form
const zipWith =
  (part: string) =>
  (bytes: Buffer): boolean =>
    starts('504b0304')(bytes) && bytes.includes('[Content_Types].xml') && bytes.includes(part)

const FILE_KINDS: readonly FileKind[] = [
  {
    name: 'jpeg',
    group: 'image',
    extensions: ['jpg', 'jpeg', 'jpe', 'jfif'],
    mime: 'image/jpeg',
    matches: starts('ffd8ff'),
  },
  { name: 'png', group: 'image', extensions: ['png'], mime: 'image/png', matches: starts('89504e470d0a1a0a') },
  {
    name: 'gif',
    group: 'image',
    extensions: ['gif'],
    mime: 'image/gif',
    matches: starts('474946383761', '474946383961'),
  },
  { name: 'webp', group: 'image', extensions: ['webp'], mime: 'image/webp', matches: riff('WEBP') },
  { name: 'avif', group: 'image', extensions: ['avif'], mime: 'image/avif', matches: brand('avif', 'avis') },
  {
    name: 'mp4',
    group: 'video',
    extensions: ['mp4', 'm4v'],
    mime: 'video/mp4',
    matches: brand('isom', 'iso', 'mp4', 'avc1', 'M4V', 'dash', 'MSNV'),
  },
  { name: 'mov', group: 'video', extensions: ['mov'], mime: 'video/quicktime', matches: brand('qt') },
  { name: 'webm', group: 'video', extensions: ['webm', 'mkv'], mime: 'video/webm', matches: starts('1a45dfa3') },
  {
    name: 'mp3',
    group: 'audio',
    extensions: ['mp3'],
    mime: 'audio/mpeg',
    matches: starts('494433', 'fffb', 'fff3', 'fff2'),
  },
  { name: 'm4a', group: 'audio', extensions: ['m4a'], mime: 'audio/mp4', matches: brand('M4A', 'mp4', 'isom') },
  { name: 'wav', group: 'audio', extensions: ['wav'], mime: 'audio/wav', matches: riff('WAVE') },
  { name: 'pdf', group: 'document', extensions: ['pdf'], mime: 'application/pdf', matches: starts('255044462d') },
  {
    name: 'xlsx',
    group: 'document',
    extensions: ['xlsx'],
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    matches: zipWith('xl/'),
  },
  {
    name: 'docx',
    group: 'document',
    extensions: ['docx'],
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    matches: zipWith('word/'),
  },
  { name: 'csv', group: 'document', extensions: ['csv', 'txt'], mime: 'text/plain; charset=utf-8', matches: plainText },
  { name: 'zip', group: 'packed', extensions: ['zip'], mime: 'application/zip', matches: () => false },
  { name: 'sheet', group: 'print', extensions: ['html'], mime: 'text/html; charset=utf-8', matches: () => false },
]

/** Text without control characters whose beginning is no markup: what a browser might take for a page is no table. */
function plainText(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 64 * 1024)
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) return false
  return !/<\s*[!?/a-z]/i.test(head.toString('latin1'))
}

/** The extension of a name, lower case, without the dot. */
export const extensionOf = (name: string): string => (/\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1] ?? '').toLowerCase()

/** Whether a name claims to be a picture. */
export const looksLikeImage = (name: string): boolean =>
  FILE_KINDS.some(({ group, extensions }) => group === 'image' && extensions.includes(extensionOf(name)))

/** The kind of a file: its name claims one, and its bytes must agree. Nothing: refused. */
export function kindOf(name: string, bytes: Buffer): FileKind | undefined {
  const extension = extensionOf(name)
  return FILE_KINDS.find((kind) => kind.extensions.includes(extension) && kind.matches(bytes))
}

/** The kind stored under an extension, for serving. */
export const kindOfExtension = (extension: string): FileKind | undefined =>
  FILE_KINDS.find((kind) => kind.extensions[0] === extension)
