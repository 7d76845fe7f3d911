/** The switch of the changes: one of them lives, `MUTANT`; without it every change that is met is noted with the test file that meets it. */
import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'

type Lives = (id: string) => boolean

const wanted = process.env.MUTANT
const notes = process.env.MUTATE_NOTES
const met = new Set<string>()

const lives: Lives = (id) => {
  if (wanted !== undefined || notes === undefined) return id === wanted
  const line = `${id}\t${expect.getState().testPath ?? ''}\n`
  if (!met.has(line)) appendFileSync(notes, line)
  met.add(line)
  return false
}

Object.assign(globalThis, { __lives: lives })
