/** Entries of a record (a group, or a list of them) that come back as they were shown: what was masked in them is unchanged. */
import { membersOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { sameValue } from './rows.ts'

type Entry = Record<string, unknown>

const isEntry = (value: unknown): value is Entry => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a nested field with what came back masked put back as it is. All three in wire form. */
export function unmasked(field: FieldModel, sent: unknown, shown: unknown, whole: unknown): unknown {
  if (field.type === 'group') return putBack(field, sent, shown, whole)
  if (!Array.isArray(sent) || !Array.isArray(shown) || !Array.isArray(whole)) return sent
  const from = origins(field, sent, shown)
  return sent.map((entry, i) => {
    const at = from[i]
    return at === undefined ? entry : putBack(field, entry, shown[at], whole[at])
  })
}

function putBack(field: FieldModel, sent: unknown, shown: unknown, whole: unknown): unknown {
  if (!isEntry(sent) || !isEntry(shown) || !isEntry(whole)) return sent
  const kept = maskedOf(field).filter((name) => sent[name] === shown[name])
  return { ...sent, ...Object.fromEntries(kept.map((name) => [name, whole[name]])) }
}

const maskedOf = (field: FieldModel): string[] =>
  membersOf(field)
    .filter((one) => one.masked)
    .map((one) => one.name)

/**
 * Which entry of the record each that was sent is: entries have no numbers of their own. First those that are just as
 * they were shown, wherever they stand by now; of the others the one in the same place, or the only one left, that
 * shows the same masked text. Where two could be meant, none is.
 */
function origins(field: FieldModel, sent: readonly unknown[], shown: readonly unknown[]): (number | undefined)[] {
  const free = new Set(shown.keys())
  const take = (at: number | undefined): number | undefined => {
    if (at !== undefined) free.delete(at)
    return at
  }
  const whole = membersOf(field).map((one) => one.name)
  const same = sent.map((entry) => take([...free].find((at) => agree(entry, shown[at], whole))))
  const masked = maskedOf(field)
  return sent.map((entry, i) => {
    if (same[i] !== undefined) return same[i]
    const held = masked.filter((name) => isEntry(entry) && !isEmpty(entry[name]))
    const fits = [...free].filter((at) => held.some((name) => agree(entry, shown[at], [name])))
    return take(fits.includes(i) ? i : fits.length === 1 ? fits[0] : undefined)
  })
}

const agree = (a: unknown, b: unknown, names: readonly string[]): boolean =>
  isEntry(a) && isEntry(b) && names.every((name) => sameValue(a[name] ?? null, b[name] ?? null))
