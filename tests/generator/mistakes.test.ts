import { beforeAll, describe, expect, it } from 'vitest'
import { CODES, type Problem } from '../../generator/base/problems.ts'
import { mistakesAbout, problemsOf, tells, textAt, TOPICS, withMistake, type Mistake } from './mistakes.ts'
import { textOf } from './schemas.ts'

/** Codes that no change of a schema file alone can lead to. */
const NOT_IN_FILES = ['RUN001', 'RUN002']

const byTopic = TOPICS.map((topic) => [topic, mistakesAbout(topic)] as const)
const all = byTopic.flatMap(([, mistakes]) => mistakes)

/** After these, other problems of the product are not looked for, or are told for another reason: they keep to themselves. */
const APART = ['FMT001', 'PRM001', 'PRM002', 'PRM005', 'PRM008']
const isApart = ({ code, write }: Mistake): boolean => APART.includes(code) || write !== undefined

/**
 * So many mistakes are made at once: a compiler that tells all problems tells each of them there too. Those that another
 * hides, or that are told in the same words, are made with fewer, and at last alone.
 */
const ROUNDS = [
  { size: 24, of: all.filter((one) => !isApart(one)) },
  { size: 6, of: all.filter((one) => !isApart(one)) },
  { size: 8, of: all.filter(isApart) },
]

interface Tried {
  files: Record<string, string>
  problems: Problem[]
}

const tried = (files: Record<string, string>): Tried => ({ files, problems: problemsOf(files) })

/** Mistakes in several files each, so that they disturb one another little. */
function companiesOf(mistakes: readonly Mistake[], size: number): Mistake[][] {
  const byFile = [...mistakes].sort((a, b) => a.file.localeCompare(b.file))
  const count = Math.ceil(byFile.length / size)
  return Array.from({ length: count }, (_, i) => byFile.filter((_one, n) => n % count === i))
}

/** The mistakes of a company made at once; nothing where two of them cannot stand together. */
function triedTogether(company: readonly Mistake[]): Tried | undefined {
  try {
    return tried(company.reduce<Record<string, string>>((done, one) => withMistake(one, done), {}))
  } catch {
    return undefined
  }
}

const toldIn = (mistake: Mistake, { files, problems }: Tried): Problem[] =>
  problems.filter((p) => tells(mistake, p, files))

/** The mistakes that are told among others. */
const told = new Set<Mistake>()

beforeAll(() => {
  for (const { size, of } of ROUNDS)
    for (const company of companiesOf(
      of.filter((one) => !told.has(one)),
      size,
    )) {
      const together = triedTogether(company)
      for (const one of company) if (together && toldIn(one, together).length === 1) told.add(one)
    }
})

describe.each(byTopic)('mistakes: %s', (_topic, mistakes) => {
  it.each(mistakes)('$does: $code in $file', (mistake) => {
    if (told.has(mistake)) return
    const alone = tried(withMistake(mistake))
    const said = toldIn(mistake, alone)
    expect(said.length > 0 ? [] : alone.problems.map((p) => ({ ...p, at: textThere(p, alone.files) }))).toEqual([])
    expect(said).toHaveLength(1)
  })
})

/** What stands at the place of a problem, in a few characters. */
function textThere(p: Problem, files: Record<string, string>): string {
  const file = p.file.replace('schemas/', '')
  return textAt(files[file] ?? textOf(file), p).slice(0, 40)
}

describe('all mistakes', () => {
  it('are of every kind', () => {
    const met = new Set(all.map((m) => m.code))
    expect(Object.keys(CODES).filter((code) => !met.has(code) && !NOT_IN_FILES.includes(code))).toEqual([])
    expect(all.length).toBeGreaterThanOrEqual(120)
  })

  it('are told at once', () => {
    const together = onePerFile(all.filter((m) => !isApart(m) && !m.also && !m.in))
    const files = together.reduce<Record<string, string>>((done, m) => withMistake(m, done), {})
    const problems = problemsOf(files)
    expect(together.filter((m) => !problems.some((p) => tells(m, p, files))).map((m) => m.does)).toEqual([])
    expect(together.length).toBeGreaterThan(15)
  })
})

/** A file of the platform and the product's over it are one. */
function onePerFile(mistakes: Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((m) => [m.file.replace(/^platform\//, ''), m])).values()]
}
