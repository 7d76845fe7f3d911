/** Our checker of shapes says the same as Ajv: of every schema file, and of many spoilt ones. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { load } from '../../generator/load/index.ts'
import { checkShape } from '../../generator/validate/shape.ts'
import type { Authored } from '../../generator/base/source.ts'
import { SCHEMAS } from './schemas.ts'

const loaded = load(SCHEMAS)
const ajv = new Ajv2020({ strict: false, allErrors: false })
for (const [name, schema] of loaded.meta) ajv.addSchema(schema, `${name}.json`)
const validators = new Map<string, ValidateFunction>()
const byAjv = (data: unknown, meta: string): boolean => {
  const validate = validators.get(meta) ?? ajv.getSchema(`${meta}.schema.json`)!
  validators.set(meta, validate)
  return validate(data) as boolean
}

const files: { file: string; meta: string; data: object }[] = [
  ...([
    [loaded.app!, 'app'],
    [loaded.types!, 'types'],
    [loaded.planned!, 'planned'],
  ] as const),
  ...[...loaded.dictionaries.values()].map((s) => [s, 'dictionary'] as const),
  ...[...loaded.resources.values()].map((r) => [r.source, 'resource'] as const),
  ...[...loaded.screens.values()].map((s) => [s, 'screen'] as const),
  ...[...loaded.groups.values()].map((s) => [s, 'group'] as const),
  ...[...loaded.roles.values()].map((s) => [s, 'role'] as const),
].map(([source, meta]) => ({ file: source.file, meta, data: source.data }))

/** A small generator of numbers that gives the same ones each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state % below
  }
}

type Spot = { parent: Authored; key: string | number }
function spots(node: unknown): Spot[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [
    { parent: node as Authored, key: Array.isArray(node) ? Number(key) : key },
    ...spots(value),
  ])
}

const WRONG = [
  null,
  7,
  -1.5,
  true,
  '',
  'x y',
  'zzz',
  [],
  ['zzz', 3],
  {},
  { zzz: 1 },
  { zh: '甲', en: 'A' },
  { zh: '甲' },
  [[]],
]

/** Spoils one place of a copy: takes a key away, adds one, or puts another kind of value there. */
function spoilt(data: object, pick: (below: number) => number): object {
  const copy = structuredClone(data)
  const all = spots(copy)
  const { parent, key } = all[pick(all.length)]!
  const way = pick(4)
  if (way === 0) {
    if (Array.isArray(parent)) parent.splice(Number(key), 1)
    else delete parent[key]
  } else if (way === 1 && !Array.isArray(parent)) parent[`${key}X`] = parent[key]
  else (parent as Authored)[key] = structuredClone(WRONG[pick(WRONG.length)])
  return copy
}

describe('shapes', () => {
  it.each(files)('$file obeys $meta, to us and to Ajv', ({ data, meta }) => {
    expect(checkShape(data, meta, loaded.meta)).toEqual([])
    expect(byAjv(data, meta)).toBe(true)
  })

  it('of 1500 spoilt files we and Ajv refuse the same', () => {
    const pick = numbers(20_261_120)
    const differing: string[] = []
    let refused = 0
    for (let n = 0; n < 1500; n++) {
      const { file, meta, data } = files[pick(files.length)]!
      const wrong = spoilt(data, pick)
      const ours = checkShape(wrong, meta, loaded.meta)
      const theirs = byAjv(wrong, meta)
      if ((ours.length === 0) !== theirs)
        differing.push(
          `${file}: Ajv says ${theirs ? 'good' : ajv.errorsText(validators.get(meta)!.errors)}, we say ${JSON.stringify(ours)}`,
        )
      if (!theirs) refused++
    }
    expect(differing).toEqual([])
    expect(refused).toBeGreaterThan(500)
  })
})
