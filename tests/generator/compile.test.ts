import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript-api'
import { afterAll, describe, expect, it } from 'vitest'
import { generatedFiles } from '../../generator/emit/index.ts'
import { splitForWeb } from '../../generator/emit/web.ts'
import { AUTHORED } from '../../generator/emit/types.ts'
import { compile } from '../../generator/index.ts'
import { load } from '../../generator/load/index.ts'
import { REGISTERED_TYPES } from '../../src/model/fields.ts'
import type { ActionModel, CallModel, ColumnModel, FieldModel, FormItemModel } from '../../src/model/model.ts'
import { fieldsOfForm } from '../../src/model/views.ts'
import { productModel, ROOT, SCHEMAS, textOf } from './schemas.ts'

const model = productModel()
const files = await generatedFiles(model, { loaded: load(SCHEMAS) })
const temporary = mkdtempSync(join(tmpdir(), 'atelier-emit-'))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

describe('a model', () => {
  it('comes of good schemas, frozen to its leaves', () => {
    const loose: string[] = []
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      if (!Object.isFrozen(node)) loose.push(path)
      else for (const [key, value] of Object.entries(node)) visit(value, `${path}.${key}`)
    }
    visit(model, 'model')
    expect(loose).toEqual([])
    expect(Object.keys(model.resources).length).toBeGreaterThanOrEqual(174)
  })

  it('is plain JSON: what is written is what is read', () => {
    expect(JSON.parse(files['src/generated/model.json']!)).toEqual(JSON.parse(JSON.stringify(model)))
    expect(JSON.stringify(model)).not.toContain('undefined')
  })

  it('has a hash of its own for other schemas', () => {
    const other = compile(SCHEMAS, {
      'platform/screens/403.json': textOf('platform/screens/403.json').replace(/"en": "[^"]*"/, '"en": "No right"'),
    })
    expect(other.model!.hash).not.toBe(model.hash)
    expect(compile(SCHEMAS).model!.hash).toBe(model.hash)
  })

  it('knows every registered type that app.json lists', () => {
    const listed = ['app.json', 'platform/app.json'].flatMap((file) =>
      Object.keys((JSON.parse(textOf(file)) as { extensions: { types: object } }).extensions.types),
    )
    expect(listed.sort()).toEqual([...REGISTERED_TYPES].sort())
  })
})

describe('a field', () => {
  it('holds always what it is filled with, but not by whoever asks: nobody may be there', () => {
    const { recordTime, salesId, status } = model.resources.customer!.fields
    expect([recordTime, salesId, status].map((field) => field?.nullable)).toEqual([false, true, false])
  })
})

describe('a reference to one of several kinds', () => {
  it('knows each kind by its wire value, wherever the reference stands', () => {
    const found: string[] = []
    const visit = (node: unknown, path: string): void => {
      if (typeof node !== 'object' || node === null) return
      const { by, kinds } = node as { by?: unknown; kinds?: Record<string, string> }
      if (typeof by === 'string') found.push(...Object.keys(kinds ?? {}).filter((kind) => !/^\d+$/.test(kind)))
      for (const [key, value] of Object.entries(node)) visit(value, `${path}.${key}`)
    }
    visit(model, 'model')
    expect(found).toEqual([])
  })
})

describe('an input that borrows entries', () => {
  it('looks its members up as the field does', () => {
    const fixes = (members: FieldModel[] | undefined, name: string): number =>
      Object.keys(members?.find((one) => one.name === name)?.with ?? {}).length
    const lost = Object.values(model.calls).flatMap((call) =>
      call.input.flatMap((input) => {
        const field = model.resources[call.resource ?? '']?.fields[input.name]
        return (input.type === 'rows' ? input.fields : [])
          .filter(({ name }) => fixes(input.fields, name) < fixes(field?.fields, name))
          .map(({ name }) => `${call.id} ${input.name}.${name}`)
      }),
    )
    expect(lost).toEqual([])
  })
})

