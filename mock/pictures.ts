/** Drawn pictures that stand for photos of the demo: the files of `src/web/public/demo`. */
import { createHash } from 'node:crypto'
import type { Seeder } from './seeder.ts'

/** Every third picture from the second on stands upright. */
const PICTURES = 12
const isUpright = (picture: number): boolean => picture % 3 === 1

/** Files as uploads leave them, one a name; `key` says whose they are, `from` which picture comes first. */
export function addPictures(s: Seeder, key: string, names: readonly string[], from: number): Promise<number[]> {
  return s.addAll(
    'uploadFile',
    names.map((origName, i) => {
      const picture = (from + i) % PICTURES
      const drawn = `/demo/${String(picture + 1).padStart(2, '0')}`
      const url = `${drawn}.svg`
      const [width, height] = isUpright(picture) ? [4000, 6000] : [6000, 4000]
      return {
        origName,
        sha1: createHash('sha1').update(`${key} ${i}`).digest('hex'),
        mimeType: 'image/jpeg',
        size: 5_000_000 + i * 131_072,
        ...{ url, thumbUrl: url, viewUrl: url, previewUrl: `${drawn}-preview.svg`, width, height },
        smallPreviewUrl: `${drawn}-preview.svg`,
      }
    }),
  )
}

/** Pictures as a record holds them, one a name: no originals, so that nobody takes them away by night. */
export async function addedPictures(
  s: Seeder,
  key: string,
  names: readonly string[],
  from: number,
): Promise<{ id: number; url: string; origName: string }[]> {
  const drawn = names.map((origName, i) => ({
    origName,
    url: `/demo/${String(((from + i) % PICTURES) + 1).padStart(2, '0')}.svg`,
  }))
  const ids = await s.addAll(
    'uploadFile',
    drawn.map((one, i) => ({
      ...one,
      sha1: createHash('sha1').update(`${key} ${i}`).digest('hex'),
      mimeType: 'image/svg+xml',
      size: 20_000,
    })),
  )
  return ids.map((id, i) => ({ id, ...drawn[i]! }))
}

/** Drawn films of a few seconds, as uploads leave them, one a name. */
const FILMS = 2
export function addFilms(s: Seeder, key: string, names: readonly string[], from: number): Promise<number[]> {
  return s.addAll(
    'uploadFile',
    names.map((origName, i) => ({
      origName,
      sha1: createHash('sha1').update(`${key} ${i}`).digest('hex'),
      mimeType: 'video/webm',
      ...{ url: `/demo/film-${((from + i) % FILMS) + 1}.webm`, size: 28_000, duration: 6 },
    })),
  )
}
