/** Pages of a list: by number while they can be counted, by cursor beyond. */
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'

/** Counts are exact up to this many rows, then say that there are more (decision 0027). */
export const COUNT_MAX = 10_000

/** The rows of a tab are counted up to this many where the whole list is beyond {@link COUNT_MAX}. */
export const TAB_MAX = 1_000

/** Page number and size, checked. */
interface PageAsked {
  limit: number
  offset: number
  pageNO: number
}

/** `pageNO` from 1, `pageRows` up to the product's limit. Pages behind the counted rows are reached by `after` only. */
export function parsePage(payload: Record<string, unknown>, usual: number, most: number): PageAsked {
  const pageNO = wholeNumber(payload.pageNO, 1, 'pageNO')
  const limit = wholeNumber(payload.pageRows, usual, 'pageRows')
  if (limit > most) refuse('badPage', { field: 'pageRows' })
  const offset = (pageNO - 1) * limit
  if (offset >= COUNT_MAX) refuse('deepPage', { field: 'pageNO', holes: { max: COUNT_MAX } })
  return { limit, offset, pageNO }
}

function wholeNumber(value: unknown, otherwise: number, field: string): number {
  if (isEmpty(value)) return otherwise
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 1e9)
    return refuse('badPage', { field })
  return number
}
