/** What is said by name or `like` something else, written out: each change against its base, and the place of each part. */
import { describe, expect, it } from 'vitest'
import { Compilation } from '../../generator/base/context.ts'
import type { Loaded } from '../../generator/base/loaded.ts'
import { expand } from '../../generator/expand/index.ts'
import { study } from '../../generator/index.ts'
import { assemble, load, readFile } from '../../generator/load/index.ts'
import { explain, type Fact } from '../../generator/tools/explain/index.ts'
import { rename } from '../../generator/tools/rename.ts'
import { SCHEMAS, textOf } from './schemas.ts'

const { meta } = load(SCHEMAS)
const label = { zh: '甲', en: 'A' }

function written(files: Record<string, unknown>): { loaded: Loaded; codes: string[] } {
  const read = Object.entries(files).map(([name, data]) => readFile(name, JSON.stringify(data), `schemas/${name}`))
  const loaded = { ...assemble('', read), meta }
  const c = new Compilation(loaded)
  const result = expand(c, loaded)
  return { loaded: result, codes: c.report.list().map((p) => `${p.code} ${p.file}`) }
}

const BASE = {
  code: 'a-001',
  label: { zh: '乙', en: 'B' },
  order: 3,
  view: 'list',
  resource: 'thing',
  with: { kind: 'one' },
  filters: { drop: ['kind', 'size'], add: [{ field: 'day', default: 'today' }] },
  columns: ['name', { field: 'amount', total: 'sum' }, 'day'],
  open: { to: '/a/detail', with: { from: 'list' } },
  actions: { add: true, edit: { when: 'row.open', with: { x: 1 } }, del: true },
}

/** The screen that is like BASE and says this besides, without what it says of itself. */
function likeBase(own: Record<string, unknown>, base: Record<string, unknown> = BASE) {
  const { loaded, codes } = written({
    'screens/a/base.json': base,
    'screens/a/other.json': { code: 'a-002', label, like: '/a/base', ...own },
  })
  const data = loaded.screens.get('/a/other')?.data
  return { data, codes }
}

describe('a screen like another', () => {
  it('has all of its base but what a screen says of itself', () => {
    const { code: _code, label: _label, order: _order, ...shared } = BASE
    expect(likeBase({}).data).toEqual({ code: 'a-002', label, ...shared })
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['fixed inputs are added', { with: { more: 2 } }, { with: { kind: 'one', more: 2 } }],
    [
      'a fixed input changes',
      { with: { kind: 'two' } },
      { with: { kind: 'two' }, filters: { drop: ['size'], add: BASE.filters.add } },
    ],
    ['a fixed input may be false', { with: { kind: false } }, { with: { kind: false } }],
    ['an exact list', { columns: ['day'] }, { columns: ['day'] }],
    ['columns go and come', { columns: { drop: ['amount'], add: ['size'] } }, { columns: ['name', 'day', 'size'] }],
    [
      'filters go and come',
      { filters: { drop: ['colour'], add: ['tag'] } },
      { filters: { drop: ['kind', 'size', 'colour'], add: [...BASE.filters.add, 'tag'] } },
    ],
    ['a filter that the base added goes', { filters: { drop: ['day'] } }, { filters: { drop: ['kind', 'size'] } }],
    [
      'a filter is fixed that the base left out',
      { with: { size: 4 } },
      { filters: { drop: ['kind'], add: BASE.filters.add } },
    ],
    [
      'a button goes, one comes',
      { actions: { add: false, print: true } },
      { actions: { edit: BASE.actions.edit, del: true, print: true } },
    ],
    [
      'a button changes',
      { actions: { edit: { with: { y: 2 } }, del: { confirm: false } } },
      { actions: { add: true, edit: { when: 'row.open', with: { x: 1, y: 2 } }, del: { confirm: false } } },
    ],
    ['a button is as declared again', { actions: { edit: true } }, { actions: { add: true, edit: true, del: true } }],
    ['a way leads elsewhere', { open: { to: '/b/detail' } }, { open: { to: '/b/detail' } }],
    ['another record', { resource: 'thong', call: 'all' }, { resource: 'thong', call: 'all' }],
  ])('%s', (_what, own, expected) => {
    const { data, codes } = likeBase(own)
    expect(codes).toEqual([])
    expect(data).toMatchObject(expected)
    expect(Object.keys(data!.actions ?? {})).toEqual(
      Object.keys((expected.actions as object | undefined) ?? BASE.actions),
    )
  })

  it('leaves out what is false', () => {
    expect(likeBase({ open: false, filters: false }).data).not.toHaveProperty('open')
    expect(likeBase({ open: { to: '/b/detail' } }).data?.open).toEqual({ to: '/b/detail' })
  })

  it('changes tabs one by one', () => {
    const tabs = { one: { label, columns: ['name', 'day'] }, two: { label } }
    const { data } = likeBase(
      { tabs: { one: { columns: { drop: ['day'] } }, two: false, three: { label } } },
      { ...BASE, tabs },
    )
    expect(data!.tabs).toEqual({ one: { label, columns: ['name'] }, three: { label } })
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a button the base does not have', { actions: { print: false } }, 'PRM004'],
    ['a column the base does not have', { columns: { drop: ['size'] } }, 'REF004'],
    ['a route that is not there', { like: '/a/nothing' }, 'REF007'],
    ['itself', { like: '/a/other' }, 'REF011'],
    ['a key of another kind', { steps: {} }, 'SHP001'],
  ])('is told of %s', (_what, own, code) => {
    expect(likeBase(own).codes).toEqual([`${code} schemas/screens/a/other.json`])
  })

  it('goes one step', () => {
    const { codes } = written({
      'screens/a/base.json': BASE,
      'screens/a/one.json': { code: 'a-002', label, like: '/a/base' },
      'screens/a/two.json': { code: 'a-003', label, like: '/a/one' },
    })
    expect(codes).toEqual(['REF011 schemas/screens/a/two.json'])
  })
})

