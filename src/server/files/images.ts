/**
 * Pictures are decoded and written anew: what is stored is an image and nothing else, without the place where it
 * was taken. Smaller ones are made for lists (320 px) and previews (1200 px).
 */
import sharp from 'sharp'
import type { Sharp } from 'sharp'

/** Widths made beside the picture itself; asked for as `?w=320`. */
export const WIDTHS = [320, 1200] as const
/** Sixty-one megapixels are the largest camera of the trade; twice that is an attack. */
const MAX_PIXELS = 120_000_000
/** Pictures worked on at once: each needs its pixels in memory. */
const AT_ONCE = 2

export interface MadeImage {
  bytes: Buffer
  width: number
  height: number
  small: { width: number; bytes: Buffer }[]
}

/** The picture anew in its own format with its smaller ones. Throws on what is no picture. */
export function remakeImage(bytes: Buffer, kind: string): Promise<MadeImage> {
  return inTurn(async () => {
    const animated = kind === 'gif' || kind === 'webp'
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
      .autoOrient()
      .keepIccProfile()
    const { data, info } = await encode(source, kind).toBuffer({ resolveWithObject: true })
    const small = await Promise.all(WIDTHS.map(async (width) => ({ width, bytes: await shrink(bytes, width) })))
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, small }
  })
}

/** Photographs lose nothing that is seen: they go to print from here. */
function encode(image: Sharp, kind: string): Sharp {
  if (kind === 'png') return image.png({ compressionLevel: 8 })
  if (kind === 'gif') return image.gif()
  if (kind === 'webp') return image.webp({ quality: 95 })
  if (kind === 'avif') return image.avif({ quality: 80 })
  return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
}

const shrink = (bytes: Buffer, width: number): Promise<Buffer> =>
  sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()

/** The longest side of the picture that is looked at, of the one for customers, and of the one in a wall (px). */
const VIEW = 2048
const PREVIEW = 1200
const THUMB = 480

/** What is made of an original, which itself stays as it came. `width`, `height`: of the original as it is looked at (px). */
interface MadeViews {
  width: number
  height: number
  view: Buffer
  /** With the watermark burnt in. */
  preview: Buffer
  thumb: Buffer
}

/** Pictures of an original to look at, without the place where it was taken. Throws on what is no picture. */
export function viewsOf(bytes: Buffer): Promise<MadeViews> {
  return inTurn(async () => {
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { autoOrient } = await source.metadata()
    const { data, info } = await source
      .autoOrient()
      .resize({ width: VIEW, height: VIEW, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const view = await pixels().webp({ quality: 80 }).toBuffer()
    const thumb = await pixels()
      .resize({ width: THUMB, height: THUMB, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 72 })
      .toBuffer()
    const preview = await marked(
      pixels().resize({ width: PREVIEW, height: PREVIEW, fit: 'inside', withoutEnlargement: true }),
    )
    return { width: autoOrient.width, height: autoOrient.height, view, preview, thumb }
  })
}

/** Draws the watermark over a whole picture: lines and rings, which need no font of the machine. */
async function marked(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.png({ compressionLevel: 1 }).toBuffer({ resolveWithObject: true })
  return sharp(data)
    .composite([{ input: Buffer.from(watermark(info.width, info.height)) }])
    .webp({ quality: 76 })
    .toBuffer()
}

/** One ring of the watermark every so many pixels. */
const MARK_EVERY = 180

/** An aperture, again and again, across: light beside dark, so that it is seen on any picture. */
function watermark(width: number, height: number): string {
  const at = MARK_EVERY / 2
  const blades = [0, 60, 120, 180, 240, 300].map((angle) => `<path transform="rotate(${angle})" d="M0-16 L30-40"/>`)
  const ring = `<circle r="44"/><circle r="16"/>${blades.join('')}<path d="M44 0H${MARK_EVERY - 44}"/>`
  const drawn = (colour: string, by: number): string =>
    `<g transform="translate(${at + by} ${at + by})" stroke="${colour}" stroke-width="2" fill="none">${ring}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>
    <pattern id="m" width="${MARK_EVERY}" height="${MARK_EVERY}" patternUnits="userSpaceOnUse" patternTransform="rotate(-30)">
    ${drawn('rgba(0,0,0,.35)', 1)}${drawn('rgba(255,255,255,.5)', 0)}</pattern></defs>
    <rect width="100%" height="100%" fill="url(#m)"/></svg>`
}

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
