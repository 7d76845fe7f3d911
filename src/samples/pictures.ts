/** Pictures that are drawn, not stored: a text on a colour, in the address itself. */
import { traitsOf } from '../model/fields.ts'
import type { FieldModel } from '../model/model.ts'

/** The size of a drawn picture, px. */
export const WIDTH = 480
export const HEIGHT = 360

const HUES = 360
/** Neighbours differ: the golden angle. */
const STEP = 137

/** The address of a picture with a text on it. */
export function pictureUrl(text: string, n: number): string {
  const hue = (n * STEP) % HUES
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' width='${WIDTH}' height='${HEIGHT}'><rect width='${WIDTH}' height='${HEIGHT}' fill='hsl(${hue} 35% 72%)'/><circle cx='240' cy='150' r='70' fill='hsl(${hue} 30% 88%)'/><text x='240' y='300' font-family='sans-serif' font-size='30' text-anchor='middle' fill='hsl(${hue} 40% 25%)'>${text}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

/** What an upload field holds; nothing where it is no picture. */
export function pictureOf({ type }: FieldModel, text: string, n: number): unknown {
  const one = { id: n, url: pictureUrl(text, n), origName: `${text}.svg` }
  if (traitsOf(type).kind === 'uploads') return [one]
  return type === 'image' ? one : null
}
