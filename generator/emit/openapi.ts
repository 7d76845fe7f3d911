/** OpenAPI 3.1 of every call: the payload in `data`, and the answer. */
import { versionOf } from '../../src/model/calls.ts'
import { isLink, isOwn, titleKey } from '../../src/model/fields.ts'
import type { CallModel, FieldModel, Model, ResourceModel } from '../../src/model/model.ts'
import { byText } from '../base/order.ts'
import { LISTED, usualAnswer, WRITES } from './answers.ts'
import { pascal, valueSchema } from './types.ts'

type Json = Record<string, unknown>

/** Statuses that are HTTP's own too: proxies and balancers must see them. */
const HTTP_REFUSALS = { 405: 'Another method than POST', 503: 'The server is stopping, or has too much to do' }

export function openApi(model: Model): Json {
  const calls = Object.values(model.calls).sort((a, b) => byText(a.path, b.path))
  const paths = Object.fromEntries(calls.map((call) => [`/api/${call.path}.json`, { post: operation(model, call) }]))
  const named = new Set(calls.map((call) => call.resource))
  const resources = Object.values(model.resources)
  return {
    openapi: '3.1.0',
    info: {
      title: model.app.name.en,
      version: model.hash,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      description:
        'Every call is POST with {data}. Every answer has HTTP 200 and says how it ended in its own status: 200, or that of a refusal with a sentence in the language of the request (X-Lang) and the field it is about. Money is a number with two decimals, not in cents; moments and days are milliseconds since 1970, yes and no are 1 and 0.',
    },
    servers: [{ url: '/', description: 'Where the product is served' }],
    tags: resources.filter((r) => named.has(r.name)).map((r) => ({ name: r.name, description: r.label.en })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers' },
      },
      responses: Object.fromEntries(
        Object.entries(HTTP_REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
        ]),
      ),
      schemas: {
        Refusal: REFUSAL,
        ...recordSchemas(model, paths),
      },
    },
  }
}

const REFUSAL: Json = {
  type: 'object',
  description: 'Why a call was refused',
  properties: {
    status: { type: 'integer', description: '400, 401, 403, 404, 409, 429, 500, 503 …' },
    msg: { type: 'string', description: 'A sentence for whoever made the call' },
    data: {
      type: ['object', 'null'],
      properties: { field: { type: 'string', description: 'The input it is about' } },
      additionalProperties: true,
    },
  },
  required: ['status', 'msg'],
}

/** The records that calls answer, and their child rows. */
function recordSchemas(model: Model, paths: Json): Json {
  const byName = new Map(Object.values(model.resources).map((r) => [pascal(r.name), r]))
  const found: Json = {}
  const add = (part: Json): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const r = byName.get(name)
      if (!r || found[name]) continue
      found[name] = recordSchema(model, r)
      add(found[name] as Json)
    }
  }
  add(paths)
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => byText(a, b)))
}

/** A record as it is shown, with the titles of what it refers to. */
function recordSchema(model: Model, r: ResourceModel): Json {
  const all = Object.values(r.fields).filter((field) => !field.secret)
  const shown = all.filter((field) => !isOwn(field))
  const titles = shown.filter(isLink).map((field) => titleKey(field.name))
  const names = new Set(shown.map((field) => field.name))
  return {
    type: 'object',
    title: r.label.en,
    properties: {
      id: { type: 'integer' },
      version: { type: 'integer' },
      ...Object.fromEntries(
        shown.map((field) => [
          field.name,
          { ...orNull(fieldSchema(model, field), field.nullable), title: field.label.en },
        ]),
      ),
      ...Object.fromEntries(
        titles.filter((name) => !names.has(name)).map((name) => [name, { type: ['string', 'null'] }]),
      ),
      ...Object.fromEntries(
        all
          .filter(isOwn)
          .map((field) => [field.name, { type: 'array', items: refTo(String(field.of)), title: field.label.en }]),
      ),
    },
  }
}

const refTo = (resource: string): Json => ({ $ref: `#/components/schemas/${pascal(resource)}` })

const orNull = (schema: Json, nullable: boolean | undefined): Json =>
  nullable && typeof schema.type === 'string' && schema.type !== 'array'
    ? { ...schema, type: [schema.type, 'null'] }
    : nullable && Array.isArray(schema.enum)
      ? { ...schema, enum: [...(schema.enum as unknown[]), null] }
      : schema

