/**
 * Arithmetic on decimals as in the database: 0.1 + 0.2 is 0.3. Every result is rounded to six digits, half away from
 * zero, so that each step of a calculation is exact for money, rates and counts.
 */

/** Digits after the point that a result keeps. */
export const DIGITS = 6

/** Above this a double has no digits left after the point. */
const WHOLE = 1e15

/** Rounded half away from zero, as the decimal number of the double (1.005 → 1.01). Not finite: null. */
export function roundTo(x: number, digits: number): number | null {
  if (!Number.isFinite(x)) return null
  if (Math.abs(x) >= WHOLE) return x
  // A double has fifteen reliable significant digits: the digits after them are noise of base two.
  const [mantissa, exponent] = Math.abs(x).toExponential(14).split('e') as [string, string]
  const scaled = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`))
  return Math.sign(x) * Number(`${scaled}e-${digits}`) + 0
}

const exact = (x: number) => roundTo(x, DIGITS)

/** The remainder in whole millionths, so that 0.3 % 0.1 is 0. It has the sign of the first number. */
function remainder(a: number, b: number): number | null {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return null
  const units = (x: number) => BigInt(Math.round(x * 10 ** DIGITS))
  return units(b) === 0n ? null : exact(Number(units(a) % units(b)) / 10 ** DIGITS)
}

/** The operators; dividing by zero gives null. */
export const OPERATORS: Record<'+' | '-' | '*' | '/' | '%', (a: number, b: number) => number | null> = {
  '+': (a, b) => exact(a + b),
  '-': (a, b) => exact(a - b),
  '*': (a, b) => exact(a * b),
  '/': (a, b) => (b === 0 ? null : exact(a / b)),
  '%': remainder,
}
