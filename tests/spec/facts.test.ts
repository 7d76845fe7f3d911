/**
 * What was settled before anything was built, as facts with numbers: how the product behaves (`flows.json`), what it says
 * (`messages.json`), its fixed values (`limits.json`) and what it takes (`rules.json`). Each is tried: against the model,
 * the sentences and the values, over the wire, or by the test that plays it in a browser.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatMoney, formatRelative, maskPhone } from '../../src/model/format.ts'
import { callOf, type FieldModel, type FilterModel } from '../../src/model/model.ts'
import { checkValue } from '../../src/model/validate/index.ts'
import { partsOf, withInner } from '../../src/model/views.ts'
import { viewsZh } from '../../src/web/i18n/views.zh.ts'
import { zh } from '../../src/web/i18n/zh.ts'
import { productModel } from '../generator/schemas.ts'
import { onOneEngine } from '../server/support/engines.ts'
import { batched, useProduct } from '../server/support/useProduct.ts'
import { playSteps, type Step } from './steps.ts'

/** A way to try a fact: what is looked at, and what it is to be. */
type Check =
  /** A place of the compiled model. */
  | { model: string; is: unknown }
  /** A number of `app.limits` that the server or the browser reads. */
  | { limit: string; is: number }
  /** What the browser says in Chinese. */
  | { sentence: string; zh: string }
  | { dictionary: string; values: Record<string, string> }
  | { format: 'money' | 'phone' | 'relative'; of: [string | number]; is: string }
  /** A field, or an input of a call: values that it takes and refuses, with the sentence. */
  | { value: string; takes?: unknown[]; refuses?: [unknown, string][] }
  | { unique: string; check: string; zh: string }
  | { groups: string[] }
  | { screens: string[] }
  /** Screens that nobody has to sign in for. */
  | { open: string[] }
  | { roles: string[] }
  /** All screens but open ones have codes and titles. */
  | { coded: true }
  /** All screens are kept. */
  | { kept: true }
  | { inputs: string; are: string[] }
  | { outputs: string; are: string[] }
  | { calls: string[]; of: string }
  /** Calls behind the buttons of a screen. */
  | { actions: string; calls: string[] }
  | { filter: string; name: string; default?: unknown; hint?: string; steps?: unknown; in?: unknown[]; all?: unknown }
  /** Where a notification leads. */
  | { message: string; route: string; params: string[] }
  /** Calls one after another. */
  | { steps: Step[] }
  /** A test, or a row of its table, that is not skipped; the file stands below `tests/`. */
  | { test: string; named: string }

interface Fact {
  no: string
  fact: string
  tried: Check[]
}

const FILES = { 'flows.json': 102, 'messages.json': 52, 'limits.json': 68, 'rules.json': 48 } as const
const LETTER = { 'flows.json': 'F', 'messages.json': 'M', 'limits.json': 'L', 'rules.json': 'R' } as const
type File = keyof typeof FILES

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')
const factsOf = (file: File): Fact[] => JSON.parse(read(file)) as Fact[]
const model = productModel()
const { dictionaries } = model

/** All code that may read a limit. */
const code = ['src/web', 'src/server'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
)

/** The value at a path of the model; routes and wire paths are one step each. */
function at(path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((node, key) => (node === null || node === undefined ? node : (node as never)[key]), model)
}

