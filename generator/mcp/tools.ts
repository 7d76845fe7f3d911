/** What a coding agent may ask of the compiler. Only `rename` and `new` write, and only what compiles. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../../src/model/model.ts'
import { writeFiles } from '../base/files.ts'
import { formatProblem, suggestion } from '../base/problems.ts'
import { kindsOf, placesOf } from '../cli/used.ts'
import { study, type Study } from '../index.ts'
import { load } from '../load/index.ts'
import { behaviour, markdown } from '../tools/behaviour/index.ts'
import { explain } from '../tools/explain/index.ts'
import { checkFunctions } from '../tools/functions.ts'
import { rename } from '../tools/rename.ts'
import { newResource, newScreen } from '../tools/scaffold.ts'

/** A tool as an agent sees it. */
interface Tool {
  about: string
  input: Record<string, object>
  required: string[]
  run: (root: string, input: Record<string, unknown>) => string
}

const text = (description: string): object => ({ type: 'string', description })
const FILES = {
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
  description: 'File below schemas/ (screens/crm/visits.json) -> its whole new text; null: it is gone.',
}

export const TOOLS: Record<string, Tool> = {
  check: {
    about: 'Every problem of the schemas, each with file, line, column and code; notes too when asked.',
    input: { notes: { type: 'boolean', description: 'Also what is only odd.' } },
    required: [],
    run: (root, { notes }) => problemsOf(root, studyOf(root), notes === true) || 'no problem',
  },
  explain: {
    about: 'A compiled screen: every column, filter, form field and button, each with where it comes from.',
    input: { route: text('The route, as /customer/list, or its code.') },
    required: ['route'],
    run: (root, { route }) => {
      const found = good(root)
      const screens = found.model.screens
      const screen = screens[String(route)] ?? Object.values(screens).find(({ code }) => code === route)
      if (!screen)
        throw new Error(`no screen has the route "${String(route)}"${suggestion(String(route), Object.keys(screens))}`)
      return JSON.stringify(explain(found, screen), null, 1)
    },
  },
  used: {
    about:
      'Every place where a name stands: customer, customer.mobile, pay_type.cash, order/add, /order/list, order-001.',
    input: { name: text('The name.') },
    required: ['name'],
    run: (root, { name }) => {
      const references = good(root).c.references!
      const meant = kindsOf(references, String(name))
      if (typeof meant === 'string') throw new Error(meant)
      const places = meant.kinds.flatMap((kind) =>
        placesOf(references, kind, meant.name).map((place) => ({ kind, ...place })),
      )
      return places
        .map(
          (p) =>
            `${p.kind} ${p.file}:${p.line}:${p.column} ${p.path}${p.declares ? ' (declared here)' : p.implied ? ' (by default)' : ''}`,
        )
        .join('\n')
    },
  },
  rename: {
    about:
      'A new name everywhere, checked before anything is written. Without write: true it only says what would change.',
    input: { from: text('The name now.'), to: text('The new name.'), write: { type: 'boolean' } },
    required: ['from', 'to'],
    run: renamed,
  },
  new: {
    about: 'A valid start of a screen or a resource. Without write: true the file is only shown.',
    input: {
      what: { enum: ['screen', 'resource'] },
      name: text('Route of the screen (/crm/visits), or area and name of the resource (crm/visit).'),
      resource: text('Of a screen: what it is about.'),
      view: { enum: ['list', 'tree', 'form', 'detail'] },
      zh: text('Chinese label.'),
      en: text('English label.'),
      write: { type: 'boolean' },
    },
    required: ['what', 'name'],
    run: made,
  },
  try: {
    about:
      'Tries a change of schema files without writing it: its problems and notes, and in sentences what the product does otherwise.',
    input: { files: FILES, language: { enum: ['en', 'zh'] } },
    required: ['files'],
    run: tried,
  },
}

const schemasOf = (root: string): string => join(root, 'schemas')

function studyOf(root: string, overlay: Record<string, string | null> = {}): Study {
  return study(load(schemasOf(root), overlay), { references: true })
}

function good(root: string): Study & { model: Model } {
  const found = studyOf(root)
  const { model } = found
  if (!model) throw new Error(`the schemas have problems; mend them first:\n${problemsOf(root, found, false)}`)
  return { ...found, model }
}

function problemsOf(root: string, { model, c, problems }: Study, notes: boolean): string {
  const all = [...problems, ...(model ? checkFunctions(c, root) : [])]
  return all
    .filter((p) => notes || p.severity === 'error')
    .map((p) => `${p.severity === 'note' ? 'note: ' : ''}${formatProblem(p)}`)
    .join('\n')
}

function renamed(root: string, { from, to, write }: Record<string, unknown>): string {
  const found = good(root)
  const meant = kindsOf(found.c.references!, String(from))
  if (typeof meant === 'string') throw new Error(meant)
  const [kind, other] = meant.kinds
  if (!kind || other) throw new Error(`say which: ${meant.kinds.map((one) => `${one}:${meant.name}`).join(' or ')}`)
  const done = rename(schemasOf(root), found, kind, meant.name, String(to))
  if (typeof done === 'string') throw new Error(done)
  if (Array.isArray(done)) throw new Error(`this would be wrong then:\n${done.map(formatProblem).join('\n')}`)
  if (write === true) writeFiles(root, done.files)
  const files = [...done.files].map(([file, after]) => `${after === null ? 'removed ' : ''}${file}`)
  return [
    `${kind} ${meant.name} → ${String(to)}: ${done.places} places${write === true ? '' : ' (nothing is written)'}`,
    ...files,
    ...done.notes,
  ].join('\n')
}

function made(root: string, { what, name, resource, view, zh, en, write }: Record<string, unknown>): string {
  const found = good(root)
  const label = { ...(zh ? { zh: String(zh) } : {}), ...(en ? { en: String(en) } : {}) }
  const scaffold =
    what === 'screen'
      ? newScreen(found, String(name), String(resource), { ...(view ? { view: String(view) } : {}), label })
      : newResource(found, String(name), label)
  if (typeof scaffold === 'string') throw new Error(scaffold)
  const files = new Map(Object.entries({ ...scaffold.changed, [scaffold.file]: scaffold.text }))
  const overlay = Object.fromEntries([...files].map(([file, after]) => [below(file), after]))
  const errors = problemsOf(root, studyOf(root, overlay), false)
  if (errors) throw new Error(errors)
  if (write === true) writeFiles(root, files)
  return `${scaffold.file}${write === true ? '' : ' (nothing is written)'}\n${scaffold.text}`
}

const below = (file: string): string => file.replace(/^schemas\//, '')

function tried(root: string, { files, language }: Record<string, unknown>): string {
  if (typeof files !== 'object' || files === null) throw new Error('"files" is missing: file -> text')
  const overlay = Object.fromEntries(
    Object.entries(files).map(([file, after]) => [below(file), after === null ? null : String(after)]),
  )
  for (const file of Object.keys(overlay)) if (file.includes('..')) throw new Error(`${file} lies outside schemas/`)
  const before = good(root)
  const known = new Set(before.problems.map(formatProblem))
  const after = studyOf(root, overlay)
  const said = problemsOf(root, after, true)
    .split('\n')
    .filter((line) => line && !known.has(line.replace(/^note: /, '')))
  const changes = after.model
    ? markdown(behaviour(before.model, after.model), language === 'zh' ? 'zh' : 'en')
    : 'It does not compile; what it would do is not known.'
  return [said.length > 0 ? said.join('\n') : 'no problem', '', changes].join('\n')
}

/** The version of the package. */
export const version = (root: string): string =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
