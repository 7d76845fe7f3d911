/** The language a request is answered in. */
import type { Lang } from '../../model/model.ts'

/** `X-Lang` first, then the first supported language of `Accept-Language`; Chinese when there is none. */
export function languageOf(headers: Headers): Lang {
  const named = headers.get('x-lang') ?? headers.get('accept-language')
  if (!named) return 'zh'
  for (const part of named.split(',')) {
    const tag = part.trim().slice(0, 2).toLowerCase()
    if (tag === 'en' || tag === 'zh') return tag
  }
  return 'zh'
}
