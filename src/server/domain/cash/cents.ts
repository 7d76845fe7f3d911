/** Amounts in whole cents. */

/** The sum of amounts; nothing counts as none. */
export const sum = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((all, one) => all + Number(one ?? 0), 0)

/** A share of an amount, rounded to the cent, half away from nothing. */
export const share = (amount: number, ratio: number): number =>
  Math.sign(amount) * Math.round(Math.abs(amount) * ratio + 1e-9)

/** An amount by ratios that add up to one: rounded to cents, the last takes what is left, so that nothing is lost (rules 2.2). */
export function splitByRatio(amount: number, ratios: readonly number[]): number[] {
  const parts = ratios.map((ratio) => share(amount, ratio))
  const rest = amount - sum(parts.slice(0, -1))
  return parts.map((part, at) => (at === parts.length - 1 ? rest : part))
}

/** Fills amounts one after the other until nothing is left: how much each gets. */
export function fillInOrder(amount: number, limits: readonly number[]): number[] {
  let left = amount
  return limits.map((limit) => {
    const taken = Math.min(left, limit)
    left -= taken
    return taken
  })
}
