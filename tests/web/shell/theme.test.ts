import { describe, expect, it } from 'vitest'
import { contrast } from '../../../src/web/theme/color.ts'
import { paletteOf, type Mode } from '../../../src/web/theme/tokens.ts'

/** What WCAG AA asks of text. */
const AA = 4.5
const ACCENTS = ['#409EFF', '#E0672F', '#2E9E6B', '#ffee00', '#000000', '#ffffff', '#777777']
const designs = (['light', 'dark'] as Mode[]).flatMap((mode) => ACCENTS.map((accent) => ({ mode, accent })))

describe.each(designs)('$mode with $accent', ({ mode, accent }) => {
  const palette = paletteOf(mode, accent)
  it('carries white text on the accent', () =>
    expect(contrast('#ffffff', palette['accent-solid'])).toBeGreaterThanOrEqual(AA))
  it.each(['surface', 'accent-soft'] as const)('shows accent text on %s', (ground) => {
    expect(contrast(palette['accent-text'], palette[ground])).toBeGreaterThanOrEqual(AA)
  })
  it.each(['text', 'text-2', 'text-3', 'done', 'attention', 'failed'] as const)('shows %s on every ground', (text) => {
    for (const ground of ['canvas', 'surface', 'raised', 'hover'] as const)
      expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(AA)
  })
})

it('keeps an accent that can be read already', () => {
  expect(paletteOf('dark', '#409EFF')['accent-text']).not.toBe('#ffffff')
  expect(paletteOf('light', '#004a9f')['accent-solid'].toLowerCase()).toBe('#004a9f')
})
