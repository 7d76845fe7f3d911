/** Small files of every kind that may or may not be uploaded, made here. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'

/** A picture of 40 × 20 red pixels; a JPEG comes with the place where it was taken. */
export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif', width = 40, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c03030' } })
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '29/1 33/1 0/1' } })
    .toFormat(format)
    .toBuffer()

/** A JPEG that is to be shown turned by a quarter. */
export const turned = (): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#3030c0' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

/** A small picture whose head says that it is so many pixels wide and high, made in passes where its format can be. */
export async function grown(format: 'jpeg' | 'png' | 'avif', side: number): Promise<Buffer> {
  const small = sharp({ create: { width: 64, height: 64, channels: 4, background: '#30c03080' } })
  if (format === 'jpeg') {
    const bytes = await small.jpeg({ progressive: true }).toBuffer()
    const at = bytes.indexOf(Buffer.from('ffc2', 'hex'))
    bytes.writeUInt16BE(side, at + 5)
    bytes.writeUInt16BE(side, at + 7)
    return bytes
  }
  if (format === 'png') {
    const bytes = await small.toColourspace('rgb16').png({ progressive: true }).toBuffer()
    bytes.writeUInt32BE(side, 16)
    bytes.writeUInt32BE(side, 20)
    bytes.writeInt32BE(crc32(bytes.subarray(12, 29)) | 0, 29)
    return bytes
  }
  const bytes = await small.avif({ effort: 0 }).toBuffer()
  for (let at = bytes.indexOf('ispe'); at >= 0; at = bytes.indexOf('ispe', at + 1)) {
    bytes.writeUInt32BE(side, at + 8)
    bytes.writeUInt32BE(side, at + 12)
  }
  return bytes
}

const box = (brand: string): Buffer =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}`),
    Buffer.from('\0\0\0\0isommp42'),
    Buffer.alloc(400, 1),
  ])
export const mp4 = box('isom')
export const mov = box('qt  ')
export const webm = Buffer.concat([Buffer.from('1a45dfa3', 'hex'), Buffer.alloc(100, 1)])
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')

interface Entry {
  name: string
  bytes?: Buffer
  claims?: number
}

/** A zip container; `claims`: the unpacked size its directory states. */
export function zip(entries: readonly Entry[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, bytes = Buffer.alloc(0), claims = bytes.length } of entries) {
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(claims, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    const head = Buffer.concat([Buffer.from('504b0304', 'hex'), common, Buffer.from(name), bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), common, tail, Buffer.from(name)]))
    local.push(head)
    at += head.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(central).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...local, ...central, Buffer.from('504b0506', 'hex'), end])
}

const types = { name: '[Content_Types].xml', bytes: Buffer.from('<Types/>') }
export const xlsx = (more: readonly Entry[] = []): Buffer =>
  zip([types, { name: 'xl/workbook.xml', bytes: Buffer.from('<workbook/>') }, ...more])
export const docx = (more: readonly Entry[] = []): Buffer =>
  zip([types, { name: 'word/document.xml', bytes: Buffer.from('<document/>') }, ...more])
