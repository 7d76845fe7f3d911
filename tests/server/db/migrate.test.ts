import { existsSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DictionaryModel, FieldModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { compiler } from '../../../src/server/db/compiler.ts'
import { daySql } from '../../../src/server/db/days.ts'
import { day, type DbError } from '../../../src/server/db/index.ts'
import { introspect } from '../../../src/server/db/schema/introspect.ts'
import { isMigrated } from '../../../src/server/db/schema/fingerprint.ts'
import {
  applyMigration,
  bringUp,
  formatPlan,
  migrate,
  MigrationRefused,
  planMigration,
} from '../../../src/server/db/schema/migrate.ts'
import { uniqueBehind } from '../../../src/server/db/schema/unique-behind.ts'
import type { Database } from '../../../src/server/types.ts'
import { dictionary, field } from '../../model/validate-fields.ts'
import { engines, ZONE } from './engines.ts'
import { index, model, resource, unique } from './fixtures.ts'

const GENERATED = new URL('../../../src/generated/model.json', import.meta.url)
const DAY = Date.UTC(2026, 2, 15, 16)

const name = field('name', 'string', { required: true })
const item = (fields: FieldModel[], over: Partial<ResourceModel> = {}): Model => model([resource('item', fields, over)])

describe.each(engines)('migration on $name', (engine) => {
  let db: Database
  beforeAll(async () => {
    db = await engine.open()
  })
  afterAll(() => db.close())
  beforeEach(() => db.script('drop schema public cascade; create schema public'))

  const rows = (columns = '*', table = 'item') => db.query(`select ${columns} from "${table}" order by "id"`)
  const plan = async (to: Model): Promise<string> => formatPlan(await planMigration(db, to))
  const settled = async (to: Model) => expect(await plan(to)).toBe('The database matches the model.')
  const migrated = async (to: Model, allowLoss = false) => {
    const result = await migrate(db, to, { allowLoss })
    if (result.left.length === 0) await settled(to)
    return result
  }
  const insert = (values: Record<string, unknown>, table = 'item') => {
    const all: Record<string, unknown> = { companyId: 1, ...values }
    const names = Object.keys(all)
    return db.query(
      `insert into "${table}" (${names.map((one) => `"${one}"`).join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
      Object.values(all),
    )
  }
  const kindOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DbError) => error.kind,
    )

  describe('from nothing', () => {
    const shop = model(
      [
        resource('city', [field('code', 'string', { required: true })], {
          key: 'code',
          company: false,
          scope: { kind: 'global' },
        }),
        resource(
          'item',
          [
            name,
            field('cityCode', 'ref', { of: 'city', key: 'code' }),
            field('cities', 'refs', { of: 'city', key: 'code' }),
            field('parentId', 'ref', { of: 'item' }),
            field('target', 'ref', { by: 'kind', kinds: { a: 'item' } }),
            field('kind', 'enum', { of: 'kind', default: { value: 'a' } }),
            field('price', 'money', { default: { value: 12.5 } }),
            field('on', 'bool', { default: { value: 1 } }),
            field('born', 'date'),
            field('at', 'datetime'),
            field('split', 'rows', { fields: [] }),
            field('photo', 'image'),
            field('ratio', 'decimal'),
            field('mobile', 'phone'),
            field('hidden', 'int', { column: false }),
            field('shown', 'int', {
              required: true,
              show: { src: '', reads: [], ast: { k: 'lit', v: true, type: { t: 'bool', empty: false } } },
            }),
          ],
          {
            unique: [unique('name', ['parentId']), unique('mobile', [], { everywhere: true })],
            indexes: [
              index('btree', ['createTime'], { reasons: ['sort'] }),
              index('btree', ['parentId'], { reasons: ['ref'] }),
              index('trigram', ['name']),
              index('trigram', ['mobile']),
              index('gin', ['cities']),
              index('unique', ['parentId', 'name']),
              index('unique', ['mobile'], { everywhere: true }),
            ],
          },
        ),
        resource('answer', [name], { virtual: true }),
      ],
      [dictionary('kind', { a: 'a', b: 'b' })],
    )

    it('makes typed columns, keys, references and indexes; a second plan is empty', async () => {
      expect((await migrated(shop)).left).toEqual([])
      const table = (await introspect(db)).get('item')
      expect(
        Object.fromEntries(
          [...(table?.columns.values() ?? [])].map((one) => [one.name, `${one.type}${one.notNull ? '!' : ''}`]),
        ),
      ).toEqual({
        id: 'bigint!',
        companyId: 'bigint!',
        version: 'integer!',
        createTime: 'timestamp(3) with time zone!',
        createBy: 'bigint',
        updateTime: 'timestamp(3) with time zone!',
        updateBy: 'bigint',
        isDel: 'boolean!',
        name: 'text!',
        cityCode: 'text',
        cities: 'text[]!',
        parentId: 'bigint',
        target: 'bigint',
        kind: 'text!',
        price: 'bigint!',
        on: 'boolean!',
        born: 'date',
        at: 'timestamp(3) with time zone',
        split: 'jsonb!',
        photo: 'jsonb',
        ratio: 'numeric',
        mobile: 'text',
        shown: 'bigint',
      })
      expect(
        [...(table?.constraints.values() ?? [])]
          .filter((one) => one.kind === 'f')
          .map((one) => one.columns[0])
          .sort(),
      ).toEqual(['cityCode', 'parentId'])
      expect((await introspect(db)).has('answer')).toBe(false)
      expect((await introspect(db)).get('city')?.columns.has('companyId')).toBe(false)
    })

    it('gives new rows the defaults', async () => {
      await migrate(db, shop)
      await insert({ name: 'x', shown: 1 })
      expect(await rows('"version", "isDel", "kind", "price", "on", "cities", "split"')).toEqual([
        { version: 1, isDel: false, kind: 'a', price: 1250, on: true, cities: [], split: [] },
      ])
    })

    it('refuses twice the same, within its company and parent, among rows that live and are filled', async () => {
      await migrate(db, shop)
      await insert({ name: 'x', shown: 1, mobile: '139' })
      const error = await insert({ name: 'x', shown: 1 }).then(
        () => undefined,
        (caught: DbError) => caught,
      )
      expect(uniqueBehind(shop, error?.constraint ?? '')).toMatchObject({ resource: 'item', unique: { field: 'name' } })
      expect(await kindOf(insert({ name: 'x', shown: 1, parentId: 1 }))).toBe('done')
      expect(await kindOf(insert({ name: 'x', shown: 1, companyId: 2 }))).toBe('done')
      expect(await kindOf(insert({ name: 'y', shown: 1, companyId: 2, mobile: '139' }))).toBe('unique')
      expect(await kindOf(insert({ name: 'y', shown: 1, mobile: '' }))).toBe('done')
      expect(await kindOf(insert({ name: 'z', shown: 1, mobile: '' }))).toBe('done')
      await db.query('update item set "isDel" = true where id = 1')
      expect(await kindOf(insert({ name: 'x', shown: 1 }))).toBe('done')
      expect(await kindOf(insert({ name: 'w', shown: 1, cityCode: 'nowhere' }))).toBe('foreign')
    })

    it.runIf(existsSync(GENERATED))('makes the whole product in one batch, and nothing twice', async () => {
      const product = JSON.parse(readFileSync(GENERATED, 'utf8')) as Model
      let scripts = 0
      const counting = {
        ...counted(db),
        script: (sql: string) => {
          scripts += 1
          return db.script(sql)
        },
      }
      await migrate(counting, product)
      expect(scripts).toBe(3)
      await settled(product)
    })
  })

  const counted = (on: Database): Database => ({
    engine: on.engine,
    load: () => on.load(),
    query: on.query.bind(on),
    transaction: on.transaction.bind(on),
    script: on.script.bind(on),
    listen: on.listen.bind(on),
    close: on.close.bind(on),
  })

  describe('adding', () => {
    beforeEach(async () => {
      await migrate(db, item([name]))
      await insert({ name: 'a' })
    })

    it('columns, tables, references and indexes come by themselves; rows stay', async () => {
      const to = model([
        resource(
          'item',
          [
            name,
            field('count', 'int', { default: { value: 3 } }),
            field('note', 'string'),
            field('must', 'string', { required: true }),
            field('groupId', 'ref', { of: 'group' }),
          ],
          { indexes: [index('trigram', ['name']), index('unique', ['name'])] },
        ),
        resource('group', [name]),
      ])
      const { steps } = await planMigration(db, to)
      expect(steps.every((one) => one.kind === 'safe')).toBe(true)
      await migrated(to)
      expect(await rows('"name", "count", "note", "must", "groupId"')).toEqual([
        { name: 'a', count: 3, note: null, must: null, groupId: null },
      ])
      expect(await kindOf(insert({ name: 'b', must: 'x', groupId: 7 }))).toBe('foreign')
    })

    it('a value is required as soon as every row has one', async () => {
      const to = item([name, field('must', 'string', { required: true })])
      await migrated(to)
      await db.query(`update item set must = 'x'`)
      expect(await plan(to)).toContain('require item.must')
      await migrated(to)
      expect(await kindOf(insert({ name: 'b' }))).toBe('missing')
    })

    it('a field that becomes required with a default fills the rows', async () => {
      await migrated(item([name, field('n', 'int')]))
      await migrated(item([name, field('n', 'int', { default: { value: 5 } })]))
      expect(await rows('"n"')).toEqual([{ n: 5 }])
      await migrated(item([name, field('n', 'int')]))
      expect(await kindOf(insert({ name: 'b', n: null }))).toBe('done')
    })

    it('a reference to rows that are not there is checked from now on only', async () => {
      await migrated(item([name, field('groupId', 'int')]))
      await db.query('update item set "groupId" = 99')
      const to = model([resource('item', [name, field('groupId', 'ref', { of: 'group' })]), resource('group', [name])])
      expect(await plan(to)).toContain('1 rows point at nothing')
      await migrated(to)
      expect(await kindOf(insert({ name: 'b', groupId: 98 }))).toBe('foreign')
    })

    it('a uniqueness that rows stand against waits until they are put right', async () => {
      await insert({ name: 'a' })
      const to = item([name, field('n', 'int')], { indexes: [index('unique', ['name'])] })
      const { left } = await migrated(to)
      expect(left).toMatchObject([{ kind: 'conflict', rows: 1 }])
      expect(await rows('"n"')).toHaveLength(2)
      await db.query(`update item set name = 'b' where id = 2`)
      expect((await migrated(to)).left).toEqual([])
      expect(await kindOf(insert({ name: 'b' }))).toBe('unique')
    })

    it('an index whose definition changed is made anew, those of others stay', async () => {
      await migrated(item([name], { indexes: [index('btree', ['name'])] }))
      await db.script('create index made_by_hand on item (name); create table theirs (n int)')
      await migrated(item([name], { indexes: [index('trigram', ['name'])] }))
      const schema = await introspect(db)
      expect(
        [...(schema.get('item')?.indexes.keys() ?? [])]
          .filter((one) => one.startsWith('ix_'))
          .map((one) => one.slice(0, -9))
          .sort(),
      ).toEqual(['ix_item_name_grams', 'ix_item_name_trigram'])
      expect(schema.get('item')?.indexes.has('made_by_hand') && schema.has('theirs')).toBe(true)
    })
  })

  describe('statistics of days', () => {
    const made = [name, field('at', 'datetime'), field('day', 'date')]
    const counted = (...by: string[]): Model => {
      const calls = { byDay: { resource: 'item', stat: { by, measures: {} } } } as unknown as Model['calls']
      return { ...model([resource('item', made)]), calls }
    }
    const statistics = async () => [...((await introspect(db)).get('item')?.statistics ?? [])]

    it('come with a call that groups by the day of a moment, and go with it', async () => {
      await migrated(counted('at', 'day', 'name'))
      expect(await statistics()).toEqual([expect.stringMatching(/^st_item_at_/)])
      await db.query(`create statistics others on "day", "name" from "item"`)
      await migrated(counted('day'))
      expect(await statistics()).toEqual(['others'])
    })

    it('tell the planner how many groups there are', async () => {
      await migrated(counted('at'))
      await db.query(
        `insert into item ("companyId", "name", "at") select 1, 'x', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 20000) n`,
      )
      await db.query('analyze item')
      const { sql: day } = daySql(sql.id('at'), ZONE).compile(compiler)
      const [row] = await db.query(`explain (format json) select 1 from item group by ${day}`)
      expect(JSON.stringify(row)).toMatch(/"Plan Rows": ?1[45]\b/)
    })
  })

  describe('renaming', () => {
    it('carries the rows of a resource and the values of a field, also inside entries', async () => {
      const before = field('split', 'rows', {
        fields: [field('ratio', 'decimal'), field('who', 'group', { fields: [field('x', 'int')] })],
      })
      await migrated(item([name, before]))
      await insert({ name: 'a', split: JSON.stringify([{ ratio: 1, who: { x: 2 } }, { ratio: 3 }]) })
      const after = field('shares', 'rows', {
        was: ['split'],
        fields: [
          field('share', 'decimal', { was: ['ratio'] }),
          field('who', 'group', { fields: [field('y', 'int', { was: ['x'] })] }),
        ],
      })
      const to = model([
        resource('article', [field('title', 'string', { required: true, was: ['label', 'name'] }), after], {
          was: ['item'],
          indexes: [index('unique', ['title'])],
        }),
      ])
      expect(await plan(to)).toMatch(
        /rename table item to article \(1 rows\)\n.*rename column article.name to title \(1 rows\)/,
      )
      await migrated(to)
      expect(await rows('"title", "shares"', 'article')).toEqual([
        { title: 'a', shares: [{ share: 1, who: { y: 2 } }, { share: 3 }] },
      ])
      expect(await kindOf(insert({ title: 'a' }, 'article'))).toBe('unique')
    })

    it('takes no column that is still wanted', async () => {
      await migrated(item([name, field('old', 'string')]))
      await insert({ name: 'a', old: 'x' })
      await migrated(item([name, field('old', 'string'), field('fresh', 'string', { was: ['old'] })]))
      expect(await rows('"old", "fresh"')).toEqual([{ old: 'x', fresh: null }])
    })

    it('that is taken back takes its rows along, though nothing says any more that it was made', async () => {
      await migrated(item([name, field('old', 'string')]))
      await insert({ name: 'a', old: 'kept' })
      const renamed = [name, field('fresh', 'string', { was: ['old'] })]
      await migrated(model([resource('article', renamed, { was: ['item'] })]))
      expect(await rows('"fresh"', 'article')).toEqual([{ fresh: 'kept' }])
      const { applied } = await migrated(item([name, field('old', 'string')]))
      expect(applied.map(({ what }) => what)).toEqual([
        'rename table article to item',
        'rename column item.fresh to old',
      ])
      expect(await rows('"old"')).toEqual([{ old: 'kept' }])
      // Once that is done, the other name is a new one.
      expect((await planMigration(db, item([name, field('fresh', 'string')]))).steps.map(({ what }) => what)).toEqual([
        'add column item.fresh',
        'drop column item.old',
      ])
    })

    it('does not mistake cents for plain numbers in a renamed column', async () => {
      await migrated(item([name, field('old', 'money')]))
      await insert({ name: 'a', old: 1250 })
      await migrated(item([name, field('fresh', 'money', { was: ['old'] })]))
      expect(await rows('"fresh"')).toEqual([{ fresh: 1250 }])
    })
  })

  describe('values of a dictionary', () => {
    const fields = (of: string) => [
      name,
      field('state', 'enum', { of }),
      field('states', 'enums', { of }),
      field('log', 'rows', {
        fields: [field('state', 'enum', { of }), field('on', 'group', { fields: [field('states', 'enums', { of })] })],
      }),
    ]
    const withState = (one: DictionaryModel): Model => model([resource('item', fields(one.name))], [one])
    const all = '"state", "states", "log"'
    const row = (a: unknown, b: unknown) => ({
      state: a,
      states: [a, b],
      log: [
        { state: a, on: { states: [b] } },
        { state: null, on: null },
      ],
    })
    const add = (a: unknown, b: unknown) =>
      insert({ name: 'x', state: a, states: [a, b], log: JSON.stringify(row(a, b).log) })

    it('change where they are stored when they are written otherwise, once', async () => {
      await migrated(withState(dictionary('state', { open: 1, done: 2, void: 3 })))
      await add(1, 2)
      await add(3, 1)
      const swapped = withState(dictionary('state', { open: 2, done: 1, void: 3 }))
      expect(await plan(swapped)).toContain('values of state: 1 becomes 2, 2 becomes 1 (5 rows)')
      await migrated(swapped)
      await migrated(swapped)
      expect(await rows(all)).toEqual([row(2, 1), row(3, 2)])
    })

    it('follow the former name of a value and of the dictionary', async () => {
      await migrated(withState(dictionary('state', { open: 'open', done: 'done' })))
      await add('open', 'done')
      const to = withState({
        ...dictionary('phase', { opened: 'opened', done: 'done' }, { opened: { was: ['open'] } }),
        was: ['state'],
      })
      await migrated(to)
      expect(await rows(all)).toEqual([row('opened', 'done')])
    })

    it('turn from numbers to words', async () => {
      const small = (one: DictionaryModel) =>
        model(
          [resource('item', [name, field('state', 'enum', { of: 'state' })], { indexes: [index('btree', ['state'])] })],
          [one],
        )
      await migrated(small(dictionary('state', { open: 1, done: 2 })))
      await insert({ name: 'a', state: 1 })
      await insert({ name: 'b', state: 2 })
      await migrated(small(dictionary('state', { open: 'open', ended: 'ended' }, { ended: { was: ['done'] } })))
      expect(await rows('"state"')).toEqual([{ state: 'open' }, { state: 'ended' }])
    })

    it('that are no more are reported for as long as rows hold them', async () => {
      await migrated(withState(dictionary('state', { open: 1, done: 2 })))
      await add(2, 1)
      const to = withState(dictionary('state', { open: 1 }))
      expect((await migrated(to)).left).toMatchObject([{ kind: 'conflict', rows: 1 }])
      expect(await plan(to)).toContain('no more (done)')
      await db.query('update item set state = 1')
      await migrated(to)
      await settled(to)
    })
  })

  /** Field before, what is stored, field after, what is stored then, how many of the values are lost. */
  const conversions: [FieldModel, unknown[], FieldModel, unknown[], number][] = [
    [field('v', 'int'), [7, null], field('v', 'money'), [700, null], 0],
    [field('v', 'money'), [700, 705], field('v', 'int'), [7, 7], 1],
    [field('v', 'money'), [705], field('v', 'decimal'), [7.05], 0],
    [field('v', 'decimal'), [7.05, 7.005], field('v', 'money'), [705, 701], 1],
    [field('v', 'money'), [705], field('v', 'string'), ['7.05'], 0],
    [field('v', 'int'), [7], field('v', 'decimal'), [7], 0],
    [field('v', 'decimal'), [7, 7.5], field('v', 'int'), [7, 8], 1],
    [field('v', 'int'), [7], field('v', 'string'), ['7'], 0],
    [field('v', 'string'), ['7', '', 'seven', null], field('v', 'int'), [7, null, null, null], 1],
    [field('v', 'string'), ['7.25', 'x'], field('v', 'money'), [725, null], 1],
    [field('v', 'string'), ['x'], field('v', 'text'), ['x'], 0],
    [field('v', 'bool'), [true, false, null], field('v', 'int'), [1, 0, null], 0],
    [field('v', 'int'), [1, 0, 5], field('v', 'bool'), [true, false, true], 1],
    [field('v', 'bool'), [true], field('v', 'string'), ['1'], 0],
    [field('v', 'date'), [day(DAY)], field('v', 'datetime'), [DAY], 0],
    [field('v', 'datetime'), [new Date(DAY), new Date(DAY + 3600_000)], field('v', 'date'), [DAY, DAY], 1],
    [field('v', 'date'), [day(DAY)], field('v', 'string'), ['2026-03-16'], 0],
    [field('v', 'string'), ['x', null], field('v', 'date'), [null, null], 1],
    [field('v', 'ref', { of: 'item' }), [1, null], field('v', 'refs', { of: 'item' }), [[1], []], 0],
    [field('v', 'refs', { of: 'item' }), [[1], [], [1, 2]], field('v', 'ref', { of: 'item' }), [1, null, 1], 1],
    [field('v', 'image'), ['{"id":1}', null], field('v', 'images'), [[{ id: 1 }], []], 0],
    [
      field('v', 'images'),
      ['[]', '[{"id":1}]', '[{"id":1},{"id":2}]'],
      field('v', 'image'),
      [null, { id: 1 }, { id: 1 }],
      1,
    ],
    [field('v', 'group', { fields: [] }), ['{"a":1}'], field('v', 'rows', { fields: [] }), [[{ a: 1 }]], 0],
    [field('v', 'image'), ['{"id":1}', null], field('v', 'int'), [null, null], 1],
  ]

  describe('changing a type', () => {
    for (const [before, stored, after, wanted, lost] of conversions) {
      it(`${before.type} ${JSON.stringify(stored)} → ${after.type} ${JSON.stringify(wanted)}, losing ${lost}`, async () => {
        await migrated(item([name, before]))
        for (const value of stored) await insert({ name: 'x', v: value ?? (before.type.endsWith('s') ? [] : null) })
        const to = item([name, after])
        const { steps } = await planMigration(db, to)
        expect(steps.filter((one) => one.kind === 'loss').map((one) => one.rows)).toEqual(lost > 0 ? [lost] : [])
        if (lost > 0) await expect(migrate(db, to)).rejects.toThrow(MigrationRefused)
        await migrated(to, true)
        expect((await rows('"v"')).map((one) => one.v)).toEqual(wanted)
      })
    }

    it('keeps values as they are where it is not remembered what their columns meant', async () => {
      const priced = item([name, field('price', 'money'), field('count', 'int')])
      await migrated(priced)
      await insert({ name: 'a', price: 398_000, count: 3 })
      await db.query('truncate "schema_state"')
      await migrated(priced)
      expect(await rows('"price", "count"')).toEqual([{ price: 398_000, count: 3 }])
    })

    it('carries the key and the references to it', async () => {
      const pair = (type: 'int' | 'string') =>
        model([
          resource('place', [field('code', type, { required: true })], { key: 'code' }),
          resource('item', [name, field('placeCode', 'ref', { of: 'place', key: 'code' })]),
        ])
      await migrated(pair('int'))
      await insert({ code: 5 }, 'place')
      await insert({ name: 'a', placeCode: 5 })
      await migrated(pair('string'))
      expect(await rows('"placeCode"')).toEqual([{ placeCode: '5' }])
      expect(await kindOf(insert({ name: 'a', placeCode: 'nowhere' }))).toBe('foreign')
    })
  })

  describe('dropping', () => {
    const from = model([resource('item', [name, field('fax', 'string', { required: true })]), resource('note', [name])])
    const to = item([name, field('n', 'int')])
    beforeEach(async () => {
      await migrated(from)
      await insert({ name: 'a', fax: '1' })
      await insert({ name: 'n' }, 'note')
    })

    it('is refused without the flag, and says what would be lost; the rest is done and the program works', async () => {
      expect(await plan(to)).toMatch(
        /Loses data; needs --allow-loss \(2\)\n {2}- drop column item.fax \(1 rows\)\n {2}- drop table note \(1 rows\)/,
      )
      const { left } = await migrated(to)
      expect(left.map((one) => one.what)).toEqual(['drop column item.fax', 'drop table note'])
      expect(await rows('"name", "fax", "n"')).toEqual([{ name: 'a', fax: '1', n: null }])
      expect(await rows('"name"', 'note')).toEqual([{ name: 'n' }])
      expect(await kindOf(insert({ name: 'b' }))).toBe('done')
      expect((await planMigration(db, to)).steps.map((one) => one.kind)).toEqual(['loss', 'loss'])
    })

    it('is done with the flag', async () => {
      await migrated(to, true)
      expect(await rows('"name", "n"')).toEqual([{ name: 'a', n: null }])
      expect([...(await introspect(db)).keys()].sort()).toEqual(['item', 'schema_state'])
    })

    it('may be taken back: what was not dropped is there again', async () => {
      await migrated(to)
      await migrated(from, true)
      expect(await rows('"fax"')).toEqual([{ fax: '1' }])
    })

    it('that the program cannot do without is refused whole', async () => {
      const narrowed = item([name, field('fax', 'int'), field('extra', 'int')])
      await db.query(`update item set fax = 'many'`)
      await expect(migrate(db, narrowed)).rejects.toThrow(
        /change item.fax from text to bigint: 1 of 1 values are lost.*\n.*--allow-loss/s,
      )
      expect((await introspect(db)).get('item')?.columns.has('extra')).toBe(false)
    })
  })

  describe('killed', () => {
    const before = model(
      [
        resource(
          'item',
          [
            name,
            field('price', 'int'),
            field('state', 'enum', { of: 'state' }),
            field('gone', 'string'),
            field('old', 'string'),
          ],
          { indexes: [index('btree', ['name'])] },
        ),
        resource('dead', [name]),
      ],
      [dictionary('state', { open: 1, done: 2 })],
    )
    const after = model(
      [
        resource(
          'article',
          [
            name,
            field('price', 'money', { default: { value: 1 } }),
            field('state', 'enum', { of: 'state' }),
            field('fresh', 'string', { was: ['old'] }),
            field('made', 'int', { default: { value: 4 } }),
          ],
          { was: ['item'], indexes: [index('trigram', ['name']), index('unique', ['name'])] },
        ),
        resource('added', [name, field('articleId', 'ref', { of: 'article' })]),
      ],
      [dictionary('state', { open: 2, done: 1 })],
    )

    const prepare = async () => {
      await db.script('drop schema public cascade; create schema public')
      await migrate(db, before)
      await insert({ name: 'a', price: 7, state: 1, gone: 'x', old: 'y' })
      await insert({ name: 'b', state: 2 })
    }
    const picture = async () => {
      const schema = await introspect(db)
      return JSON.stringify([
        await rows('*', 'article').then((all) => all.map(({ createTime: _c, updateTime: _u, ...rest }) => rest)),
        [...schema.values()]
          .map((one) => [
            one.name,
            [...one.columns.values()].sort((a, b) => a.name.localeCompare(b.name)),
            [...one.indexes.keys()].sort(),
            [...one.constraints.keys()].sort(),
          ])
          .sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
      ])
    }

    it('between any two transactions and run again, it reaches the same end', async () => {
      await prepare()
      let transactions = 0
      await migrate(
        {
          ...counted(db),
          script: (sql) => {
            transactions += 1
            return db.script(sql)
          },
        },
        after,
        { allowLoss: true },
      )
      const whole = await picture()
      expect(transactions).toBeGreaterThan(5)
      for (let survived = 0; survived < transactions; survived += 1) {
        await prepare()
        let left = survived
        const dying = {
          ...counted(db),
          script: (sql: string) => {
            left -= 1
            return left >= 0 ? db.script(sql) : Promise.reject(new Error('killed'))
          },
        }
        await expect(migrate(dying, after, { allowLoss: true })).rejects.toThrow('killed')
        await migrated(after, true)
        expect(await picture()).toBe(whole)
      }
    })

    it('a start with the same schema plans nothing; after a killed migration, and after another schema, it plans', async () => {
      const start = async (to: Model): Promise<string> => {
        const said: string[] = []
        await bringUp(
          {
            ...counted(db),
            query: (sql, values) => {
              said.push(sql)
              return db.query(sql, values)
            },
          },
          to,
        )
        return said.some((sql) => sql.includes('pg_attribute')) ? 'planned' : 'nothing'
      }
      await prepare()
      expect(await start(before)).toBe('nothing')
      let left = 2
      const dying = {
        ...counted(db),
        script: (sql: string) => {
          left -= 1
          return left >= 0 ? db.script(sql) : Promise.reject(new Error('killed'))
        },
      }
      await expect(migrate(dying, after, { allowLoss: true })).rejects.toThrow('killed')
      expect(await isMigrated(db, before)).toBe(false)
      await migrated(after, true)
      expect(await start(after)).toBe('nothing')
      await migrate(db, item([name, field('more', 'string')]))
      expect(await start(after)).toBe('planned')
    })

    it('a plan is only good for the database it was made for', async () => {
      await prepare()
      const stale = await planMigration(db, after)
      await migrate(db, item([name, field('price', 'money')]), { allowLoss: true })
      await expect(applyMigration(db, stale, { allowLoss: true })).rejects.toThrow()
    })
  })

  // The embedded database has one process.
  if (engine.name === 'postgres')
    it('two servers that start at once migrate once', async () => {
      const to = item([name, field('n', 'int', { default: { value: 1 } })], { indexes: [index('unique', ['name'])] })
      const results = await Promise.all([migrate(db, to), migrate(db, to), migrate(db, to)])
      expect(results.filter((one) => one.applied.length > 0)).toHaveLength(1)
      await settled(to)
    })
})
