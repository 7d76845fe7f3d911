/** Colours as sRGB channels 0–255. */
type Rgb = [number, number, number]

/** `#rgb` or `#rrggbb` into channels; anything else is black. */
function channels(hex: string): Rgb {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(hex)?.[1] ?? '000000'
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as Rgb
}

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Share of `to` mixed into `from`, 0…1. */
export function mix(from: string, to: string, share: number): string {
  const a = channels(from)
  const b = channels(to)
  return hexOf(a.map((part, at) => part + ((b[at] ?? 0) - part) * share) as Rgb)
}

/** Relative luminance as WCAG defines it. */
function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map((part) => {
    const linear = part / 255
    return linear <= 0.04045 ? linear / 12.92 : ((linear + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast of two colours, 1…21. */
export function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Hue 0…360, saturation and lightness 0…1. */
function hslOf(hex: string): [number, number, number] {
  const [r, g, b] = channels(hex).map((part) => part / 255) as Rgb
  const most = Math.max(r, g, b)
  const spread = most - Math.min(r, g, b)
  const lightness = most - spread / 2
  if (spread === 0) return [0, 0, lightness]
  const hue = most === r ? (g - b) / spread : most === g ? (b - r) / spread + 2 : (r - g) / spread + 4
  return [(hue * 60 + 360) % 360, spread / (1 - Math.abs(2 * lightness - 1)), lightness]
}

function hexOfHsl(hue: number, saturation: number, lightness: number): string {
  const part = (n: number) => {
    const k = (n + hue / 30) % 12
    return 255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return hexOf([part(0), part(8), part(4)])
}

const STEP = 0.01

/**
 * The colour nearest to `colour` that can be read on (or under) `other`: its hue and saturation, darker or
 * lighter as needed. 4.5 is what WCAG AA asks of text.
 */
export function readable(colour: string, other: string, goal = 4.5): string {
  const [hue, saturation, lightness] = hslOf(colour)
  const step = luminance(other) > 0.18 ? -STEP : STEP
  for (let l = lightness; l > 0 && l < 1; l += step) {
    const candidate = hexOfHsl(hue, saturation, l)
    if (contrast(candidate, other) >= goal) return candidate
  }
  return step < 0 ? '#000000' : '#ffffff'
}
