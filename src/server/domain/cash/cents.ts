/** Amounts in whole cents. */
import { formatMoney } from '../../../model/format.ts'
import type { Cents } from '../../../model/units.ts'

/** An amount as people read it; nothing counts as none. */
export const yuan = (cents: Cents | null | undefined): string => formatMoney((cents ?? 0) / 100)

/** The sum of amounts; nothing counts as none. */
export const sum = (amounts: readonly (Cents | null | undefined)[]): Cents =>
  amounts.reduce<Cents>((all, one) => all + (one ?? 0), 0)

/** A share of an amount, rounded to the cent, half away from nothing. */
export const share = (amount: Cents, ratio: number): Cents =>
  Math.sign(amount) * Math.round(Math.abs(amount) * ratio + 1e-9)

/** An amount by ratios that add up to one: rounded to cents, the last takes what is left, so that nothing is lost (rules 2.2). */
export function splitByRatio(amount: Cents, ratios: readonly number[]): Cents[] {
  const parts = ratios.map((ratio) => share(amount, ratio))
  const rest = amount - sum(parts.slice(0, -1))
  return parts.map((part, at) => (at === parts.length - 1 ? rest : part))
}

/** Fills amounts one after the other until nothing is left: how much each gets. */
export function fillInOrder(amount: Cents, limits: readonly Cents[]): Cents[] {
  let left = amount
  return limits.map((limit) => {
    const taken = Math.min(left, limit)
    left -= taken
    return taken
  })
}
