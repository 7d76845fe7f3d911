/** Looks into a zip container (xlsx, docx) without unpacking it: a small file that claims to become a huge one is refused. */

const MAX_ENTRIES = 2000
/** Unpacked size of a container (bytes), and the most a byte may become. */
const MAX_UNPACKED = 300 * 1024 * 1024
const MAX_RATIO = 120
/** Below this nothing is a bomb, however well it packs. */
const HARMLESS = 10 * 1024 * 1024

const END = 0x06054b50
const ENTRY = 0x02014b50

/** Whether the container's own directory is whole and claims no more than is sane. */
export function saneZip(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > bytes.length || bytes.readUInt32LE(end) !== END) return false
  const count = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  let unpacked = 0
  if (count > MAX_ENTRIES) return false
  for (let n = 0; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) return false
    unpacked += bytes.readUInt32LE(at + 24)
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28))
    if (name.includes('..') || name.startsWith('/') || name.includes('\\')) return false
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return unpacked <= HARMLESS || (unpacked <= MAX_UNPACKED && unpacked / bytes.length <= MAX_RATIO)
}
