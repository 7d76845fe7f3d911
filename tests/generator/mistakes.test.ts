import { describe, expect, it } from 'vitest'
import { CODES, type Problem } from '../../generator/base/problems.ts'
import { mistakesAbout, problemsOf, tells, textAt, TOPICS, withMistake, type Mistake } from './mistakes.ts'
import { textOf } from './schemas.ts'

/** Codes that no change of a schema file alone can lead to. */
const NOT_IN_FILES = ['RUN001', 'RUN002']

const byTopic = TOPICS.map((topic) => [topic, mistakesAbout(topic)] as const)
const all = byTopic.flatMap(([, mistakes]) => mistakes)

/** So many mistakes are made at once: a compiler that tells all problems tells each of them there too. */
const TOGETHER = 16

/** After these, other problems of the product are not looked for, or are told for another reason. */
const ALONE = ['FMT001', 'PRM001', 'PRM002', 'PRM005']

interface Tried {
  files: Record<string, string>
  problems: Problem[]
}

const tried = (files: Record<string, string>): Tried => ({ files, problems: problemsOf(files) })

/** Mistakes in several files each, so that they disturb one another little; each knows its company. */
const companies = new Map<Mistake, Mistake[]>()
const sociable = all.filter((one) => !ALONE.includes(one.code) && one.write === undefined)
const rounds = Math.ceil(sociable.length / TOGETHER)
const byFile = [...sociable].sort((a, b) => a.file.localeCompare(b.file))
for (let i = 0; i < rounds; i++) {
  const company = byFile.filter((_, n) => n % rounds === i)
  for (const one of company) companies.set(one, company)
}

const known = new Map<Mistake[], Tried | undefined>()

/** The mistakes of a company made at once; nothing where two of them cannot stand together. */
function triedTogether(company: Mistake[]): Tried | undefined {
  if (!known.has(company)) known.set(company, attempt(company))
  return known.get(company)
}

function attempt(company: Mistake[]): Tried | undefined {
  try {
    return tried(company.reduce<Record<string, string>>((done, one) => withMistake(one, done), {}))
  } catch {
    return undefined
  }
}

const toldIn = (mistake: Mistake, { files, problems }: Tried): Problem[] =>
  problems.filter((p) => tells(mistake, p, files))

describe.each(byTopic)('mistakes: %s', (_topic, mistakes) => {
  it.each(mistakes)('$does: $code in $file', (mistake) => {
    const company = companies.get(mistake)
    const together = company && triedTogether(company)
    if (together && toldIn(mistake, together).length === 1) return
    // Another mistake may hide this one, or be told in the same words: it is made alone.
    const alone = tried(withMistake(mistake))
    const told = toldIn(mistake, alone)
    expect(told.length > 0 ? [] : alone.problems.map((p) => ({ ...p, at: textThere(p, alone.files) }))).toEqual([])
    expect(told).toHaveLength(1)
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
    const together = onePerFile(all.filter((m) => !ALONE.includes(m.code) && !m.also && !m.in))
    const files = together.reduce<Record<string, string>>((done, m) => withMistake(m, done), {})
    const problems = problemsOf(files)
    expect(together.filter((m) => !problems.some((p) => tells(m, p, files))).map((m) => m.does)).toEqual([])
    expect(together.length).toBeGreaterThan(15)
  })
})

function onePerFile(mistakes: Mistake[]): Mistake[] {
  return [...new Map(mistakes.map((m) => [m.file, m])).values()]
}
