/** Uploaded files in cells. */
import { NONE } from './cells.tsx'
import type { FieldView } from './types.ts'

/** An uploaded file as the wire carries it (rules 6.3). */
export interface Upload {
  id: number
  url: string
  origName: string
}

/** The files of a value, which is one file or a list. */
export function uploadsOf(value: unknown): Upload[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter(
    (one): one is Upload => typeof one === 'object' && one !== null && typeof (one as Upload).url === 'string',
  )
}

export const uploadNames: FieldView['text'] = (value, _row, _field, c) =>
  uploadsOf(value)
    .map((one) => one.origName)
    .join(c.lang === 'zh' ? '、' : ', ')

/** Small pictures that open in full size in another window. */
export const thumbnails: FieldView['cell'] = (value) => {
  const files = uploadsOf(value)
  if (files.length === 0) return NONE
  return (
    <span className="at-thumbs">
      {files.map((one) => (
        <a key={one.id} href={one.url} target="_blank" rel="noreferrer" tabIndex={-1}>
          <img src={smallUrl(one.url)} alt={one.origName} loading="lazy" />
        </a>
      ))}
    </span>
  )
}

/** The names of files, as links. */
export const fileLinks: FieldView['cell'] = (value) => {
  const files = uploadsOf(value)
  if (files.length === 0) return NONE
  return (
    <>
      {files.map((one) => (
        <a key={one.id} href={one.url} target="_blank" rel="noreferrer" className="at-file">
          {one.origName}
        </a>
      ))}
    </>
  )
}

/** The address of a picture at thumbnail size. */
export const smallUrl = (url: string): string =>
  /^\/files\/(?:[0-9a-f]{40}|v[\w-]+)\.(jpg|png|gif|webp|avif)$/.test(url) ? `${url}?w=320` : url
