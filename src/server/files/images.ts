/**
 * Pictures are decoded and written anew: what is stored is an image and nothing else, without the place where it
 * was taken. Smaller ones are made for lists (320 px) and previews (1200 px).
 */
import sharp from 'sharp'
import type { Metadata, Sharp } from 'sharp'
import { Lane } from '../lane.ts'

// Nothing is asked for twice, and what is kept would stay in memory.
sharp.cache(false)

/** Widths made beside the picture itself; asked for as `?w=320`. */
export const WIDTHS = [320, 1200] as const
/** Sixty-one megapixels are the largest camera of the trade; twice that is an attack. */
const MAX_PIXELS = 120_000_000
/** Memory that pictures may take at once (MB): one larger picture, or two ordinary ones. */
const MEMORY = 560
/** The least that a picture is counted for (MB): two at once. */
const LEAST = MEMORY / 2
const MB = 1024 * 1024

/** Bytes that a pixel counts for where a format is unpacked whole (a GIF takes time besides); JPEG and PNG come line by line unless they are made in passes. */
const WHOLE: Partial<Record<string, number>> = { webp: 8, gif: 24, heif: 26 }

/** About how much memory it takes to write a picture anew (MB), by what its head says: a small file may hold a large picture. */
function memoryFor({
  format,
  width,
  height,
  pages = 1,
  channels,
  depth,
  isProgressive,
  orientation,
}: Metadata): number {
  const pixel = channels * (depth === 'ushort' ? 2 : 1)
  const passes = isProgressive ? (format === 'jpeg' ? 2 * pixel : pixel) : 0
  // What is turned is held whole to be turned.
  const turned = (orientation ?? 1) > 1 ? pixel : 0
  return (width * height * pages * ((WHOLE[format] ?? passes) + turned)) / MB
}

/** A picture that takes more memory than there is for pictures. */
export class PictureTooLarge extends Error {}

/** The bytes of a picture, or the file they lie in. */
type Picture = Buffer | string

const lane = new Lane({ running: MEMORY, waiting: Infinity })

/** Works on a picture when there is memory for it. */
async function inTurn<T>(picture: Picture, work: () => Promise<T>): Promise<T> {
  const memory = memoryFor(await sharp(picture, { limitInputPixels: MAX_PIXELS }).metadata())
  if (memory > MEMORY) throw new PictureTooLarge()
  return lane.pass(work, Math.max(LEAST, Math.ceil(memory)))
}

/** A picture as it is kept, and its smaller ones. */
export interface MadeImage {
  bytes: Buffer
  width: number
  height: number
  small: { width: number; bytes: Buffer }[]
}

/** The picture anew in its own format with its smaller ones. Throws on what is no picture. */
export function remakeImage(picture: Picture, kind: string): Promise<MadeImage> {
  return inTurn(picture, async () => {
    const animated = kind === 'gif' || kind === 'webp'
    const source = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated })
      .autoOrient()
      .keepIccProfile()
    const { data, info } = await encode(source, kind).toBuffer({ resolveWithObject: true })
    const large = await shrink(picture, WIDTHS[1])
    const small = [
      { width: WIDTHS[0], bytes: await shrink(large, WIDTHS[0]) },
      { width: WIDTHS[1], bytes: large },
    ]
    return { bytes: data, width: info.width, height: info.pageHeight ?? info.height, small }
  })
}

/** Photographs lose nothing that is seen: they go to print from here. Best codes of a JPEG would take the whole picture in memory. */
function encode(image: Sharp, kind: string): Sharp {
  if (kind === 'png') return image.png({ compressionLevel: 8 })
  if (kind === 'gif') return image.gif()
  if (kind === 'webp') return image.webp({ quality: 95 })
  if (kind === 'avif') return image.avif({ quality: 80 })
  return image.jpeg({ quality: 95, chromaSubsampling: '4:4:4', optimizeCoding: false })
}

const shrink = (picture: Picture, width: number): Promise<Buffer> =>
  sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()

/** The longest side of the picture that is looked at, of the one for customers, and of the one in a wall (px). */
const VIEW = 2048
const PREVIEW = 1200
const THUMB = 480
/** How hard WebP is pressed: half the time of the usual 4, for files one percent larger. */
const EFFORT = 2

/** What is made of an original, which itself stays as it came. `width`, `height`: of the original as it is looked at (px). */
export interface MadeViews {
  width: number
  height: number
  /** JPEG: written in a fifth of the time of a WebP, which counts while a session of hundreds comes in. */
  view: Buffer
  /** WebP, with the watermark burnt in: to look at, and for a wall. */
  preview: Buffer
  smallPreview: Buffer
  /** WebP. */
  thumb: Buffer
}

/** Pictures of an original to look at, without the place where it was taken. Throws on what is no picture. */
export function viewsOf(picture: Picture): Promise<MadeViews> {
  return inTurn(picture, async () => {
    const source = sharp(picture, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    const { autoOrient } = await source.metadata()
    const { data, info } = await source
      .autoOrient()
      .resize({ width: VIEW, height: VIEW, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
    const view = await pixels().jpeg({ quality: 82 }).toBuffer()
    const within = (side: number) =>
      pixels().resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    const small = await within(THUMB).raw().toBuffer({ resolveWithObject: true })
    const { width, height, channels } = small.info
    const smallPixels = () => sharp(small.data, { raw: { width, height, channels } })
    const thumb = await smallPixels().webp({ quality: 72, effort: EFFORT }).toBuffer()
    const preview = await marked(within(PREVIEW))
    const smallPreview = await marked(smallPixels())
    return { width: autoOrient.width, height: autoOrient.height, view, preview, smallPreview, thumb }
  })
}

/** Draws the watermark over a whole picture. */
async function marked(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
    .composite([{ input: await markOf(width, height), raw: { width, height, channels: 4 } }])
    .webp({ quality: 76, effort: EFFORT })
    .toBuffer()
}

/** The watermarks drawn last, for pictures of their size: those of a session are alike but for turning, large and small. */
const marks = new Map<string, Promise<Buffer>>()
const MARKS_KEPT = 4

/** The watermark in pixels (RGBA): drawing it takes longer than laying it over a picture. */
function markOf(width: number, height: number): Promise<Buffer> {
  const size = `${width}x${height}`
  const drawn =
    marks.get(size) ??
    sharp(Buffer.from(watermark(width, height)))
      .ensureAlpha()
      .raw()
      .toBuffer()
  marks.delete(size)
  marks.set(size, drawn)
  drawn.catch(() => marks.delete(size))
  for (const oldest of marks.keys()) if (marks.size > MARKS_KEPT) marks.delete(oldest)
  return drawn
}

/** One ring of the watermark every so many pixels. */
const MARK_EVERY = 180

/**
 * An aperture, again and again, across: light beside dark, so that it is seen on any picture. Lines and rings need no
 * font of the machine.
 */
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
