/**
 * The filters, columns and calls that the product is to have on each screen (`screens.json`), held against the model.
 * What a screen lacks stands in `lacking.json`, with the reason where there is one: it gets shorter, never longer.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ScreenModel } from '../../src/model/model.ts'
import { productModel } from '../generator/schemas.ts'

const KINDS = ['filters', 'columns', 'calls'] as const
type Facts = Record<string, Partial<Record<(typeof KINDS)[number], string[]>>>

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))
const facts = read('screens.json') as Facts
const lacking = read('lacking.json') as { why: Record<string, string>; open: Record<string, string[]> }
const model = productModel()

/** Every name in a part of the model: keys of records, and texts that are names or paths. */
function gather(node: unknown, into: Set<string>): Set<string> {
  if (typeof node === 'string' && /^[\w./]+$/.test(node)) for (const name of [node, ...node.split('.')]) into.add(name)
  else if (typeof node === 'object' && node !== null)
    for (const [key, inner] of Object.entries(node)) {
      into.add(key)
      gather(inner, into)
    }
  return into
}

/** What a screen names, and what its code and buttons reach. */
function wordsOf(screen: ScreenModel): Set<string> {
  const words = gather(screen.view, new Set())
  const permission = model.permissions[screen.code ?? '']
  if (permission) gather(permission, words)
  for (const word of [...words]) {
    const preset = model.presets[word]
    if (preset) words.add(preset.path)
  }
  return words
}

function lackedBy(route: string): string[] {
  const screen = model.screens[route]
  if (!screen) return ['screen']
  const words = wordsOf(screen)
  return KINDS.flatMap((kind) => (facts[route]?.[kind] ?? []).filter((name) => !words.has(name)))
}

const isReasoned = (route: string, name: string): boolean =>
  lacking.why[name] !== undefined || lacking.why[`${route} ${name}`] !== undefined

describe('what each screen is to have', () => {
  it.each(Object.keys(facts))('%s has it, but for what is known to be lacking', (route) => {
    const lacked = [...new Set(lackedBy(route))].filter((name) => !isReasoned(route, name))
    expect(lacked).toEqual(lacking.open[route] ?? [])
  })

  it('is said of screens that are there, and reasons are given for what is lacking', () => {
    expect(Object.keys(lacking.open).filter((route) => !facts[route])).toEqual([])
    const all = new Set(
      Object.keys(facts).flatMap((route) => lackedBy(route).flatMap((name) => [name, `${route} ${name}`])),
    )
    expect(Object.keys(lacking.why).filter((name) => !all.has(name))).toEqual([])
  })
})