const fieldSchema = (model: Model, field: FieldModel): Json =>
  field.type === 'bool' ? { enum: [0, 1] } : valueSchema(model, field)

function operation(model: Model, call: CallModel): Json {
  return {
    operationId: pascal(call.path),
    summary: call.label.en,
    tags: [call.resource],
    ...(call.access?.anyone ? { security: [] } : {}),
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { data: inputSchema(model, call) } } } },
    },
    responses: {
      200: {
        description: 'Done (status 200), or refused',
        content: {
          'application/json': { schema: { anyOf: [answer(model, call), { $ref: '#/components/schemas/Refusal' }] } },
        },
      },
      ...Object.fromEntries(
        Object.keys(HTTP_REFUSALS).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
    },
  }
}

/** Made up by the caller: the same request sent again is done once. */
const REQUEST_NO: Json = { type: 'string', title: 'Request number', description: 'Sent again, the call is done once' }

/** What was read: where somebody has changed it since, the call is refused (409). */
const VERSION: Json = { title: 'Version', description: 'What was read; refused with 409 where it changed since' }

function inputSchema(model: Model, call: CallModel): Json {
  const r = model.resources[call.resource]!
  const filters = LISTED.has(call.kind)
    ? Object.values(r.filters).flatMap((f) =>
        (f.wire as (string | null)[])
          .filter((w): w is string => w !== null)
          .map((w) => [w, filterSchema(model, f)] as const),
      )
    : []
  const paging =
    call.kind === 'query'
      ? {
          pageNO: { type: 'integer', minimum: 1 },
          pageRows: { type: 'integer', maximum: model.app.limits.pageMax },
          sortField: { type: 'string' },
          sortOrder: { enum: ['asc', 'desc'] },
        }
      : {}
  const guard = versionOf(model, call)
  const version = guard ? { version: { type: guard, ...VERSION } } : {}
  const once = WRITES.has(call.kind) ? { requestNo: REQUEST_NO } : {}
  const required = call.input.filter((f) => f.required && call.kind !== 'edit').map((f) => f.name)
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...Object.fromEntries(filters), ...paging, ...once, ...version, ...fields(model, call.input) },
    ...(required.length > 0 ? { required } : {}),
  }
}

function filterSchema(model: Model, f: Model['resources'][string]['filters'][string]): Json {
  const one = valueSchema(model, f.control)
  if (f.range && f.wire.length === 1) return { type: 'array', items: one, maxItems: 2 }
  return f.many ? { anyOf: [one, { type: 'array', items: one }] } : one
}

const fields = (model: Model, list: readonly FieldModel[]): Json =>
  Object.fromEntries(list.map((field) => [field.name, { ...fieldSchema(model, field), title: field.label.en }]))

function answer(model: Model, call: CallModel): Json {
  const data = dataSchema(model, call)
  return {
    type: 'object',
    properties: {
      status: { const: 200 },
      msg: { type: 'string' },
      data: call.several ? { type: 'array', items: data } : data,
      ...(call.kind === 'query' ? { total: { type: 'integer', description: 'Rows in all' } } : {}),
    },
    required: ['status', 'msg', 'data'],
  }
}

/** What is answered: of several, one. */
function dataSchema(model: Model, call: CallModel): Json {
  const row = call.rows ? refTo(call.rows) : undefined
  if (call.kind === 'select' || call.kind === 'options') {
    const choice = {
      type: 'object',
      properties: { value: { type: ['integer', 'string'] }, label: { type: 'string' }, ...fields(model, call.output) },
      required: ['value', 'label'],
    }
    return row ? { allOf: [choice, row] } : choice
  }
  if (call.kind === 'stat')
    return { type: 'object', additionalProperties: { type: ['number', 'string', 'null'] }, description: 'Figures' }
  const usual = usualAnswer(call)
  if (usual)
    return {
      type: 'object',
      properties: {
        ...Object.fromEntries(
          Object.entries(usual).map(([name, type]) => [
            name.replace('?', ''),
            { type: type === 'number' ? 'integer' : 'string' },
          ]),
        ),
        ...fields(model, call.output),
      },
      required: Object.keys(usual).filter((name) => !name.endsWith('?')),
    }
  if (call.output.length > 0) return { type: 'object', properties: fields(model, call.output) }
  return row ?? { type: ['object', 'null'], description: 'Nothing that a caller may rely on' }
}
