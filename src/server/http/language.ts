/** The language a request is answered in. */
import type { Lang } from '../../model/model.ts'

/**
 * `X-Lang` first, then the first language of the product that `Accept-Language` names; where it names none, the only one
 * that the product has, else Chinese (rules 6.7).
 */
export function languageOf(headers: Headers, { available }: { available: readonly Lang[] }): Lang {
  const named = headers.get('x-lang') ?? headers.get('accept-language') ?? ''
  const tags = named.split(',').map((part) => part.trim().slice(0, 2).toLowerCase())
  const found = tags.find((tag) => available.some((lang) => lang === tag))
  return available.find((lang) => lang === found) ?? (available.includes('zh') ? 'zh' : (available[0] ?? 'zh'))
}
