/**
 * Whether data is valid against a meta-schema: a fast yes or no, from closures made once for each schema. Nearly every
 * file is valid; only for an invalid one does shape.ts walk the data again to find the problems.
 */
import type { JsonSchema } from '../base/jsonSchema.ts'
import { isObject } from '../base/source.ts'

type Test = (data: unknown) => boolean
type Resolve = (ref: string) => JsonSchema

const cache = new WeakMap<JsonSchema, Test>()

/** The test of a schema. Schemas may refer to themselves, so a test is made on first use. */
export function obeys(data: unknown, schema: JsonSchema, resolve: Resolve): boolean {
  return testOf(schema, resolve)(data)
}

function testOf(schema: JsonSchema, resolve: Resolve): Test {
  const cached = cache.get(schema)
  if (cached) return cached
  const test = make(schema, resolve)
  cache.set(schema, test)
  return test
}

const later = (schema: JsonSchema, resolve: Resolve): Test => {
  let test: Test | undefined
  return (data) => (test ??= testOf(schema, resolve))(data)
}

function make(schema: JsonSchema, resolve: Resolve): Test {
  const sub = (one: JsonSchema): Test => later(one, resolve)
  const tests: Test[] = []
  if (schema.$ref) {
    const target = schema.$ref
    let test: Test | undefined
    tests.push((d) => (test ??= testOf(resolve(target), resolve))(d))
  }
  if (schema.type) tests.push(typeTest([schema.type].flat()))
  if ('const' in schema) tests.push((d) => d === schema.const)
  if (schema.enum) {
    const values = new Set(schema.enum)
    tests.push((d) => values.has(d))
  }
  tests.push(...scalarTests(schema), ...objectTests(schema, sub), ...arrayTests(schema, sub), ...combined(schema, sub))
  if (schema.unevaluatedProperties === false) tests.push(onlyKeys(knownKeys(schema, resolve)))
  return all(tests)
}

/**
 * Keys that a schema itself, its `$ref` and all its parts declare: any other key is unevaluated.
 * Parts that apply only to some data are not supported; the meta-schemas do not combine them with that keyword.
 */
export function knownKeys(schema: JsonSchema, resolve: Resolve): string[] {
  const parts: JsonSchema[] = [...(schema.$ref ? [resolve(schema.$ref)] : []), ...(schema.allOf ?? [])]
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => knownKeys(part, resolve))]
}

function onlyKeys(keys: string[]): Test {
  const allowed = new Set(keys)
  return (d) => !isObject(d) || Object.keys(d).every((key) => allowed.has(key))
}

/** Whether every test passes, in order; the first failure ends it. */
function all(tests: Test[]): Test {
  const [one, two] = tests
  if (!one) return () => true
  if (!two) return one
  return (data) => {
    for (const test of tests) if (!test(data)) return false
    return true
  }
}

const TYPES: Record<string, Test> = {
  array: Array.isArray,
  object: isObject,
  null: (d) => d === null,
  integer: Number.isInteger,
  string: (d) => typeof d === 'string',
  number: (d) => typeof d === 'number',
  boolean: (d) => typeof d === 'boolean',
}

function typeTest(types: string[]): Test {
  const tests = types.map((type) => TYPES[type]!)
  return tests.length === 1 ? tests[0]! : (data) => tests.some((test) => test(data))
}

function scalarTests({ minLength, pattern, minimum, exclusiveMinimum, maximum }: JsonSchema): Test[] {
  const tests: Test[] = []
  if (minLength) tests.push((d) => typeof d !== 'string' || d.length >= minLength)
  if (pattern) {
    const form = new RegExp(pattern, 'u')
    tests.push((d) => typeof d !== 'string' || form.test(d))
  }
  if (minimum !== undefined) tests.push((d) => typeof d !== 'number' || d >= minimum)
  if (exclusiveMinimum !== undefined) tests.push((d) => typeof d !== 'number' || d > exclusiveMinimum)
  if (maximum !== undefined) tests.push((d) => typeof d !== 'number' || d <= maximum)
  return tests
}

function objectTests(s: JsonSchema, sub: (one: JsonSchema) => Test): Test[] {
  const { required, minProperties } = s
  const tests: Test[] = []
  if (required) tests.push((d) => !isObject(d) || required.every((key) => key in d))
  for (const [key, others] of Object.entries(s.dependentRequired ?? {}))
    tests.push((d) => !isObject(d) || !(key in d) || others.every((other) => other in d))
  if (minProperties) tests.push((d) => !isObject(d) || Object.keys(d).length >= minProperties)
  if (s.propertyNames) {
    const test = sub(s.propertyNames)
    tests.push((d) => !isObject(d) || Object.keys(d).every(test))
  }
  if (s.properties || s.additionalProperties !== undefined) tests.push(propertyTest(s, sub))
  return tests
}

function propertyTest(s: JsonSchema, sub: (one: JsonSchema) => Test): Test {
  const tests = new Map(Object.entries(s.properties ?? {}).map(([key, one]) => [key, sub(one)]))
  const other: Test =
    s.additionalProperties === false
      ? () => false
      : typeof s.additionalProperties === 'object'
        ? sub(s.additionalProperties)
        : () => true
  return (data) => {
    if (!isObject(data)) return true
    for (const key in data) if (!(tests.get(key) ?? other)(data[key])) return false
    return true
  }
}

/** Where a list says again what it has said, or -1. */
export function repeated(items: readonly unknown[]): number {
  const said = items.map((item) => JSON.stringify(item))
  return said.findIndex((item, i) => said.indexOf(item) < i)
}

function arrayTests({ minItems, maxItems, uniqueItems, items }: JsonSchema, sub: (one: JsonSchema) => Test): Test[] {
  const tests: Test[] = []
  if (minItems !== undefined) tests.push((d) => !Array.isArray(d) || d.length >= minItems)
  if (maxItems !== undefined) tests.push((d) => !Array.isArray(d) || d.length <= maxItems)
  if (uniqueItems) tests.push((d) => !Array.isArray(d) || repeated(d) < 0)
  if (items) {
    const test = sub(items)
    tests.push((d) => !Array.isArray(d) || d.every(test))
  }
  return tests
}

function combined(s: JsonSchema, sub: (one: JsonSchema) => Test): Test[] {
  const list = (key: 'allOf' | 'anyOf' | 'oneOf'): Test[] => (s[key] ?? []).map(sub)
  const tests: Test[] = list('allOf')
  if (s.anyOf) {
    const any = list('anyOf')
    tests.push((d) => any.some((test) => test(d)))
  }
  if (s.oneOf) {
    const one = list('oneOf')
    tests.push((d) => one.filter((test) => test(d)).length === 1)
  }
  if (s.not) {
    const not = sub(s.not)
    tests.push((d) => !not(d))
  }
  if (s.if) {
    const [cond, then, otherwise] = [sub(s.if), s.then && sub(s.then), s.else && sub(s.else)]
    tests.push((d) => (cond(d) ? !then || then(d) : !otherwise || otherwise(d)))
  }
  return tests
}
