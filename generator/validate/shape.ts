/**
 * validate: checks each file against its meta-schema.
 *
 * An interpreter of the JSON Schema keywords that `schemas/meta` uses, rather than a general validator,
 * because of what it says when a file is wrong: in an `anyOf` it follows the branch the author meant
 * (by `const`, by type, then by fewest problems) and reports only that branch's problems, at the key or
 * value itself. tests/generator/shape.test.ts holds its verdicts against Ajv.
 */
import type { JsonSchema } from '../base/jsonSchema.ts'
import { isObject, valueAt, type JsonPath } from '../base/source.ts'
import { obeys, knownKeys, repeated } from './obeys.ts'
import { suggestion } from '../base/problems.ts'

/** `missing`: the missing key; whether a text is expected there. */
export interface ShapeProblem {
  path: JsonPath
  key?: boolean
  code: string
  message: string
  missing?: { key: string; text: boolean }
}

/** The meta-schemas by name (`resource` for resource.schema.json). */
export type MetaSchemas = Map<string, JsonSchema>

/** Every problem of `data` against the meta-schema `name`. */
export function checkShape(data: unknown, name: string, meta: MetaSchemas): ShapeProblem[] {
  const root = meta.get(`${name}.schema`)
  if (!root) throw new Error(`schemas/meta/${name}.schema.json is missing`)
  const walker = walkers.get(meta) ?? new Walker(meta)
  walkers.set(meta, walker)
  if (isObject(data) && obeying.get(data) === root) return []
  if (!obeys(data, root, (ref) => walker.resolve(ref))) return walker.walk(data, root, [])
  if (isObject(data)) obeying.set(data, root)
  return []
}

const walkers = new WeakMap<MetaSchemas, Walker>()
/** Valid contents, and their schema: an unchanged file is checked once. */
const obeying = new WeakMap<object, JsonSchema>()

class Walker {
  readonly #meta: MetaSchemas
  constructor(meta: MetaSchemas) {
    this.#meta = meta
  }