describe('what types.json says once', () => {
  const types = {
    types: {},
    lists: { count: [{ name: 'count!', type: 'int', label }], pair: ['from', 'to!'] },
    filters: { person: { label, contains: ['name', 'mobile'] }, open: { type: 'bool', label, where: 'row.open' } },
  }
  const resource = (more: Record<string, unknown>, withTypes: unknown = types) => {
    const { loaded, codes } = written({
      'types.json': withTypes,
      'resources/a/thing.json': { label, title: 'name', fields: { name: {}, kind: {} }, ...more },
    })
    return { data: loaded.resources.get('thing')!.source.data, codes }
  }

  it('lists stand where they are named', () => {
    const { data } = resource({ calls: { do: { input: ['id!', '...pair', 'note'], output: ['...count'] } } })
    expect(data.calls?.do).toEqual({
      input: ['id!', 'from', 'to!', 'note'],
      output: [{ name: 'count', type: 'int', label, required: true }],
    })
  })

  it('filters look at the record, or through a ref', () => {
    const { data } = resource({
      filters: {
        one: 'person',
        two: 'owner.boss.person',
        three: { like: 'owner.person', label: { zh: '丙', en: 'C' } },
      },
    })
    expect(data.filters).toMatchObject({
      one: { label, contains: ['name', 'mobile'] },
      two: { label, contains: ['owner.boss.name', 'owner.boss.mobile'] },
      three: { label: { zh: '丙', en: 'C' }, contains: ['owner.name', 'owner.mobile'] },
    })
  })

  it.each<[string, Record<string, unknown>, string[]]>([
    ['an unknown list', { calls: { do: { input: ['...pear'] } } }, ['REF017']],
    ['an unknown filter', { filters: { one: 'owner.persons' } }, ['REF017']],
    ['a condition seen through a ref', { filters: { one: 'owner.open' } }, ['REF015']],
  ])('is told of %s', (_what, more, codes) => {
    expect(resource(more).codes).toEqual(codes.map((code) => `${code} schemas/resources/a/thing.json`))
  })

  const calls = {
    add: { input: ['kind!', { name: 'note', type: 'text', label, required: 'input.kind == 1' }, '...pair'] },
    find: { input: { like: 'add', drop: ['to'] } },
  }
  it.each<[string, unknown, unknown[]]>([
    [
      'an edit is as add on one record, and leaves alone what it is not given',
      { drop: ['kind'], add: ['more!'] },
      ['id!', { name: 'note', type: 'text', label }, 'from', 'to', 'more!'],
    ],
    [
      'another call takes the same',
      { like: 'add' },
      ['kind!', { name: 'note', type: 'text', label, required: 'input.kind == 1' }, 'from', 'to!'],
    ],
    ['and may be named by its path', { like: 'thing/add', drop: ['kind', 'note'] }, ['from', 'to!']],
  ])('%s', (_what, input, expected) => {
    const { data, codes } = resource({ calls: { ...calls, edit: { input } } })
    expect(codes).toEqual([])
    expect(data.calls?.edit?.input).toEqual(expected)
  })

  it.each<[string, string, unknown, string]>([
    ['an input that is not there', 'edit', { drop: ['size'] }, 'REF006'],
    ['a call that says no inputs', 'edit', { like: 'del' }, 'REF005'],
    ['inputs like those of a call like another', 'edit', { like: 'find' }, 'REF011'],
    ['no call to be like', 'other', { drop: ['kind'] }, 'SHP003'],
  ])('is told of %s', (_what, call, input, code) => {
    expect(resource({ calls: { ...calls, [call]: { input } } }).codes).toEqual([
      `${code} schemas/resources/a/thing.json`,
    ])
  })
})

