/** What an edit takes it does: each input alone changes something or is refused, and so is what it does not take. */
import { beforeAll, describe, expect, it } from 'vitest'
import { dictionaryOf } from '../../../src/model/fields.ts'
import type { CallModel, FieldModel } from '../../../src/model/model.ts'
import { covering } from '../../cover.ts'
import { atLeast, isWantedResource } from '../../only.ts'
import { onOneEngine } from '../support/engines.ts'
import { fillEverything, knownIn, sample, type Known } from '../support/everything.ts'
import type { Person, Values } from '../support/product.ts'
import { callOfKind } from '../support/records.ts'
import { DAY } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

/** Records that an input is tried on before it passes for one that is refused. */
const TRIED = 3
/** So many fields that a call does not take are asked of it: the engine refuses them all in one place. */
const ASKED = 3
const ENVELOPE = new Set(['id', 'ids', 'version', 'requestNo'])

onOneEngine('edits', (engine) => {
  const product = useProduct(engine)
  let admin: Person
  let known: Known
  let made = 7_000
  beforeAll(async () => {
    admin = await product().person('administrator')
    await fillEverything(product(), admin.companyId)
    known = await knownIn(product(), admin.companyId, 5)
  })

  const edits = (): CallModel[] =>
    Object.values(product().model.calls).filter(
      (call) =>
        !call.preset &&
        isWantedResource(call.resource) &&
        !product().model.resources[call.resource]?.virtual &&
        (call.kind === 'edit' || call.kind === 'set' || /(^|\/)(edit|update)/i.test(call.path)) &&
        call.input.some(({ name }) => name === 'id' || name === 'ids'),
    )

  /** Every input of what is written by hand; of what the engine does alike, one of each kind of field. */
  function asked(): { call: CallModel; field: FieldModel }[] {
    const all = edits().flatMap((call) =>
      call.input.filter(({ name }) => !ENVELOPE.has(name)).map((field) => ({ call, field })),
    )
    const alike = covering(
      all.filter(({ call }) => !call.handler),
      ({ call, field }) => [
        `${call.kind} ${field.type}`,
        ...(['show', 'requiredIf', 'by', 'in', 'value'] as const).filter((key) => key in field && field[key as never]),
        ...(product().model.resources[call.resource]?.machines.some((one) => one.field === field.name)
          ? ['state']
          : []),
      ],
    )
    return all.filter((one) => one.call.handler || alike.has(one))
  }

  async function idsOf(resource: string): Promise<number[]> {
    const company = product().model.resources[resource]?.company ? `and "companyId" = ${admin.companyId}` : ''
    const rows = await product().rows<{ id: number }>(
      `select "id" from "${resource}" where not "isDel" ${company} order by "id" desc limit ${TRIED}`,
    )
    return rows.map((row) => row.id)
  }

  /** What was written since, as the log has it. */
  async function writtenSince(entry: number): Promise<boolean> {
    const { count } = await product().row<{ count: number }>(
      `select count(*)::int as "count" from "operateLog"
       where "id" > $1 and (coalesce("before", '{}') <> '{}' or coalesce("after", '{}') <> '{}')`,
      [entry],
    )
    return count > 0
  }
  /** A record as it is kept, but for what each write sets: the log has no entries of some resources. */
  async function keptRow(resource: string, id: number): Promise<string> {
    const { row } = await product().row<{ row: Values }>(
      `select to_jsonb(t) - '{version,updateTime,updateBy,updateName}'::text[] as "row" from "${resource}" t where "id" = $1`,
      [id],
    )
    return JSON.stringify(row)
  }

  const lastEntry = async (): Promise<number> =>
    (await product().row<{ id: number }>('select coalesce(max("id"), 0)::int as "id" from "operateLog"')).id

  /** Another value of a field than the one that stands there. */
  function another(field: FieldModel, now: unknown, id: number): unknown {
    const { model } = product()
    const others = (resource: string | undefined): (number | string)[] =>
      (known.get(resource ?? '') ?? []).filter((key) => key !== now && key !== id)
    switch (field.type) {
      case 'bool':
        return now === 1 ? 0 : 1
      case 'enum':
        return dictionaryOf(model.dictionaries, field)?.values.find((one) => !one.retired && one.value !== now)?.value
      case 'enums':
        return dictionaryOf(model.dictionaries, field)
          ?.values.filter((one) => !one.retired && !(Array.isArray(now) && now.includes(one.value)))
          .slice(0, 1)
          .map((one) => one.value)
      case 'int':
      case 'decimal':
      case 'money':
        return Math.min(field.max ?? Infinity, Number(now ?? 0) + 1)
      case 'date':
      case 'datetime':
        return Number(now ?? sample(model, field, known, 1)) + DAY
      case 'ref':
        return others(field.of)[0]
      case 'refs':
        return others(field.of)
          .filter((key) => !(Array.isArray(now) && now.includes(key)))
          .slice(0, 1)
      case 'time':
        return now === '10:00' ? '11:00' : '10:00'
      case 'region':
        return now === '500100' ? '510100' : '500100'
      default:
        return sample(model, field, known, (made += 1))
    }
  }

  /** The record as its detail answers it, or else as it is kept. */
  const shown = async (resource: string, id: number): Promise<Values> => {
    const detail = callOfKind(product().model, resource, 'detail')
    const told = detail && (await product().raw(admin, detail.path, { id }))
    if (told?.status === 200) return told.data as Values
    const { row } = await product().row<{ row: Values }>(
      `select to_jsonb(t) as "row" from "${resource}" t where "id" = $1`,
      [id],
    )
    return Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
    )
  }

  /** Asks each of some records; the first answer that is 200, with whether anything is other than before. */
  async function tried(
    call: CallModel,
    field: FieldModel,
  ): Promise<{ asked: Values; told: string; changed?: boolean } | undefined> {
    let last: { asked: Values; told: string } | undefined
    for (const id of await idsOf(call.resource)) {
      const value = another(field, (await shown(call.resource, id))[field.name], id)
      if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
      const asked = { [call.input.some(({ name }) => name === 'id') ? 'id' : 'ids']: id, [field.name]: value }
      if ('ids' in asked) Object.assign(asked, { ids: [id] })
      const [entry, before] = [await lastEntry(), await keptRow(call.resource, id)]
      const told = await product().raw(admin, call.path, asked)
      last = { asked, told: `${told.status} ${told.msg}` }
      if (told.status === 200)
        return { ...last, changed: (await writtenSince(entry)) || (await keptRow(call.resource, id)) !== before }
    }
    return last
  }

  describe('each input alone', () => {
    it('changes something or is refused', async () => {
      const without: string[] = []
      let effective = 0
      for (const { call, field } of asked()) {
        const found = await tried(call, field)
        if (found?.changed === false) without.push(`${call.path} ${JSON.stringify(found.asked)}: ${found.told}`)
        if (found?.changed) effective += 1
      }
      expect(without).toEqual([])
      expect(effective).toBeGreaterThan(atLeast(100))
    })

    it.each([
      ['photography/record', 'workTask', 'workTaskId', { action: 'start', shotCount: 5 }],
      ['photography/record', 'workTask', 'workTaskId', { action: 'pause', reason: '雨', price: 5 }],
      ['delivery/record', 'delivery', 'id', { event: 'sign', signName: '甲', fee: 3 }],
      ['presentexchange/edit', 'presentExchange', 'id', { status: 2, cancelReason: '无货' }],
      ['lead/allocation', 'lead', 'ids', { toPool: 1, employeeId: 1 }],
      ['pay_record/invoiceRegister', 'payRecord', 'payRecordId', { invoiceStatus: 2, collector: '甲', amount: 1 }],
    ])('of %s is refused where it does not go with the others (%s, %s, %j)', async (path, resource, key, input) => {
      const [id] = await idsOf(resource)
      const field = Object.keys(input).at(-1)
      const asked = { [key]: key === 'ids' ? [id] : id, ...input, requestNo: `${path} ${field}` }
      expect(await product().raw(admin, path, asked)).toMatchObject({ status: 400, data: { field } })
    })

    it('is refused where the call does not take it', async () => {
      const taken: string[] = []
      let refused = 0
      for (const call of edits().filter(({ kind }) => kind === 'edit')) {
        const fields = product().model.resources[call.resource]?.fields ?? {}
        const [id] = await idsOf(call.resource)
        if (id === undefined) continue
        const inputs = new Set(call.input.map(({ name }) => name))
        const now = await shown(call.resource, id)
        const others = Object.values(fields).filter(({ name }) => !inputs.has(name))
        for (const field of others.slice(0, ASKED)) {
          const value = another(field, now[field.name], id)
          if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
          const entry = await lastEntry()
          const told = await product().raw(admin, call.path, { id, [field.name]: value })
          if (told.status === 200 && !(await writtenSince(entry)))
            taken.push(`${call.path} ${field.name}=${JSON.stringify(value)}`)
          else refused += 1
        }
      }
      expect(taken).toEqual([])
      expect(refused).toBeGreaterThan(atLeast(100))
    })
  })
})
