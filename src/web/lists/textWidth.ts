/** The width of a text when drawn, so that columns fit their content. */

let context: CanvasRenderingContext2D | null | undefined
const widths = new Map<string, number>()
/** How many widths are kept: names of people come and go the whole day. */
const MOST_KEPT = 5000

/** Width in px in the font of the page; `weight` as in CSS. */
export function textWidth(text: string, weight = 400): number {
  const key = `${weight} ${text}`
  let width = widths.get(key)
  if (width === undefined) {
    if (widths.size >= MOST_KEPT) widths.clear()
    widths.set(key, (width = measured(text, weight)))
  }
  return width
}

function measured(text: string, weight: number): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return text.length * 14
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  context.font = `${weight} ${fontSize} ${fontFamily}`
  return Math.ceil(context.measureText(text).width)
}