/** A field of a resource, or the input of a call. */
function fieldOf(name: string): FieldModel {
  const [of = '', field = ''] = name.split('.')
  const found = of.includes('/')
    ? callOf(model, of)?.input.find((one) => one.name === field)
    : model.resources[of]?.fields[field]
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

function filterOf(route: string, name: string): FilterModel {
  const view = model.screens[route]?.view
  const found =
    view &&
    withInner(view)
      .flatMap((one) => partsOf(one).filters)
      .find((one) => one.name === name)
  if (!found) throw new Error(`${route} has no filter ${name}`)
  return found
}

const HOUR_ZONE = 'Asia/Shanghai'
const FORMATS: Record<string, (of: never) => string> = {
  money: formatMoney,
  phone: maskPhone,
  relative: (seconds: number) => formatRelative(0, seconds * 1000, 'zh', HOUR_ZONE),
}

/** A file as a field holds it: as many as a word says. */
const FILES_OF: Record<string, unknown> = {
  '@six': Array.from({ length: 6 }, (_, i) => ({ id: i + 1, url: `/files/${i}.png`, origName: `${i}.png` })),
}

/** How each kind of check is made; the first key says the kind. */
const TRY: { [K in string]: (check: never) => void } = {
  model: ({ model: path, is }: Extract<Check, { model: string }>) => expect(at(path)).toEqual(is),
  limit({ limit, is }: Extract<Check, { limit: string }>) {
    expect(model.app.limits[limit]).toBe(is)
    expect(
      code.some((text) =>
        new RegExp(`limit\\('${limit}'|\\blimits\\.${limit}\\b|\\b${limit}\\b[^\\n]*\\}[^\\n]*limits`).test(text),
      ),
    ).toBe(true)
  },
  sentence: (check: Extract<Check, { sentence: string }>) =>
    expect({ ...zh, ...viewsZh }[check.sentence as keyof typeof zh]).toBe(check.zh),
  dictionary: ({ dictionary, values }: Extract<Check, { dictionary: string }>) =>
    expect(Object.fromEntries(dictionaries[dictionary]!.values.map(({ value, label }) => [value, label.en]))).toEqual(
      values,
    ),
  format: ({ format, of, is }: Extract<Check, { format: string }>) => expect(FORMATS[format]!(of[0] as never)).toBe(is),
  value({ value, takes = [], refuses = [] }: Extract<Check, { value: string }>) {
    const field = fieldOf(value)
    const told = (given: unknown): string | undefined =>
      checkValue(field, FILES_OF[String(given)] ?? given, dictionaries, model.app.timezone)?.zh
    expect(takes.map(told)).toEqual(takes.map(() => undefined))
    expect(refuses.map(([given]) => told(given))).toEqual(
      refuses.map(([, sentence]): unknown => (sentence === '@any' ? expect.any(String) : sentence)),
    )
  },
  unique({ unique, check, zh: sentence }: Extract<Check, { unique: string }>) {
    const [resource = '', field] = unique.split('.')
    const found = model.resources[resource]?.unique.find((one) => one.field === field && one.check === check)
    expect(found?.message.zh).toBe(sentence)
  },
  groups: ({ groups }: Extract<Check, { groups: string[] }>) =>
    expect(groups.filter((one) => !model.groups[one])).toEqual([]),
  screens: ({ screens }: Extract<Check, { screens: string[] }>) =>
    expect(screens.filter((one) => !model.screens[one])).toEqual([]),
  open: ({ open }: Extract<Check, { open: string[] }>) =>
    expect(open.filter((one) => !model.screens[one]?.access?.anyone && !model.screens[one]?.access?.client)).toEqual(
      [],
    ),
  roles: ({ roles }: Extract<Check, { roles: string[] }>) =>
    expect(roles.filter((one) => Object.keys(model.roles[one]?.menus ?? {}).length === 0)).toEqual([]),
  coded: () =>
    expect(
      Object.values(model.screens).filter(
        ({ code: own, access, label }) => (!own && !access) || !label.zh || !label.en,
      ),
    ).toEqual([]),
  kept: () => expect(Object.values(model.screens).filter(({ cache }) => !cache)).toEqual([]),
  inputs: ({ inputs, are }: Extract<Check, { inputs: string }>) =>
    expect(callOf(model, inputs)?.input.map(({ name }) => name)).toEqual(expect.arrayContaining(are)),
  outputs: ({ outputs, are }: Extract<Check, { outputs: string }>) =>
    expect(callOf(model, outputs)?.output.map(({ name }) => name)).toEqual(are),
  calls: ({ calls, of }: Extract<Check, { of: string; calls: string[] }>) =>
    expect(calls.filter((name) => !callOf(model, `${model.resources[of]?.path}/${name}`))).toEqual([]),
  actions({ actions, calls }: Extract<Check, { actions: string }>) {
    const permission = model.permissions[model.screens[actions]?.code ?? '']
    const reached = new Set(
      permission?.buttons.flatMap(({ reach }) => reach.map(({ call }) => callOf(model, call)?.path)),
    )
    expect(calls.filter((one) => !reached.has(one))).toEqual([])
  },
  filter({ filter, name, ...is }: Extract<Check, { filter: string }>) {
    const found = filterOf(filter, name)
    const { hint, steps, all, control } = found
    const start = found.default && 'value' in found.default ? found.default.value : undefined
    expect({ default: start, hint: hint?.zh, steps, in: control.in, all }).toMatchObject(is)
  },
  message({ message, route, params }: Extract<Check, { message: string }>) {
    const source = dictionaries[model.app.records.messageSources!]!.values.find(({ name }) => name === message)
    expect(model.app.messageRoutes[String(source?.value)]).toMatchObject({ route, params })
  },
  test({ test, named }: Extract<Check, { test: string }>) {
    const text = read(`../${test}`)
    const quoted = ["'", '"', '`'].some((quote) => text.includes(`${quote}${named}${quote}`))
    expect([quoted, /\.(?:skip|todo|only)\b/.test(text)]).toEqual([true, false])
  },
}

const titleOf = ({ no, fact }: Fact): string => `${no} ${fact}`
const isPlayed = (check: Check): check is { steps: Step[] } => 'steps' in check && Array.isArray(check.steps)

describe('every fact', () => {
  it.each(Object.keys(FILES) as File[])('of %s has its number and something that tries it', (file) => {
    const facts = factsOf(file)
    expect(facts.map(({ no }) => no)).toEqual(Array.from({ length: FILES[file] }, (_, i) => `${LETTER[file]}-${i + 1}`))
    expect(facts.filter(({ tried }) => tried.length === 0)).toEqual([])
  })
})

const all = (Object.keys(FILES) as File[]).flatMap(factsOf)

describe('what the model, the sentences and the tests say', () => {
  it.each(all.filter(({ tried }) => !tried.every(isPlayed)).map((fact) => [titleOf(fact), fact] as const))(
    '%s',
    (_title, { tried }) => {
      for (const check of tried.filter((one) => !isPlayed(one))) TRY[Object.keys(check)[0]!]!(check as never)
    },
  )
})

onOneEngine('what the server does', (engine) => {
  const product = useProduct(engine)
  it.each(all.filter(({ tried }) => tried.some(isPlayed)).map((fact) => [titleOf(fact), fact] as const))(
    '%s',
    async (_title, { tried }) => {
      for (const { steps } of tried.filter(isPlayed)) await playSteps(product(), steps)
    },
  )

  it('answers every call that says nothing, and names the field where it refuses', async () => {
    const silent = Object.values(model.calls).filter(({ preset }) => !preset)
    const admin = await product().person('administrator')
    const wrong: string[] = []
    await batched(silent, async ({ path, input }) => {
      // Signing out ends the session it is asked with.
      const who = await product().again(admin)
      const { status, msg, data } = await product().raw(who, path, {})
      const field = (data as { field?: string } | undefined)?.field
      const required = input.some((one) => one.required)
      if (status >= 500 || (status === 400 && required && field === undefined)) wrong.push(`${path}: ${status} ${msg}`)
    })
    expect(wrong).toEqual([])
  })
})
