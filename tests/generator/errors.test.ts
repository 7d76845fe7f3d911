import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CODES } from '../../generator/base/problems.ts'

const page = readFileSync('docs/ERRORS.md', 'utf8')
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.slice(0, 6), section]),
)

describe('docs/ERRORS.md', () => {
  it('has every code, in order, and none that does not exist', () => {
    expect([...sections.keys()]).toEqual(Object.keys(CODES))
  })

  it.each(Object.entries(CODES))('says of %s that it is %s, with an example', (code, about) => {
    const section = sections.get(code)!
    expect(section.toLowerCase()).toContain(`${about.toLowerCase()}.`)
    expect(section).toMatch(/^> .{10,}/m)
  })
})