describe('places of what is taken over', () => {
  const found = study(load(SCHEMAS), { references: true })
  const places = (kind: 'list' | 'filter' | 'route' | 'field', name: string) =>
    found.c
      .references!.of(kind, name)
      .map((r) => `${r.place.source.file.replace('schemas/', '')} ${r.place.path.join('.')}`)

  it('a part of the base is found there, once', () => {
    const opens = places('route', '/babybusiness/baby-detail')
    expect(opens).toContain('screens/babybusiness/baby-collection.json open')
    expect(opens.filter((place) => place.includes('collect'))).toHaveLength(1)
    expect(places('route', '/babybusiness/baby-collection')).toContain(
      'screens/babybusiness/user-collected-babies.json like',
    )
  })

  it('lists and filters are found where they are named', () => {
    expect(places('list', 'count')).toContain('resources/crm/lead.json calls.recycle.output.0')
    expect(places('filter', 'nameOrTel')).toContain('resources/crm/lead.json filters.authorNameOrTel.like')
    expect(places('field', 'lead.collectTime')).toContain('resources/crm/lead.json calls.edit.input.drop.1')
  })

  it('explain says that the base says it', () => {
    const screen = found.model!.screens['/babybusiness/user-collected-babies']!
    const facts = explain({ ...found, model: found.model! }, screen)
    const view = facts.find((fact) => fact.name === 'view')!
    const from = (name: string, among: Fact[]) => among.find((fact) => fact.name === name)!.from!
    expect(facts).toContainEqual(expect.objectContaining({ name: 'like', value: '/babybusiness/baby-collection' }))
    expect(from('call', view.facts!)).toMatchObject({
      word: 'base',
      at: expect.stringMatching(/baby-collection\.json:\d+$/),
    })
    expect(from('columns', view.facts!)).toMatchObject({
      word: 'screen',
      at: expect.stringMatching(/user-collected-babies\.json:\d+$/),
    })
  })

  it.each<[string, 'list' | 'filter' | 'field' | 'call', string, string, string, string]>([
    ['a list', 'list', 'count', 'howMany', 'resources/crm/lead.json', '"output": ["...howMany"]'],
    ['a filter', 'filter', 'mother', 'mum', 'resources/course/points.json', '"clubLead.lead.mum"'],
    [
      'a field that a filter looks through',
      'field',
      'designTask.designerId',
      'artistId',
      'resources/task/designTask.json',
      '"artist.nameOrTel"',
    ],
    [
      'a field that a filter of types.json looks for',
      'field',
      'lead.motherName',
      'mumName',
      'resources/course/points.json',
      '"contains": ["clubLead.lead.mumName", "clubLead.lead.mobile"]',
    ],
    [
      'a field that an edit leaves out',
      'field',
      'lead.collectTime',
      'takenTime',
      'resources/crm/lead.json',
      '"drop": ["businessType", "takenTime"]',
    ],
  ])('rename: %s', (_what, kind, from, to, file, text) => {
    const done = rename(SCHEMAS, found, kind, from, to)
    if (typeof done === 'string' || Array.isArray(done)) throw new Error(JSON.stringify(done))
    expect(done.files.get(`schemas/${file}`)).toContain(text)
    expect(textOf(file)).not.toContain(text)
  })
})
