/** Look-ups over every resource: a title or fact that is a reference is answered with what it is called, not by its number alone. */
import { beforeAll, expect, it } from 'vitest'
import { isLink, membersOf, titleKey } from '../../../src/model/fields.ts'
import type { CallModel, FieldModel, ResourceModel } from '../../../src/model/model.ts'
import { isEmpty } from '../../../src/model/validate/index.ts'
import { atLeast, isWantedResource } from '../../only.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Values } from '../support/product.ts'
import { batched, useProduct } from '../support/useProduct.ts'

/** References among what a record is told by. */
const spoken = ({ title, facts, fields }: ResourceModel): FieldModel[] =>
  [...new Set([title, ...facts])].flatMap((name) => {
    const field = fields[name]
    return field && isLink(field) ? [field] : []
  })

onOneEngine('look-ups', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  /** What look-ups answer whose records are told by references, asked without a word. */
  let answers: { call: CallModel; resource: ResourceModel; rows: Values[] }[]
  beforeAll(async () => {
    admin = await product().person('administrator')
    const { model } = product()
    const every = Object.values(model.resources)
    const inputs = Object.values(model.calls).flatMap((call) => call.input)
    const fields = [...every.flatMap((one) => Object.values(one.fields)), ...inputs].flatMap((one) => [
      one,
      ...membersOf(one),
    ])
    const named = new Set(fields.flatMap((field) => field.lookup ?? []))
    const calls = Object.values(model.calls).filter((call) => call.kind === 'select' || named.has(call.id))
    const found = await batched(calls, async (call) => {
      const resource = model.resources[call.rows ?? call.resource]
      if (!resource || spoken(resource).length === 0 || !isWantedResource(resource.name)) return []
      const told = await product().raw(admin, call.path, { pageNO: 1, pageRows: 200 })
      return Array.isArray(told.data) ? [{ call, resource, rows: told.data as Values[] }] : []
    })
    answers = found.flat().filter(({ rows }) => rows.length > 0)
  })

  it('are asked of many resources', () => expect(answers.length).toBeGreaterThanOrEqual(atLeast(25)))

  it('call the references that tell records apart', () => {
    const bare = answers.flatMap(({ call, resource, rows }) =>
      spoken(resource)
        .filter(({ name }) => rows.some((row) => !isEmpty(row[name]) && isEmpty(row[titleKey(name)])))
        .map(({ name }) => `${call.path} ${name}`),
    )
    expect(bare).toEqual([])
  })
})