describe('a dialog that adds or edits', () => {
  const named = (form: FormItemModel[]): string[] =>
    form.flatMap((item) => (item.kind === 'field' ? [item.field.name] : named(item.items)))

  it('asks in the sections of the resource, then what else the call takes, and nothing twice', () => {
    const add = model.calls['lead/add']!
    expect(add.form.map((item) => item.kind === 'section' && item.label.en)).toEqual([
      'Mother and baby',
      'Source',
      'Interest',
    ])
    const { form, input } = model.calls['chance/edit']!
    expect(form.map((item) => item.kind)).toContain('section')
    expect(named(form).sort()).toEqual(
      input
        .map((field) => field.name)
        .filter((name) => !['id', 'version'].includes(name))
        .sort(),
    )
  })

  it('asks no more in a preset than the preset takes', () => {
    const preset = Object.values(model.presets).find((one) => one.id === 'lead.birthPhotos')!
    expect(preset.form.map((item) => item.kind === 'field' && item.field.name)).toEqual(['photos'])
  })

  it('asks in no preset what the preset fixes, nor is one refused for an input that nobody gives', () => {
    const presets = Object.values(model.presets)
    const asked = presets.flatMap((one) =>
      named(one.form)
        .filter((name) => name in one.with)
        .map((name) => [one.id, name]),
    )
    expect(asked).toEqual([])
    const needed = presets.flatMap(({ id, when, input, with: fixed }) =>
      when
        .flatMap(({ expr }) => expr.reads)
        .flatMap((path) => /^input\.(\w+)/.exec(path)?.[1] ?? [])
        .filter((name) => !(name in fixed) && !input.some((field) => field.name === name))
        .map((name) => [id, name]),
    )
    expect(needed).toEqual([])
    expect(presets.length).toBeGreaterThan(100)
  })
})

/** What the tests read of the OpenAPI document. */
interface OpenApi {
  servers: unknown[]
  tags: { name: string }[]
  paths: Record<
    string,
    { post: { operationId: string; summary: string; tags: string[]; responses: Record<string, unknown> } }
  >
  components: Record<string, Record<string, unknown>>
}
const api = JSON.parse(files['src/generated/openapi.json']!) as OpenApi

describe('generated files', () => {
  it('are the same bytes again, whatever was there before', async () => {
    expect(await generatedFiles(compile(SCHEMAS).model!, SCHEMAS)).toEqual(files)
    const again = await generatedFiles(model, { loaded: load(SCHEMAS), earlier: (path) => files[path] })
    expect(again).toEqual(files)
  })

  it('are made anew when an earlier one is of something else', async () => {
    const again = await generatedFiles(model, {
      loaded: load(SCHEMAS),
      earlier: (path) => files[path]?.replace(/^\/\/ [0-9a-f]{16}$/m, '// 0123456789abcdef'),
    })
    expect(again[AUTHORED]).toBe(files[AUTHORED])
  })

  it('leave the types of authored files as they are committed', () => {
    expect(readFileSync(join(ROOT, AUTHORED), 'utf8')).toBe(files[AUTHORED])
  })

  it('type-check', () => {
    const sources = Object.entries(files)
      .filter(([path]) => path.endsWith('.ts'))
      .map(([path, text]) => {
        const file = join(temporary, path)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
        return file
      })
    const units = join(temporary, 'src/model/units.ts')
    mkdirSync(dirname(units), { recursive: true })
    writeFileSync(units, readFileSync('src/model/units.ts', 'utf8'))
    const program = ts.createProgram(sources, {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      types: [],
    })
    const wrong = ts
      .getPreEmitDiagnostics(program)
      .map(
        (d) => `${d.file?.fileName.slice(temporary.length)}: ${ts.flattenDiagnosticMessageText(d.messageText, '\n')}`,
      )
    expect(wrong).toEqual([])
    expect(sources.length).toBe(5)
  })

  it('name the columns of every stored resource, and the input of every hand-written call', () => {
    const stored = Object.values(model.resources).filter((one) => !one.virtual)
    const written = Object.values(model.calls).filter((call) => call.handler)
    const missing = [
      ...stored.filter(({ name }) => !files['src/generated/records.ts']!.includes(`\n  '${name}': {\n    id: number`)),
      ...written.filter(({ path }) => !files['src/generated/calls.ts']!.includes(`\n  '${path}': {`)),
    ]
    expect(missing.map((one) => one.name)).toEqual([])
  })

  it('describe every wire path in OpenAPI', () => {
    expect(Object.keys(api.paths).sort()).toEqual(
      Object.keys(model.calls)
        .map((path) => `/api/${path}.json`)
        .sort(),
    )
  })

  it('say in OpenAPI what linters ask for, and what each call answers', () => {
    const operations = Object.values(api.paths).map(({ post }) => post)
    expect(new Set(operations.map((one) => one.operationId)).size).toBe(operations.length)
    expect(operations.filter((one) => !one.summary || !one.responses['503'])).toEqual([])
    const tags = new Set(api.tags.map((tag) => tag.name))
    expect(operations.flatMap((one) => one.tags).filter((tag) => !tags.has(tag))).toEqual([])
    expect(api.servers).toEqual([expect.objectContaining({ url: '/' })])
    const refs = [...JSON.stringify(api).matchAll(/"#\/components\/(\w+)\/(\w+)"/g)].map(
      ([, kind, name]) => `${kind}/${name}`,
    )
    const there = Object.entries(api.components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `${kind}/${name}`),
    )
    expect(there.filter((one) => !one.startsWith('security')).sort()).toEqual([...new Set(refs)].sort())
    const empty = operations.filter((one) => JSON.stringify(one.responses['200']).includes('"data":{}'))
    expect(empty.map((one) => one.operationId)).toEqual([])
  })
})

