import { describe, expect, it } from 'vitest'
import { CODES } from '../../generator/base/problems.ts'
import { mistakesAbout, problemsOf, tells, textAt, TOPICS, withMistake, type Mistake } from './mistakes.ts'
import { textOf } from './schemas.ts'

/** Codes that no change of a schema file alone can lead to. */
const NOT_IN_FILES = ['RUN001', 'RUN002']

const all = TOPICS.flatMap(mistakesAbout)

describe.each(TOPICS)('mistakes: %s', (topic) => {
  it.each(mistakesAbout(topic))('$does: $code in $file', (mistake) => {
    const files = withMistake(mistake)
    const problems = problemsOf(files)
    const told = problems.filter((p) => tells(mistake, p, files))
    expect(
      told.length > 0
        ? []
        : problems.map((p) => ({
            ...p,
            at: textAt(files[p.file.replace('schemas/', '')] ?? textOf(p.file.replace('schemas/', '')), p).slice(0, 40),
          })),
    ).toEqual([])
    expect(told).toHaveLength(1)
  })
})

describe('all mistakes', () => {
  it('are of every kind', () => {
    const met = new Set(all.map((m) => m.code))
    expect(Object.keys(CODES).filter((code) => !met.has(code) && !NOT_IN_FILES.includes(code))).toEqual([])
    expect(all.length).toBeGreaterThanOrEqual(120)
  })

  it('are told at once', () => {
    const together = onePerFile(
      all.filter((m) => !['FMT001', 'PRM005', 'PRM002', 'PRM001'].includes(m.code) && !m.also && !m.in),
    )
    const files = together.reduce<Record<string, string>>((done, m) => withMistake(m, done), {})
    const problems = problemsOf(files)
    expect(together.filter((m) => !problems.some((p) => tells(m, p, files))).map((m) => m.does)).toEqual([])
    expect(together.length).toBeGreaterThan(15)
  })
})

function onePerFile(mistakes: Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((m) => [m.file, m])).values()]
}