  walk(data: unknown, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const found: ShapeProblem[] = []
    if (schema.$ref) found.push(...this.walk(data, this.resolve(schema.$ref), path))
    found.push(...this.#value(data, schema, path))
    if (isObject(data)) found.push(...this.#object(data, schema, path))
    if (Array.isArray(data)) found.push(...this.#array(data, schema, path))
    found.push(...this.#combined(data, schema, path))
    return found
  }

  /** The schema a `$ref` names: a file beside, and a part of it. */
  resolve(ref: string): JsonSchema {
    const [file = '', pointer = ''] = ref.split('#')
    const at = valueAt(this.#meta.get(file.replace(/\.json$/, '')), pointer.split('/').filter(Boolean))
    if (!isObject(at)) throw new Error(`schemas/meta: cannot resolve ${ref}`)
    return at
  }

  #value(data: unknown, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    if (schema.type && !types(schema).some((t) => hasType(data, t))) {
      return [wrong(path, `expected ${types(schema).map(typeName).join(' or ')}, found ${describe(data)}`)]
    }
    if ('const' in schema && data !== schema.const)
      return [wrong(path, `expected ${JSON.stringify(schema.const)}, found ${describe(data)}`)]
    if (schema.enum && !schema.enum.includes(data)) {
      const near =
        typeof data === 'string'
          ? suggestion(
              data,
              schema.enum.filter((v) => typeof v === 'string'),
            )
          : ''
      return [
        wrong(
          path,
          `expected one of ${schema.enum.map((v) => JSON.stringify(v)).join(', ')}, found ${describe(data)}${near}`,
        ),
      ]
    }
    if (typeof data === 'string') return this.#text(data, schema, path)
    return typeof data === 'number' ? this.#number(data, schema, path) : []
  }

  #number(data: number, { minimum, exclusiveMinimum, maximum }: JsonSchema, path: JsonPath): ShapeProblem[] {
    if (exclusiveMinimum !== undefined && data <= exclusiveMinimum)
      return [{ path, code: 'SHP004', message: `must be more than ${exclusiveMinimum}` }]
    return limits(data, minimum, maximum, path, 'number')
  }

  #text(data: string, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    if (schema.minLength && data.length < schema.minLength) return [empty(path)]
    if (schema.pattern === SOMETHING && data.trim() === '') return [empty(path)]
    if (schema.pattern && !new RegExp(schema.pattern, 'u').test(data)) {
      return [{ path, code: 'SHP004', message: `"${data}" does not have the form ${schema.pattern}` }]
    }
    return []
  }

  #object(data: Record<string, unknown>, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const found: ShapeProblem[] = []
    for (const key of schema.required ?? []) if (!(key in data)) found.push(this.#missing(path, key, schema))
    for (const [key, others] of Object.entries(schema.dependentRequired ?? {}))
      for (const other of others)
        if (key in data && !(other in data))
          found.push({
            path: [...path, key],
            key: true,
            code: 'SHP003',
            message: `"${key}" wants "${other}" beside it`,
          })
    if (schema.minProperties && Object.keys(data).length < schema.minProperties) {
      found.push({ path, code: 'SHP004', message: 'must not be empty' })
    }
    for (const [key, value] of Object.entries(data)) found.push(...this.#property(key, value, schema, path))
    if (schema.unevaluatedProperties === false) found.push(...this.#unknownKeys(data, schema, path))
    return found
  }

  #unknownKeys(data: Record<string, unknown>, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const allowed = knownKeys(schema, (ref) => this.resolve(ref))
    return Object.keys(data)
      .filter((key) => !allowed.includes(key))
      .map((key) => unknownKey([...path, key], key, allowed))
  }

  /** A missing key. A missing text, or one of its languages, has a message of its own, because staff would see a gap. */
  #missing(path: JsonPath, key: string, schema: JsonSchema): ShapeProblem {
    const property = schema.properties?.[key] ?? {}
    const target = property.$ref ? this.resolve(property.$ref) : property
    if (key === 'zh' || key === 'en')
      return { path, code: 'TXT001', message: `the text in "${key}" is missing`, missing: { key, text: true } }
    const text = target.properties?.zh !== undefined && target.properties?.en !== undefined
    return text
      ? { path, code: 'TXT002', message: `"${key}" is missing: a text in both languages`, missing: { key, text: true } }
      : { path, code: 'SHP003', message: `"${key}" is missing`, missing: { key, text: false } }
  }

  #property(key: string, value: unknown, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const at = [...path, key]
    const found = schema.propertyNames
      ? this.walk(key, schema.propertyNames, at).map((p): ShapeProblem => ({ ...p, key: true }))
      : []
    const own = schema.properties && Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined
    if (own) return [...found, ...this.walk(value, own, at)]
    if (schema.additionalProperties === false) {
      return [...found, unknownKey(at, key, Object.keys(schema.properties ?? {}))]
    }
    if (typeof schema.additionalProperties === 'object')
      found.push(...this.walk(value, schema.additionalProperties, at))
    return found
  }