const actionOf = (route: string, key: string) => model.screens[route]?.view.actions.find((one) => one.key === key)

describe('a button stands', () => {
  it('at the rows where its call takes one of them, and above the list where it takes none', () => {
    const till = model.screens['/cash/register-station']?.view
    const [other] = till?.view === 'cashdesk' ? till.rows.actions : []
    expect(other).toMatchObject({ key: 'other', at: ['top'] })
    expect(actionOf('/product/picSpace', 'addImage')).toMatchObject({
      at: ['top'],
      fills: { folderId: { by: 'param' } },
    })
    expect(actionOf('/business/SMS-template-setting', 'test')?.at).toEqual(['row'])
    expect(actionOf('/customer/account', 'recharge')).toMatchObject({
      at: ['row'],
      fills: { customerId: { by: 'row' } },
    })
  })
})

describe('a record that extends another', () => {
  it('gives that one to the buttons of its calls: all chosen rows, one row, and a ref to one of several kinds', () => {
    const assign = actionOf('/shootappoint/assign-task', 'assign')
    expect(assign).toMatchObject({
      at: ['row', 'batch'],
      fills: { workTaskIds: { by: 'rowIds', path: 'workTaskId' } },
    })
    expect(actionOf('/shooting-tasks/dispaching-tasks', 'assign')?.fills.workTaskIds).toEqual({ by: 'rowIds' })
    expect(actionOf('/shootappoint/my-task', 'called')?.fills).toMatchObject({
      targetType: { by: 'rowKind' },
      targetId: { by: 'row', path: 'workTaskId' },
    })
  })

  it('is loaded with what their guards read of it', () => {
    expect(actionOf('/shooting/shooting', 'start')?.when[0]?.expr.reads).toEqual(['row.taskStatus'])
    expect(model.resources.photographyRecord?.follow).toContain('workTask.taskStatus')
  })

  it('tells the browser of what a head warns of', () => {
    const { parts } = splitForWeb(model)
    const orders = Object.values(parts).find((part) => part.calls['orderUpgrade/add'])
    expect(Object.keys(orders?.resources.order?.fields ?? {})).toContain('refundState')
  })

  it('and what an input of a registered type asks by itself is in the browser', () => {
    const { parts } = splitForWeb(model)
    const holding = Object.values(parts).filter((part) => part.calls['worker/setWorkers'])
    expect(holding.length).toBeGreaterThan(0)
    for (const part of holding) expect(Object.keys(part.calls)).toContain('worker/listRole')
  })
})

