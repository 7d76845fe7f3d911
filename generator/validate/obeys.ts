/**
 * Whether data obeys a meta-schema: a yes or no, fast, from closures made once a schema. Nearly every file obeys; only
 * for one that does not, shape.ts walks it again to say what is wrong.
 */
import type { Authored } from '../base/source.ts'

type Test = (data: unknown) => boolean
type Resolve = (ref: string) => Authored

const made = new WeakMap<Authored, Test>()

/** The test of a schema. Schemas may refer to themselves, so a test is made when it is first asked. */
export function obeys(data: unknown, schema: Authored, resolve: Resolve): boolean {
  return testOf(schema, resolve)(data)
}

function testOf(schema: Authored, resolve: Resolve): Test {
  const known = made.get(schema)
  if (known) return known
  const test = make(schema, resolve)
  made.set(schema, test)
  return test
}

const later = (schema: Authored, resolve: Resolve): Test => {
  let test: Test | undefined
  return (data) => (test ??= testOf(schema, resolve))(data)
}

function make(schema: Authored, resolve: Resolve): Test {
  const sub = (one: Authored): Test => later(one, resolve)
  const tests: Test[] = []
  if (schema.$ref) {
    const target = schema.$ref as string
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
 * Keys that a schema looks at by itself, by what it refers to and by all of its parts: what `unevaluatedProperties` leaves.
 * Of the parts that hold only for some data it knows nothing; the meta-schemas do not put that word beside them.
 */
export function knownKeys(schema: Authored, resolve: Resolve): string[] {
  const parts: Authored[] = [
    ...(schema.$ref ? [resolve(schema.$ref as string)] : []),
    ...((schema.allOf ?? []) as Authored[]),
  ]
  return [...Object.keys(schema.properties ?? {}), ...parts.flatMap((part) => knownKeys(part, resolve))]
}

function onlyKeys(keys: string[]): Test {
  const known = new Set(keys)
  return (d) => !isObject(d) || Object.keys(d).every((key) => known.has(key))
}

/** Every test holds, in order; the first that fails ends it. */
function all(tests: Test[]): Test {
  const [one, two] = tests
  if (!one) return () => true
  if (!two) return one
  return (data) => {
    for (const test of tests) if (!test(data)) return false
    return true
  }
}

const isObject = (d: unknown): d is Authored => typeof d === 'object' && d !== null && !Array.isArray(d)

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

function scalarTests(s: Authored): Test[] {
  const tests: Test[] = []
  if (s.minLength) tests.push((d) => typeof d !== 'string' || d.length >= s.minLength)
  if (s.pattern) {
    const form = new RegExp(s.pattern, 'u')
    tests.push((d) => typeof d !== 'string' || form.test(d))
  }
  if (s.minimum !== undefined) tests.push((d) => typeof d !== 'number' || d >= s.minimum)
  if (s.maximum !== undefined) tests.push((d) => typeof d !== 'number' || d <= s.maximum)
  return tests
}

function objectTests(s: Authored, sub: (one: Authored) => Test): Test[] {
  const tests: Test[] = []
  if (s.required) tests.push((d) => !isObject(d) || s.required.every((key: string) => key in d))
  if (s.minProperties) tests.push((d) => !isObject(d) || Object.keys(d).length >= s.minProperties)
  if (s.propertyNames) {
    const test = sub(s.propertyNames)
    tests.push((d) => !isObject(d) || Object.keys(d).every(test))
  }
  if (s.properties || s.additionalProperties !== undefined) tests.push(propertyTest(s, sub))
  return tests
}

function propertyTest(s: Authored, sub: (one: Authored) => Test): Test {
  const known = new Map(Object.entries<Authored>(s.properties ?? {}).map(([key, one]) => [key, sub(one)]))
  const other: Test =
    s.additionalProperties === false
      ? () => false
      : isObject(s.additionalProperties)
        ? sub(s.additionalProperties)
        : () => true
  return (data) => {
    if (!isObject(data)) return true
    for (const key in data) if (!(known.get(key) ?? other)(data[key])) return false
    return true
  }
}

function arrayTests(s: Authored, sub: (one: Authored) => Test): Test[] {
  const tests: Test[] = []
  if (s.minItems !== undefined) tests.push((d) => !Array.isArray(d) || d.length >= s.minItems)
  if (s.maxItems !== undefined) tests.push((d) => !Array.isArray(d) || d.length <= s.maxItems)
  if (isObject(s.items)) {
    const test = sub(s.items)
    tests.push((d) => !Array.isArray(d) || d.every(test))
  }
  return tests
}

function combined(s: Authored, sub: (one: Authored) => Test): Test[] {
  const list = (key: string): Test[] => ((s[key] ?? []) as Authored[]).map(sub)
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
