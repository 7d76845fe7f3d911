/** Sample records: what the schemas alone say of them holds, in memory and in a database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { knownRows, writeSamples } from '../../bin/sampled.ts'
import { compile } from '../../generator/index.ts'
import { isEmpty } from '../../src/model/expr/evaluate.ts'
import { isLink, isOwn } from '../../src/model/fields.ts'
import type { FieldModel, Model, ResourceModel } from '../../src/model/model.ts'
import { setLocal } from '../../src/model/local.ts'
import { checkValue } from '../../src/model/validate/index.ts'
import { sampleRows } from '../../src/samples/rows.ts'
import { World, type Row } from '../../src/samples/world.ts'
import { Catalogue } from '../../src/server/query/table.ts'
import { createRuntime } from '../../src/server/runtime.ts'
import { splitForWeb } from '../../generator/emit/web.ts'
import { product } from '../../src/server/domain/index.ts'
import { generatedModel } from '../server/support/product.ts'
import { createEmpty, hasPostgres } from '../server/support/server.ts'
import { NOW, ROOT } from '../server/support/template.ts'

const EACH = 12

const clinic = (): Model => {
  const { model, problems } = compile(join(ROOT, 'examples/clinic/schemas'))
  if (!model) throw new Error(JSON.stringify(problems.slice(0, 3)))
  return model
}

describe.each([
  ['the studio', generatedModel()],
  ['the clinic', clinic()],
])('sample records of %s', (_name, model) => {
  const rows = sampleRows({ model, each: EACH, now: NOW })
  const world = new World(model, rows, () => NOW)
  const resources = Object.values(model.resources)
  const each = (test: (resource: ResourceModel, row: Row) => string | undefined): string[] =>
    resources.flatMap((resource) => (rows[resource.name] ?? []).flatMap((row) => test(resource, row) ?? []))
  const fieldsOf = ({ fields }: ResourceModel): FieldModel[] =>
    Object.values(fields).filter((field) => !field.value && !field.secret && !isOwn(field))

  it('are the same each time', () => {
    expect(sampleRows({ model, each: EACH, now: NOW })).toEqual(rows)
  })

  it('are there of every kind', () => {
    expect(resources.filter(({ name }) => (rows[name]?.length ?? 0) < 3).map(({ name }) => name)).toEqual([])
  })

  it('say what their fields give as samples', () => {
    const told = resources.flatMap((resource) => fieldsOf(resource).filter((field) => field.samples))
    expect(told).not.toEqual([])
    const wrong = each((resource, row) => {
      const other = fieldsOf(resource).find(
        ({ name, samples }) => samples && !isEmpty(row[name]) && !samples.includes(String(row[name])),
      )
      return other && `${resource.name}.${other.name}: ${String(row[other.name])}`
    })
    expect(wrong).toEqual([])
  })

  it('hold values that their fields take', () => {
    // Telephone numbers are those of the product.
    setLocal(model.app)
    const wrong = each((resource, row) => {
      const bad = fieldsOf(resource).find((field) => {
        // Counted numbers are no input, and pictures that are drawn in their address were never uploaded.
        const drawn = JSON.stringify(row[field.name])?.includes('data:image')
        if (isEmpty(row[field.name]) || resource.tallies[field.name] || drawn) return false
        return checkValue({ ...field, required: false }, row[field.name], model.dictionaries, model.app.timezone)
      })
      return bad && `${resource.name}.${bad.name}: ${JSON.stringify(row[bad.name])}`
    })
    setLocal(generatedModel().app)
    expect(wrong).toEqual([])
  })

  it('add up, also what is worked out from what was added up', () => {
    const wrong = each((resource, row) => {
      const sum = Object.entries(resource.tallies).find(([name, parts]) => {
        const all = parts.map(({ resource: of, ref, where, value }) => {
          const there = (rows[of] ?? []).filter(
            (one) => [one[ref]].flat().includes(row[resource.key]) && (!where || world.holds(where, one)),
          )
          const path = value?.src.replace(/^row\./, '')
          return path ? there.reduce((most, one) => most + Number(one[path] ?? 0), 0) : undefined
        })
        if (parts.some((part) => part.each !== undefined) || all.includes(undefined)) return false
        return Math.abs(Number(row[name]) - all.reduce<number>((most, one) => most + (one ?? 0), 0)) > 0.001
      })
      const value = Object.values(resource.fields).find((field) => {
        if (!field.value || !field.stored) return false
        const kept = row[field.name]
        row[field.name] = undefined
        const now = world.read(field, row) ?? null
        row[field.name] = kept
        return JSON.stringify(now) !== JSON.stringify(kept)
      })
      return sum || value
        ? `${resource.name} ${row.id} ${sum?.[0] ?? value?.name}: ${JSON.stringify(row[sum?.[0] ?? value?.name ?? ''])}`
        : undefined
    })
    expect(wrong).toEqual([])
  })

  it('point at records that are there', () => {
    const lost = each((resource, row) => {
      const field = fieldsOf(resource).find((one) => {
        const of = world.target(one, row)
        return of !== undefined && [row[one.name]].flat().some((key) => !isEmpty(key) && !world.find(of, key))
      })
      return field && `${resource.name} ${row.id} ${field.name}: ${String(row[field.name])}`
    })
    expect(lost).toEqual([])
  })

  it('agree with what they point at', () => {
    const apart = each((resource, row) => {
      const { parent } = resource
      const above = parent && world.find(parent.resource, row[parent.field])
      if (!parent || !above) return undefined
      const both = Object.values(model.resources[parent.resource]?.fields ?? {}).find((field) => {
        const mine = resource.fields[field.name]
        const same = mine && isLink(mine) && isLink(field) && mine.of === field.of && field.type === 'ref'
        return same && field.of !== model.app.records.person && field.of !== resource.name
      })
      if (!both || isEmpty(above[both.name]) || row[both.name] === above[both.name]) return undefined
      return `${resource.name} ${row.id} ${both.name}`
    })
    expect(apart.length).toBeLessThan(EACH)
  })

  it('stand in states that their machines lead to, not all in one', () => {
    for (const { name, machines } of resources)
      for (const { field, start, moves } of machines) {
        const met = new Set(rows[name]?.map((row) => row[field]))
        const led = new Set([start, ...moves.map((move) => move.to)])
        expect({ name, field, met: [...met].filter((state) => !led.has(state as never)) }).toEqual({
          name,
          field,
          met: [],
        })
        if (moves.some((move) => start !== undefined && move.from.includes(start)))
          expect([name, met.size]).not.toEqual([name, 1])
      }
  })
})

it('fill an empty database, and no other', async () => {
  const model = generatedModel()
  const dir = mkdtempSync(join(tmpdir(), 'atelier-samples-'))
  const empty = hasPostgres ? await createEmpty() : undefined
  const runtime = await createRuntime({
    ...{ model, product, split: splitForWeb, dataDir: dir, log: () => undefined },
    ...(empty ? { databaseUrl: empty.url } : {}),
  })
  try {
    const { app, db, clock } = runtime
    const filling = { db, model, app, clock, each: EACH }
    const { count, viewer } = await writeSamples(filling)
    expect(count).toBeGreaterThan(EACH * 150)
    await expect(writeSamples(filling)).rejects.toThrow('an empty one only')
    const catalogue = new Catalogue(model)
    const rows = await knownRows(db, catalogue)
    const few = [...catalogue.tables.values()].filter(
      ({ name, resource }) => !resource.virtual && (rows[name]?.length ?? 0) < 3,
    )
    expect(few.map(({ name }) => name).filter((name) => !ALONE.has(name))).toEqual([])
    // Their numbers go on behind the samples.
    const [last] = await db.query<{ next: number }>(
      `select nextval(pg_get_serial_sequence('"customer"', 'id')) as "next"`,
    )
    expect(Number(last?.next)).toBe(Math.max(...(rows.customer ?? []).map((row) => row.id)) + 1)
    expect(rows.user?.map((row) => row.mobile)).toEqual([viewer.mobile])
    const [counter] = await db.query<{ value: number }>(
      `select "value" from "serial_counter" where "key" like 'customer.%' order by "value" desc limit 1`,
    )
    expect(Number(counter?.value)).toBe(Math.max(...(rows.customer ?? []).map((row) => row.id)))
  } finally {
    await runtime.close()
    await empty?.drop()
    rmSync(dir, { recursive: true, force: true })
  }
})

/** The administrator's own, of which there is one. */
const ALONE = new Set(['company', 'user', 'userRole'])
