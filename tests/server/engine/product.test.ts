/** Generated from the product's own schemas: every call that reads, every filter and every look-up is one the database can answer. */
import { expect, it } from 'vitest'
import { isLink, oneOf, isDated } from '../../../src/model/fields.ts'
import type { CallModel, FieldModel, FilterModel } from '../../../src/model/model.ts'
import { ERRORS, Refusal } from '../../../src/server/errors.ts'
import { codecOf } from '../../../src/server/fields/index.ts'
import type { Actor } from '../../../src/server/types.ts'
import { atLeast, isWantedResource } from '../../only.ts'
import { onOneEngine } from '../support/engines.ts'
import { generatedModel, type Product } from '../support/product.ts'
import { NOW } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

const model = generatedModel()
const system: Actor = { kind: 'system', lang: 'zh', companyId: 1 }
/** Sees rows through the customer condition of the scope, the longest there is. */
const client: Actor = { kind: 'client', lang: 'zh', companyId: 1, customerId: 1 }

/** What went wrong beyond a refusal; nothing when the call answered or refused as calls do. */
async function fault(
  { app }: Product,
  path: string,
  actor: Actor,
  input: Record<string, unknown>,
): Promise<string | undefined> {
  try {
    await app.run(path, actor, input, { granted: true })
    return undefined
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return undefined
    const cause = error instanceof Error && error.cause ? ` (${String(error.cause)})` : ''
    return `${path} ${JSON.stringify(input)}: ${String(error)}${cause}`
  }
}

/** A value of the right kind, whether or not anything has it. */
function valueOf(field: FieldModel): unknown {
  if (isLink(field) && field.key === 'id') return 1
  if (isDated(field.type)) return NOW
  return codecOf(field).sample({ ...field, pattern: undefined }, 1, model.dictionaries, model.app.timezone) ?? '1'
}

const needed = (call: CallModel): Record<string, unknown> =>
  Object.fromEntries(call.input.filter((field) => field.required).map((field) => [field.name, valueOf(field)]))

function inputOf(filter: FilterModel): Record<string, unknown> {
  const value = valueOf(filter.control.type === 'enums' ? oneOf(filter.control) : filter.control)
  if (!filter.range) return { [filter.wire[0] as string]: value }
  if (filter.wire.length === 1) return { [filter.wire[0]]: [value, value] }
  return Object.fromEntries(filter.wire.flatMap((name) => (name ? [[name, value]] : [])))
}

const READING = new Set(['query', 'list', 'detail', 'select', 'stat', 'check', 'options', 'export'])
const reading = Object.values(model.calls).filter(
  (call) => READING.has(call.kind) && !call.handler && isWantedResource(call.resource),
)

onOneEngine('the product', (engine) => {
  const product = useProduct(engine)

  it('has calls that read', () => {
    expect(reading.length).toBeGreaterThanOrEqual(atLeast(400))
  })

  it.each([
    ['the system', system],
    ['a customer', client],
  ])('answers every one of them to %s', async (_, actor) => {
    const faults: string[] = []
    for (const call of reading) {
      const found = await fault(product(), call.path, actor, call.kind === 'detail' ? { id: 1 } : needed(call))
      if (found) faults.push(found)
    }
    expect(faults).toEqual([])
  })

  it('filters, searches, sorts, totals and counts by everything it offers', async () => {
    const faults: string[] = []
    for (const call of reading.filter((one) => one.kind === 'query')) {
      const resource = model.resources[call.rows ?? call.resource]
      const filters = Object.values(resource?.filters ?? {})
      const inputs = [
        ...filters.map(inputOf),
        { keyword: '张三' },
        { keyword: '139' },
        { after: 'x' },
        ...(resource?.columns ?? [])
          .filter((column) => column.sort)
          .map((column) => ({ sortField: column.path, sortOrder: 'desc' })),
        ...filters.filter((filter) => filter.control.type === 'enum').map((filter) => ({ counts: filter.name })),
        {
          totals: Object.fromEntries(
            (resource?.columns ?? []).flatMap((column) => (column.total ? [[column.path, column.total]] : [])),
          ),
        },
      ]
      for (const input of inputs) {
        const found = await fault(product(), call.path, system, { ...needed(call), ...input })
        if (found) faults.push(found)
      }
    }
    expect(faults).toEqual([])
  })
})

it('says sentences that fit a label of one thing and of many', () => {
  const bent = Object.values(ERRORS).filter(({ text }) =>
    /\{label\} (is|was|has|does|exists)\b|\ban? \{label\}/.test(text.en),
  )
  expect(bent).toEqual([])
})
