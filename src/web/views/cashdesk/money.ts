/** Amounts at the desk: yuan on the wire, added up in cents so that nothing is lost. */
const CENTS = 100

/** Yuan as whole cents; nothing counts as none. */
export const centsOf = (yuan: unknown): number => Math.round(Number(yuan ?? 0) * CENTS)

export const yuanOf = (cents: number): number => cents / CENTS

/** The sum of amounts, in cents. */
export const sumOf = (amounts: readonly unknown[]): number =>
  amounts.reduce<number>((sum, one) => sum + centsOf(one), 0)
