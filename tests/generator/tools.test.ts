/** used, rename, explain, new, format, matrix: what the command line prints, asked as functions over the product's own schemas. */
import { describe, expect, it } from 'vitest'
import { callLines } from '../../generator/cli/calls.ts'
import { routeLines } from '../../generator/cli/routes.ts'
import { kindsOf, placesOf } from '../../generator/cli/used.ts'
import { explain, type Fact } from '../../generator/tools/explain/index.ts'
import { formatText } from '../../generator/tools/format.ts'
import { study, type Study } from '../../generator/index.ts'
import { load } from '../../generator/load/index.ts'
import { rename, type Renaming } from '../../generator/tools/rename.ts'
import type { RefKind } from '../../generator/base/references.ts'
import { newResource, newScreen, type Scaffold } from '../../generator/tools/scaffold.ts'
import type { Model } from '../../src/model/model.ts'
import { SCHEMAS, textOf } from './schemas.ts'
import { textAt } from './mistakes.ts'

const product = (overlay: Record<string, string | null> = {}): Study & { model: Model } => {
  const found = study(load(SCHEMAS, overlay), { references: true })
  if (!found.model) throw new Error(found.problems.map((p) => `${p.file}:${p.line} ${p.message}`).join('\n'))
  return { ...found, model: found.model }
}
const found = product()
const references = found.c.references!

