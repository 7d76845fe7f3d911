/** OpenAPI 3.1 of every call: the payload in `data`, and the answer. */
import type { CallModel, Model } from '../../src/model/model.ts'
import { pascal, valueSchema } from './types.ts'
import { byText } from '../base/order.ts'

type Json = Record<string, unknown>

export function openApi(model: Model): Json {
  const paths = Object.fromEntries(
    Object.values(model.calls)
      .sort((a, b) => byText(a.path, b.path))
      .map((call) => [`/api/${call.path}.json`, { post: operation(model, call) }]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: model.app.name.en,
      version: model.hash,
      description: 'Every call is POST with {data}; every answer has HTTP 200 and its own status.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: Object.fromEntries(
        Object.values(model.resources).map((r) => [
          pascal(r.name),
          {
            type: 'object',
            title: r.label.en,
            properties: {
              id: { type: 'integer' },
              version: { type: 'integer' },
              ...fields(
                model,
                Object.values(r.fields).filter((f) => !f.secret),
              ),
            },
          },
        ]),
      ),
    },
  }
}

function operation(model: Model, call: CallModel): Json {
  return {
    operationId: pascal(call.path),
    summary: call.label.en,
    tags: [call.resource],
    ...(call.access?.anyone ? { security: [] } : { security: [{ bearer: [] }] }),
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { data: inputSchema(model, call) } } } },
    },
    responses: {
      200: {
        description: 'status 200, or a refusal with its sentence',
        content: { 'application/json': { schema: answer(call) } },
      },
    },
  }
}

const LISTS: CallModel['kind'][] = ['query', 'list', 'export', 'select', 'stat']

function inputSchema(model: Model, call: CallModel): Json {
  const r = model.resources[call.resource]!
  const filters = LISTS.includes(call.kind)
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
  const required = call.input.filter((f) => f.required && call.kind !== 'edit').map((f) => f.name)
  return {
    type: 'object',
    additionalProperties: false,
    properties: { ...Object.fromEntries(filters), ...paging, ...fields(model, call.input) },
    ...(required.length > 0 ? { required } : {}),
  }
}

function filterSchema(model: Model, f: Model['resources'][string]['filters'][string]): Json {
  const one = valueSchema(model, f.control)
  if (f.range && f.wire.length === 1) return { type: 'array', items: one, maxItems: 2 }
  return f.many ? { anyOf: [one, { type: 'array', items: one }] } : one
}

const fields = (model: Model, list: CallModel['input']): Json =>
  Object.fromEntries(
    list.map((f) => [f.name, { ...(f.type === 'bool' ? { enum: [0, 1] } : valueSchema(model, f)), title: f.label.en }]),
  )

function answer(call: CallModel): Json {
  const one = call.rows ? { $ref: `#/components/schemas/${pascal(call.rows)}` } : {}
  const data = LISTS.includes(call.kind) ? { type: 'array', items: one } : one
  return {
    type: 'object',
    properties: { status: { type: 'integer' }, msg: { type: 'string' }, data, total: { type: 'integer' }, count: {} },
    required: ['status', 'msg'],
  }
}