  #array(data: unknown[], schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const found = limits(data.length, schema.minItems, schema.maxItems, path, 'count')
    const { items, uniqueItems } = schema
    const again = uniqueItems ? repeated(data) : -1
    if (again >= 0)
      found.push({ path: [...path, again], code: 'SHP004', message: `${JSON.stringify(data[again])} is said twice` })
    if (items) data.forEach((item, i) => found.push(...this.walk(item, items, [...path, i])))
    return found
  }

  #combined(data: unknown, schema: JsonSchema, path: JsonPath): ShapeProblem[] {
    const found: ShapeProblem[] = []
    for (const part of schema.allOf ?? []) found.push(...this.walk(data, part, path))
    if (schema.anyOf) found.push(...this.#choose(data, schema.anyOf, path))
    if (schema.oneOf) found.push(...this.#exactlyOne(data, schema.oneOf, path))
    if (schema.not && this.walk(data, schema.not, path).length === 0)
      found.push(wrong(path, `${describe(data)} is not allowed here`))
    if (schema.if) {
      const branch = this.walk(data, schema.if, path).length === 0 ? schema.then : schema.else
      if (branch) found.push(...this.walk(data, branch, path))
    }
    return found
  }

  /** Problems of the branch the author most likely meant. */
  #choose(data: unknown, branches: JsonSchema[], path: JsonPath): ShapeProblem[] {
    const tried = branches.map((branch) => ({ branch, problems: this.walk(data, branch, path) }))
    if (tried.some((t) => t.problems.length === 0)) return []
    const sameKind = tried.filter((t) => !t.problems.some((p) => p.code === 'SHP002' && p.path.length === path.length))
    if (sameKind.length === 0)
      return [
        wrong(
          path,
          `expected ${unique(branches.flatMap((b) => this.#names(b))).join(' or ')}, found ${describe(data)}`,
        ),
      ]
    return sameKind.reduce((best, next) => (rank(next.problems) < rank(best.problems) ? next : best)).problems
  }

  #exactlyOne(data: unknown, branches: JsonSchema[], path: JsonPath): ShapeProblem[] {
    const fitting = branches.filter((branch) => this.walk(data, branch, path).length === 0)
    if (fitting.length === 1) return []
    const choices = branches
      .map((b) => (b.required ?? []).join(' with '))
      .filter(Boolean)
      .join(' | ')
    return [{ path, code: 'SHP003', message: `exactly one of these is expected: ${choices}` }]
  }

  #names(schema: JsonSchema): string[] {
    const s = schema.$ref ? { ...this.resolve(schema.$ref), ...schema } : schema
    if ('const' in s) return [JSON.stringify(s.const)]
    if (s.enum) return s.enum.map((v) => JSON.stringify(v))
    if (s.type) return types(s).map(typeName)
    return (s.anyOf ?? []).flatMap((b) => this.#names(b))
  }
}

const unknownKey = (path: JsonPath, key: string, known: string[]): ShapeProblem => ({
  path,
  key: true,
  code: 'SHP001',
  message: `unknown key "${key}"${suggestion(key, known) || `; known here are ${known.filter((k) => !k.startsWith('$')).join(', ')}`}`,
})

/** Unknown keys are better evidence of a wrong branch than missing or invalid ones. */
const rank = (problems: ShapeProblem[]): number =>
  problems.length * 10 - Math.max(0, ...problems.map((p) => p.path.length))
const unique = <T>(items: T[]): T[] => [...new Set(items)]
const types = ({ type = [] }: JsonSchema): string[] => [type].flat()
const wrong = (path: JsonPath, message: string): ShapeProblem => ({ path, code: 'SHP002', message })

function hasType(data: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(data)
  if (type === 'object') return isObject(data)
  if (type === 'null') return data === null
  if (type === 'integer') return Number.isInteger(data)
  return typeof data === type
}

function typeName(type: string): string {
  return (
    { array: 'a list', object: 'an object', string: 'text', integer: 'a whole number', boolean: 'true or false' }[
      type
    ] ?? `a ${type}`
  )
}

function describe(data: unknown): string {
  if (Array.isArray(data)) return 'a list'
  return isObject(data) ? 'an object' : JSON.stringify(data)
}

/** Of a text that is more than blanks. */
const SOMETHING = '\\S'

/** An empty text; in a language it counts as missing. */
function empty(path: JsonPath): ShapeProblem {
  const lang = path.at(-1)
  if (lang === 'zh' || lang === 'en') return { path, code: 'TXT001', message: `the text in "${lang}" is empty` }
  return { path, code: 'SHP004', message: 'must not be empty' }
}

function limits(
  n: number,
  min: number | undefined,
  max: number | undefined,
  path: JsonPath,
  what: string,
): ShapeProblem[] {
  if (min !== undefined && n < min)
    return [
      { path, code: 'SHP004', message: what === 'count' ? `at least ${min} expected` : `must be at least ${min}` },
    ]
  if (max !== undefined && n > max)
    return [{ path, code: 'SHP004', message: what === 'count' ? `at most ${max} expected` : `must be at most ${max}` }]
  return []
}
