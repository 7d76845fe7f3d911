/** Our checker of shapes says the same as Ajv: of every schema file, and of many spoilt ones. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { load } from '../../generator/load/index.ts'
import { checkShape } from '../../generator/validate/shape.ts'
import type { JsonSchema } from '../../generator/base/jsonSchema.ts'
import { isObject, type Authored } from '../../generator/base/source.ts'
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

/** The words of JSON Schema that are followed; the type says which. */
const FOLLOWED: Record<keyof JsonSchema, true> = {
  $ref: true,
  $defs: true,
  title: true,
  type: true,
  const: true,
  enum: true,
  minLength: true,
  pattern: true,
  minimum: true,
  exclusiveMinimum: true,
  maximum: true,
  required: true,
  dependentRequired: true,
  minProperties: true,
  properties: true,
  propertyNames: true,
  additionalProperties: true,
  unevaluatedProperties: true,
  minItems: true,
  maxItems: true,
  uniqueItems: true,
  items: true,
  allOf: true,
  anyOf: true,
  oneOf: true,
  not: true,
  if: true,
  then: true,
  else: true,
}
/** Words for the reader and for editors; `names` is read where completions are made. */
const REMARKS = ['$schema', 'description', 'examples', 'names']
/** What holds schemas under names of their own, and what holds none. */
const NAMED = ['properties', '$defs']
const PLAIN = ['const', 'enum', 'required', 'dependentRequired']

/** The words of a schema that nobody follows, with their places. */
function ignored(schema: object, at: string): string[] {
  return Object.entries(schema).flatMap(([word, value]: [string, unknown]) => {
    const here = `${at}/${word}`
    if (REMARKS.includes(word)) return []
    if (!Object.hasOwn(FOLLOWED, word)) return [here]
    if (PLAIN.includes(word)) return []
    const parts =
      NAMED.includes(word) || Array.isArray(value) ? Object.entries(value as object) : [['', value] as const]
    return parts.flatMap(([name, part]) => (isObject(part) ? ignored(part, `${here}/${name}`) : []))
  })
}

describe('shapes', () => {
  it('the meta-schemas say nothing that is not followed', () => {
    expect([...loaded.meta].flatMap(([name, schema]) => ignored(schema, name))).toEqual([])
  })

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
