/** "Why?" of every computed and counted number: the values it puts in make the number that the record shows. */
import { describe, expect, it } from 'vitest'
import { isNumber } from '../../../src/model/fields.ts'
import { onOneEngine } from '../support/engines.ts'
import { generatedModel, type Told } from '../support/product.ts'
import { useProduct } from '../support/useProduct.ts'

interface Term {
  label: string
  value: string
  rows?: { id: number; title: string; value?: string }[]
  more?: number
}

interface Why {
  value: number | null
  formula: string
  put: string
  terms: Term[]
}

const model = generatedModel()

/** Every such number of a record that stands in a table. */
const numbers = Object.values(model.resources).flatMap((resource) =>
  Object.values(resource.fields)
    .filter((field) => isNumber(field.type) && !field.secret && (field.value || resource.tallies[field.name]))
    .filter(() => !resource.virtual)
    .map((field) => ({ resource, field })),
)

/** `￥1,234.50` as a number. */
const read = (text: string): number => Number(text.replace(/[^\d.-]/g, ''))

onOneEngine('why', (engine) => {
  const product = useProduct(engine)
  const ask = (who: string, entity: string, entityId: number, field: string): Promise<Told> =>
    product().raw(who, 'operatelogs/why', { entity, entityId, field })

  const ofStudio = async (resource: string, field: string): Promise<number | undefined> => {
    const { companyId } = await product().person('administrator')
    const column = model.resources[resource]?.fields[field]
    const own = model.resources[resource]?.company ? 'and "companyId" = $1' : 'and $1 > 0'
    const order = column?.column ? `"${field}" desc nulls last,` : ''
    const [row] = await product().rows<{ id: number }>(
      `select "id" from "${resource}" where not "isDel" ${own} order by ${order} "id" limit 1`,
      [companyId],
    )
    return row?.id
  }

  it('is there to be asked', () => expect(numbers.length).toBeGreaterThan(60))

  it.each(numbers.map((one) => [`${one.resource.name}.${one.field.name}`, one] as const))('%s', async (_name, one) => {
    const { resource, field } = one
    const id = await ofStudio(resource.name, field.name)
    if (id === undefined) return
    const told = await ask('administrator', resource.name, id, field.name)
    expect(told).toMatchObject({ status: 200 })
    const { value, formula, put, terms } = told.data as Why
    expect(`${formula}|${put}`).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/)
    expect(formula).not.toBe('')
    if (resource.tallies[field.name]) {
      expect(terms.reduce((sum, term) => sum + read(term.value), 0)).toBeCloseTo(Number(value), 2)
      for (const { rows = [], more = 0, value: shown } of terms)
        if (more === 0 && rows.some((row) => row.value !== undefined))
          expect(rows.reduce((sum, row) => sum + read(row.value ?? '0'), 0)).toBeCloseTo(read(shown), 2)
    }
  })

  it('counts the rows that this person may not see, and tells nothing of them', async () => {
    const { employeeId } = await product().person('consultant')
    const [customer] = await product().rows<{ id: number }>(
      `update "customer" set "salesId" = $1 where "id" =
         (select max("customerId") from "order" where "salesId" = $1 and "closeStatus" = 0 and "orderStatus" < 5)
       returning "id"`,
      [employeeId],
    )
    const told = async (): Promise<Term> => {
      const { status, data } = await ask('consultant', 'customer', customer?.id ?? 0, 'openOrders')
      expect(status).toBe(200)
      return (data as Why).terms[0] as Term
    }
    const before = await told()
    const { id = 0, title = '' } = before.rows?.[0] ?? {}
    expect(title).not.toBe('')
    await product().db.query(
      `update "order" set ("salesId", "orgId") = (select "id", "orgId" from "employee" where "mobile" = '13800000002')
       where "id" = $1`,
      [id],
    )
    const after = await told()
    expect(after.value).toBe(before.value)
    expect(after.more).toBe((before.more ?? 0) + 1)
    expect(JSON.stringify(after)).not.toContain(title)
    expect(after.rows).toEqual(before.rows?.filter((row) => row.id !== id))
  })

  describe('an order', () => {
    it('says its formula, with labels and with amounts', async () => {
      const id = (await ofStudio('order', 'payableAmount')) as number
      const { data } = await ask('administrator', 'order', id, 'payableAmount')
      const why = data as Why
      // Only sums and differences: what is put in can be reckoned by anybody.
      const reckoned = why.put
        .replace(/[￥,]/g, '')
        .replaceAll('−', '-')
        .split(/\s+(?=[+-]\s)/)
        .reduce((sum, part) => sum + Number(part.replace(/\s/g, '')), 0)
      expect(reckoned).toBeCloseTo(Number(why.value), 2)
      expect(why.terms.length).toBeGreaterThan(2)
    })

    it('is told to nobody who may not see it', async () => {
      const id = (await ofStudio('order', 'payableAmount')) as number
      expect(await ask('limited', 'order', id, 'payableAmount')).toMatchObject({ status: 403 })
      const { data } = await ask(
        'administrator',
        'customer',
        (await ofStudio('customer', 'consumeCount')) as number,
        'mobile',
      )
      expect(data).toMatchObject({ field: 'field' })
    })
  })
})
