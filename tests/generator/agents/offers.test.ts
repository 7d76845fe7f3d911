/** What `atelier lsp` offers where the cursor stands: places of `offers.json`, in the example product. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Workspace } from '../../../generator/lsp/workspace.ts'

/** `put` stands where `find` stood, with the cursor at `¦`. */
interface Place {
  at: string
  file: string
  find: string
  put: string
  offers: string[]
  lacks?: string[]
}

const CLINIC = resolve('examples/clinic')
const places = JSON.parse(readFileSync(join(import.meta.dirname, 'offers.json'), 'utf8')) as Place[]
const workspace = new Workspace(CLINIC)

describe('a language server offers', () => {
  it.each(places)('$at', ({ file, find, put, offers, lacks = [] }) => {
    const saved = readFileSync(join(CLINIC, file), 'utf8')
    expect(saved).toContain(find)
    const marked = saved.replace(find, () => put)
    const text = marked.replace('¦', '')
    // The saved texts are known before somebody types.
    expect(workspace.good).toBeDefined()
    workspace.take(file, text)
    const offered = workspace.offers(file, text, marked.indexOf('¦')).map(({ name }) => name)
    workspace.take(file, undefined)
    expect(offered).toEqual(expect.arrayContaining(offers))
    expect(offered.filter((name) => lacks.includes(name))).toEqual([])
  })
})