describe('icons', () => {
  it('that schemas may name are those the shell draws', () => {
    const shell = readFileSync(join(ROOT, 'src/web/theme/icons.tsx'), 'utf8')
    const common = JSON.parse(textOf('meta/common.schema.json')) as { $defs: { icon: { enum: string[] } } }
    const drawn = new Set([...shell.matchAll(/^ {2}(?:'([^']+)'|(\w+)): \w+,$/gm)].map((m) => m[1] ?? m[2]))
    expect(common.$defs.icon.enum.filter((name) => !drawn.has(name))).toEqual([])
  })
})

describe('a text', () => {
  it('tells of a record what the browser has of it', () => {
    const unknown: string[] = []
    let sentences = 0
    for (const part of Object.values(splitForWeb(model).parts)) {
      // `rows` is the call whose rows the actions of a list stand on: they may be of another resource.
      const visit = (node: unknown, rows?: CallModel, shown: readonly ColumnModel[] = []): void => {
        if (typeof node !== 'object' || node === null) return
        const { key, call: id, confirm, done, form } = node as Partial<ActionModel>
        const call = part.calls[id ?? '']
        const above = 'columns' in node && call ? call : rows
        const columns = 'columns' in node ? (node.columns as ColumnModel[]) : shown
        if (key !== undefined && call)
          for (const text of [confirm, done?.say]) {
            if (!text || text === true) continue
            sentences += 1
            const known = [...call.output, ...call.input, ...fieldsOfForm(form ?? [])].map((one) => one.name)
            const fields = [
              ...known,
              ...(above?.output.map((one) => one.name) ?? []),
              ...columns.filter(({ field }) => field.type === 'string').map(({ path }) => path),
              ...Object.keys(part.resources[call.resource]?.fields ?? {}),
            ]
            for (const [, hole = ''] of JSON.stringify(text).matchAll(/\{(\w+)\}/g))
              if (!fields.includes(hole)) unknown.push(`${call.id} ${hole}`)
          }
        Object.values(node).forEach((inner) => visit(inner, above, columns))
      }
      visit(part.screens)
    }
    expect(sentences).toBeGreaterThan(20)
    expect([...new Set(unknown)]).toEqual([])
  })

  it('stands in its language, in both', () => {
    const wrong: unknown[] = []
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { zh, en } = node as { zh?: unknown; en?: unknown }
      if (
        typeof zh === 'string' &&
        typeof en === 'string' &&
        (/[\u4e00-\u9fff]/.test(en) || zh.trim() === '' || en.trim() === '')
      )
        wrong.push(node)
      Object.values(node).forEach(visit)
    }
    visit(model)
    expect(wrong).toEqual([])
  })
})

describe('a group of the menu', () => {
  const group = JSON.parse(textOf('screens/child/_group.json')) as { with: object }
  const planned = JSON.parse(textOf('planned.json')) as object
  /** What is said of a fixed input that no call of the group takes, while a route is planned. */
  const told = (input: string, route: string): number =>
    compile(SCHEMAS, {
      'screens/child/_group.json': JSON.stringify({ ...group, with: { ...group.with, [input]: 1 } }),
      'planned.json': JSON.stringify({ ...planned, routes: [route] }),
    }).problems.filter(({ code }) => code === 'REF006').length

  it.each([
    ['that a planned screen may take', 'billIds', '/child/later', 0],
    ['that a planned screen of another group may take', 'billIds', '/children/later', 1],
    ['that nothing takes', 'billIdss', '/child/later', 1],
  ])('fixes an input %s', (_what, input, route, count) => expect(told(input, route)).toBe(count))
})

it('what a list must be told is served by an index', () => {
  const unserved = Object.values(model.calls).flatMap((call) => {
    const of = model.resources[call.resource]
    if (!of || of.virtual || !['query', 'select'].includes(call.kind)) return []
    const told = call.input.filter(({ name, required }) => required === true && of.fields[name]?.column)
    const names = told.map(({ name }) => name)
    const isServed = of.indexes.some(({ columns }) => names.every((name, i) => columns[i] === name))
    return names.length === 0 || isServed ? [] : [call.path]
  })
  expect(unserved).toEqual([])
})