describe('used', () => {
  it('finds a field in lists, paths, expressions, checks and forms, at the character', () => {
    const places = placesOf(references, 'field', 'customer.mobile')
    const where = places.map((p) => `${p.file.replace('schemas/', '')} ${p.path}`)
    expect(places[0]).toMatchObject({
      file: 'schemas/resources/crm/customer.json',
      path: 'fields.mobile',
      declares: true,
    })
    for (const one of [
      'resources/crm/customer.json facts[0]',
      'resources/order/order.json fields.mobile.value',
      'resources/crm/family.json calls.checkMobileNumber.check',
      'screens/customer/doc.json columns[2]',
    ])
      expect(where).toContain(one)
    for (const p of places.filter((one) => !one.implied))
      expect(textAt(textOf(p.file.replace('schemas/', '')), p)).toMatch(/^"?mobile/)
  })

  it.each<[RefKind, string, string]>([
    ['resource', 'customer', 'app.json records.customer'],
    ['dictionary', 'customer_status', 'resources/crm/customer.json fields.status.of'],
    ['value', 'customer_status.invalid', 'resources/crm/customer.json states.status.restore.from'],
    ['call', 'customer/edit_extra', 'screens/customer/detail.json actions.extra.call'],
    ['route', '/customer/detail', 'screens/customer/list.json open'],
    ['code', 'customer-001', 'roles/cashier.json grants["customer-001"]'],
    ['button', 'customer-001.edit', 'roles/consultant.json grants["customer-001"][1]'],
    ['type', 'remark', 'resources/crm/customer.json fields.remark.type'],
  ])('finds a %s: %s in %s', (kind, name, place) => {
    expect(kindsOf(references, name)).toMatchObject({ kinds: expect.arrayContaining([kind]) })
    expect(placesOf(references, kind, name).map((p) => `${p.file.replace('schemas/', '')} ${p.path}`)).toContain(place)
  })

  it('tells the patterns of roles that cover a code, and a button they name; a new name of it leaves them as they are', () => {
    const role = '{"label":{"zh":"甲","en":"A"},"grants":{"customer-0*":["edit"]}}'
    const overlaid = product({ 'roles/coverer.json': role })
    const covering = (kind: RefKind, name: string) =>
      placesOf(overlaid.c.references!, kind, name).filter((p) => p.file.endsWith('/coverer.json'))
    expect(covering('code', 'customer-001')).toMatchObject([{ path: 'grants["customer-0*"]', covered: true }])
    expect(covering('button', 'customer-001.edit')).toMatchObject([{ path: 'grants["customer-0*"][0]', covered: true }])
    expect(covering('button', 'customer-001.sms')).toEqual([])
    const done = rename(SCHEMAS, overlaid, 'button', 'customer-001.edit', 'change') as Renaming
    expect(done.files.has('schemas/roles/coverer.json')).toBe(false)
    expect(done.notes.join()).toContain('"customer-0*" grants "edit" of all that it covers')
  })

  it('says what is meant by default, and the nearest name of what is not there', () => {
    expect(placesOf(references, 'call', 'customer/detail').every((p) => p.implied || p.declares)).toBe(true)
    expect(kindsOf(references, 'customer.mobil')).toContain('did you mean "customer.mobile"')
  })
})

/** The schemas after a renaming. */
const after = (done: Renaming): Record<string, string | null> =>
  Object.fromEntries([...done.files].map(([file, text]) => [file.replace('schemas/', ''), text]))

/** What was worked out for a key; each once, since each takes a compilation or a search of every file. */
const kept = <T>(make: (...key: [RefKind, string, string]) => T): ((...key: [RefKind, string, string]) => T) => {
  const known = new Map<string, T>()
  return (...key) => {
    const name = key.join(' ')
    if (!known.has(name)) known.set(name, make(...key))
    return known.get(name)!
  }
}
const renaming = kept((kind, from, to) => rename(SCHEMAS, found, kind, from, to) as Renaming)
const renamed = kept((kind, from, to) => product(after(renaming(kind, from, to))))

describe('rename', () => {
  it.each<[RefKind, string, string, string]>([
    ['field', 'customer.mobile', 'customer.phone', 'customer.phone'],
    ['field', 'order.customerId', 'buyerId', 'order.buyerId'],
    ['field', 'workTask.orderId', 'forOrderId', 'workTask.forOrderId'],
    ['value', 'customer_status.invalid', 'void', 'customer_status.void'],
    ['dictionary', 'customer_status', 'client_status', 'client_status'],
    ['resource', 'customer', 'client', 'client'],
    ['route', '/customer/detail', '/customer/record/card', '/customer/record/card'],
    ['code', 'customer-001', 'client-list', 'client-list'],
    ['button', 'customer-001.edit', 'change', 'customer-001.change'],
    ['call', 'customer/assign', 'handOver', 'customer/handOver'],
    ['type', 'remark', 'comment', 'comment'],
  ])('%s %s to %s: everything compiles, no place is left, files stay in form', (kind, from, to, now) => {
    const done = renaming(kind, from, to)
    expect(done.files).toBeInstanceOf(Map)
    const there = renamed(kind, from, to).c.references!
    expect(there.of(kind, from)).toEqual([])
    // A filter of types.json that looked for the old name is written out where it did.
    expect(there.of(kind, now).filter((r) => !r.implied)).toHaveLength(
      references.of(kind, from).filter((r) => !r.implied || r.place.path[0] === 'filters').length,
    )
    for (const [, text] of done.files) if (text !== null) expect(formatText(text)).toBe(text)
  })

  it.each<[RefKind, string, string, string, string]>([
    ['field', 'customer.mobile', 'customer.phone', 'resources/crm/customer.json', '"mobile"'],
    ['dictionary', 'customer_status', 'client_status', 'dictionaries/client_status.json', '"customer_status"'],
    ['route', '/customer/detail', '/customer/record/card', 'screens/customer/record/card.json', '"/customer/detail"'],
    ['code', 'customer-001', 'client-list', 'screens/customer/list.json', '"customer-001"'],
    ['button', 'customer-001.edit', 'change', 'screens/customer/list.json', '"edit"'],
  ])(
    'leaves the former name of a %s in "was", where data, grants and links are carried by it',
    (kind, from, to, file, was) => {
      const text = renaming(kind, from, to).files.get(`schemas/${file}`)!
      expect(/"was": ("[^"]*")/.exec(text!)?.[1]).toBe(was)
    },
  )

  it('keeps the paths of a renamed resource, and the code of a button whose call is renamed', () => {
    const { model } = renamed('resource', 'customer', 'client')
    expect(model.resources.client!.path).toBe('customer')
    expect(model.calls['customer/query']!.resource).toBe('client')
    const assigning = renamed('call', 'customer/assign', 'handOver').model
    expect(
      assigning.permissions['customer-001']!.buttons.find((b) => b.code === 'assign')!.reach.map((r) => r.call),
    ).toContain('customer/handOver')
  })

  it('carries a name over', () => {
    const there = renamed('field', 'customer.mobile', 'customer.phone')
    expect(there.model.resources.customer!.fields.phone!.was).toEqual(['mobile'])
  })

  it.each<[RefKind, string, string, string]>([
    ['field', 'customer.mobile', 'customer.realName', 'exists already'],
    ['field', 'customer.mobile', 'order.mobile2', 'owner'],
    ['field', 'customer.mobile', 'mo bile', 'no name'],
    ['call', 'customer/query', 'search', 'standard'],
    ['route', '/customer/detail', 'customer', 'no route'],
    ['code', 'customer-001', 'a b', 'no code'],
  ])('refuses %s %s to %s', (kind, from, to, why) => {
    expect(rename(SCHEMAS, found, kind, from, to)).toContain(why)
  })
})

/** The facts at a path of names. */
function fact(facts: Fact[], ...path: string[]): Fact {
  const [name, ...rest] = path
  const one = facts.find((f) => f.name === name)
  if (!one) throw new Error(`no fact "${name}" among ${facts.map((f) => f.name).join(', ')}`)
  return rest.length > 0 ? fact(one.facts ?? [], ...rest) : one
}

/** The line of a file on which a text first stands, as `explain` writes it. */
const lineOf = (file: string, text: string): string => {
  const lines = textOf(file).split('\n')
  return `schemas/${file}:${lines.findIndex((line) => line.includes(text)) + 1}`
}

describe('explain', () => {
  const list = explain(found, found.model.screens['/customer/list']!)
  const detail = explain(found, found.model.screens['/customer/detail']!)

  it('says where each value came from', () => {
    expect(fact(list, 'view', 'open').from).toMatchObject({
      word: 'screen',
      at: expect.stringMatching(/^schemas\/screens\/customer\/list\.json:\d+$/),
    })
    expect(fact(list, 'view', 'sort')).toMatchObject({ value: '-createTime', from: { word: 'default: newest first' } })
    expect(fact(list, 'view', 'columns').from!.word).toBe('resource customer')
    expect(fact(list, 'view', 'columns', 'mobile', 'label').from).toMatchObject({
      word: 'type mobile',
      at: expect.stringContaining('schemas/platform/types.json:'),
    })
    expect(fact(list, 'view', 'columns', 'level', 'label').from!.word).toBe('dictionary customer_level')
    expect(fact(list, 'view', 'columns', 'memberGradeId', 'label').from!.word).toBe('resource memberConfig')
    expect(fact(list, 'view', 'columns', 'createTime', 'label').from!.word).toContain('every record')
  })

  it('says who fills each input of each button', () => {
    const inputs = (code: string) =>
      Object.fromEntries(fact(list, 'view', 'buttons', code, 'inputs').facts!.map((f) => [f.name, f.value]))
    expect(inputs('edit')).toMatchObject({
      'id!': 'the row it stands on',
      version: "the row's version",
      'realName!': 'asked in the dialog, required',
    })
    expect(inputs('assign')).toMatchObject({
      'ids!': 'the rows chosen (or the one it stands on)',
      'salesId!': 'asked in the dialog, required',
    })
    expect(fact(list, 'view', 'buttons', 'assign', 'assigns').value).toBe('salesId, kept in allocation')
    expect(inputs('merge')['fromId!']).toBe('fixed by the button: = row.id')
    expect(fact(list, 'view', 'buttons', 'track', 'inputs').facts!.map((f) => f.value)).toContain(
      "the kind of the row: 'customer'",
    )
    expect(fact(list, 'view', 'buttons', 'track', 'beside')).toMatchObject({
      value: 'track/query, by targetId, targetType',
      from: { at: lineOf('resources/crm/track.json', '"beside"') },
    })
  })

  it('says what a preset presets, what guards it, and what links a tab', () => {
    const restore = fact(detail, 'view', 'buttons', 'restore')
    expect(fact(restore.facts!, 'call').value).toBe(
      "customer/edit as preset customer.restore with status = 'potential' (1)",
    )
    expect(fact(restore.facts!, 'when').value).toContain("row.status in ['invalid']")
    expect(fact(restore.facts!, 'when').from).toMatchObject({
      word: 'resource customer',
      at: lineOf('resources/crm/customer.json', '"restore": { "from"'),
    })
    expect(fact(detail, 'view', 'contacts', 'with')).toMatchObject({
      from: { word: expect.stringContaining('default') },
    })
  })

  it('offers in a tab of a record no filter by what that record says of all rows alike', () => {
    const tabs = found.model.screens['/customer/detail']!.view as unknown as {
      tabs: { key: string; filters: { name: string }[] }[]
    }
    const offered = (key: string) => tabs.tabs.find((tab) => tab.key === key)!.filters.map(({ name }) => name)
    expect(offered('points')).toEqual(['integralType', 'createTime'])
    expect(offered('account')).toContain('accountId')
  })

  it('says a condition that has a name with its words, and where they stand', () => {
    const mine = explain(found, found.model.screens['/babybusiness/all-babies-business']!)
    const guards = fact(mine, 'view', 'buttons', 'transfer').facts!.filter((one) => one.name === 'when')
    expect(guards.map(({ value }) => value)).toEqual([expect.stringContaining("row.bizState == 'inHand'")])
    expect(guards[0]!.from).toMatchObject({
      word: 'resource lead',
      at: lineOf('resources/crm/lead.json', '"inHand": {'),
    })
  })

  it('says where a button, a kind of view and a "!" stand', () => {
    expect(fact(list, 'view').from!.at).toBe(lineOf('screens/customer/list.json', '"view"'))
    const asked = fact(list, 'view', 'buttons', 'assign', 'dialog', 'salesId', 'required')
    expect(asked).toMatchObject({
      value: 'always',
      from: { word: 'call customer/assign', at: lineOf('resources/crm/customer.json', '"salesId!"') },
    })
  })

  it('knows every screen', () => {
    for (const screen of Object.values(found.model.screens)) expect(explain(found, screen).length).toBeGreaterThan(3)
  })
})

describe('new', () => {
  const written = (made: Scaffold): Record<string, string> => {
    if (typeof made === 'string') throw new Error(made)
    return Object.fromEntries(
      Object.entries({ ...made.changed, [made.file]: made.text }).map(([file, text]) => [
        file.replace('schemas/', ''),
        text,
      ]),
    )
  }

  it('makes a resource and a list of it: valid, in form, of at most twelve lines', () => {
    const resource = written(newResource(found, 'crm/visit', { zh: '来访', en: 'Visit' }))
    const screen = written(newScreen(product(resource), '/customer/visits', 'visit'))
    const { model } = product({ ...resource, ...screen })
    const text = screen['screens/customer/visits.json']!
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(12)
    for (const one of [text, resource['resources/crm/visit.json']!]) expect(formatText(one)).toBe(one)
    expect(model.screens['/customer/visits']).toMatchObject({
      code: expect.stringMatching(/^customer-\d{3}$/),
      view: { view: 'list', resource: 'visit' },
    })
    expect(model.screens['/customer/visits']!.view.actions.map((a) => a.key)).toEqual(['add', 'edit', 'del', 'export'])
  })

  it('takes what is made out of planned.json', () => {
    const planned = '/customer/visits'
    const file = { ...(JSON.parse(textOf('planned.json')) as object), routes: [planned] }
    const made = written(newScreen(product({ 'planned.json': JSON.stringify(file) }), planned, 'customer'))
    expect((JSON.parse(made['planned.json']!) as { routes: string[] }).routes).not.toContain(planned)
  })

  it.each([
    [newScreen(found, '/customer/list', 'customer'), 'exists already'],
    [newScreen(found, 'customer', 'customer'), 'no route'],
    [newScreen(found, '/x/y', 'nothing'), 'no resource'],
    [newResource(found, 'crm/customer'), 'exists already'],
    [newResource(found, 'customer'), 'no area'],
  ])('refuses: %s', (made, why) => {
    expect(made).toContain(why)
  })
})

describe('routes and calls', () => {
  it('list every screen with what it reaches', () => {
    const lines = routeLines(found.model, found.reachOf)
    expect(lines.map((l) => l.route)).toEqual(Object.keys(found.model.screens).sort())
    expect(lines.find((l) => l.route === '/customer/list')).toMatchObject({
      code: 'customer-001',
      title: { zh: '客户列表', en: 'Customers' },
      view: 'list',
      resource: 'customer',
      calls: expect.arrayContaining(['customer/query', 'customer/add', 'track/add']),
      buttons: expect.arrayContaining(['add', 'tag', 'showMobile']),
    })
    expect(lines.find((l) => l.route === '/login')!.calls).toContain('system/checkLogin')
  })

  it('list every wire path with what it takes, answers, and is reached from', () => {
    const lines = callLines(found.model)
    expect(lines).toHaveLength(Object.keys(found.model.calls).length)
    expect(lines.find((l) => l.path === 'customer/query')).toMatchObject({
      output: { rows: 'customer' },
      reachedFrom: expect.arrayContaining(['customer-001', 'customer-002']),
    })
    expect(lines.find((l) => l.path === 'customer/query')!.input.map((f) => f.name)).toEqual(
      expect.arrayContaining(['nameOrTel', 'minMoney', 'maxMoney', 'pageNO']),
    )
    expect(lines.find((l) => l.path === 'customer/assign')!.input).toEqual([
      { name: 'ids', type: 'refs', required: true, of: 'customer' },
      { name: 'salesId', type: 'ref', required: true, of: 'employee' },
    ])
    expect(lines.find((l) => l.path === 'system/checkLogin')!.reachedFrom).toContain('anyone')
  })
})
