/** docs/AUTHORING.md is carried out as it stands, in a copy of the schemas; what it prints is compared with the page. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyEdits, modify, parse } from 'jsonc-parser'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compile } from '../../generator/index.ts'
import type { Model } from '../../src/model/model.ts'
import { formatPlan, migrate, planMigration } from '../../src/server/db/schema/migrate.ts'
import { engines } from '../server/db/engines.ts'
import { filesIn, masked, recipe, stepsOf, type Step } from './recipes.ts'

const HERE = process.cwd()
let copy: string

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'authoring-'))
  cpSync('schemas', join(copy, 'schemas'), { recursive: true })
  cpSync('mock', join(copy, 'mock'), { recursive: true })
  cpSync('package.json', join(copy, 'package.json'))
  mkdirSync(join(copy, 'src'))
  for (const name of ['server', 'web', 'model']) symlinkSync(join(HERE, 'src', name), join(copy, 'src', name))
  process.chdir(copy)
})
afterAll(() => process.chdir(HERE))

describe.sequential('the recipes, one after the other', () => {
  it.each([1, 2, 3, 7])('recipe %i prints what the page says', async (number) => {
    for (const step of stepsOf(recipe(number))) await carryOut(step)
  })
})

async function carryOut(step: Step): Promise<void> {
  if (step.kind === 'json') return addEntries(step)
  if (step.kind === 'ts') return addAfterFirstLine(step)
  for (const { line, printed } of step.commands) {
    const output = (await Promise.all(line.split(' && ').map(outputOf))).flat()
    expectInOrder(line, output, printed)
  }
}

/** Puts the entries of a block into an object of a file; entries that are there already are replaced. */
function addEntries({ file, at, text }: Step & { kind: 'json' }): void {
  let json = readFileSync(file, 'utf8')
  const entries: unknown = parse(`{${text.replace(/,\s*$/, '')}}`)
  for (const [key, value] of Object.entries(entries as object))
    json = applyEdits(json, modify(json, [...at, key], value, {}))
  writeFileSync(file, json)
}

/** The first line of a block stands in the file; the others go after it. */
function addAfterFirstLine({ file, text }: Step & { kind: 'ts' }): void {
  const [first] = text.split('\n')
  const before = readFileSync(file, 'utf8')
  expect(before).toContain(`${first}\n`)
  writeFileSync(
    file,
    before.replace(first!, () => text),
  )
}

/** What a command of the page prints, line by line. */
async function outputOf(command: string): Promise<string[]> {
  const [verb, ...args] = argumentsOf(command)
  if (verb === 'migrate') return planOfChanges()
  const lines: string[] = []
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text: string) => void lines.push(...String(text).split('\n'))),
  )
  try {
    const tool = (await import(`../../generator/cli/${verb}.ts`)) as { run: (args: string[]) => Promise<number> }
    await tool.run(args)
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return lines
}

/** `npx atelier check --notes` as `['check', '--notes']`; quotes hold a word together. */
const argumentsOf = (command: string): string[] =>
  [...command.replace(/^npx atelier /, '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!)

/** The plan for the resources that differ from the repository's, from a database that is as those are. */
async function planOfChanges(): Promise<string[]> {
  const old = JSON.parse(readFileSync(join(HERE, 'src/generated/model.json'), 'utf8')) as Model
  const now = compile(join(copy, 'schemas')).model!
  const changed = Object.keys(now.resources).filter(
    (name) => JSON.stringify(old.resources[name]) !== JSON.stringify(now.resources[name]),
  )
  const only = (model: Model): Model => ({
    ...model,
    resources: Object.fromEntries(changed.map((name) => [name, model.resources[name]!])),
  })
  const db = await engines.at(-1)!.open()
  try {
    await migrate(db, only(old))
    return formatPlan(await planMigration(db, only(now))).split('\n')
  } finally {
    await db.close()
  }
}

/** The page shows some of the lines; each comes after the one before it. */
function expectInOrder(command: string, output: string[], printed: string[]): void {
  const lines = output.map(masked)
  let from = 0
  for (const line of printed.map(masked)) {
    const at = lines.indexOf(line, from)
    if (at === -1) expect.fail(`"${command}" does not print, after line ${from}:\n${line}\nbut:\n${lines.join('\n')}`)
    from = at + 1
  }
}

/** Files that recipes 4 to 6 tell to make; every other must be there. */
const TO_BE_MADE = ['src/server/domain/cash/payMethod.ts', 'src/server/fields/stars.ts', 'src/web/fields/stars.tsx']

describe('recipes with code', () => {
  it.each([4, 5, 6, 8])('recipe %i names files that exist', (number) => {
    const missing = filesIn(recipe(number)).filter(
      (file) => !TO_BE_MADE.includes(file) && !existsSync(join(HERE, file)),
    )
    expect(missing).toEqual([])
  })

  it.each([5, 6])('recipe %i names what is in those files', (number) => {
    const lines = recipe(number)
      .split(/\n|(?<=\)), /)
      .filter((line) => filesIn(line).length === 1)
    const wrong = lines.flatMap((line) => {
      const text = textBelow(join(HERE, filesIn(line)[0]!))
      const names = [...line.matchAll(/`([A-Z_]{4,}|[a-z]+(?:[A-Z]\w+)+)`/g)].map(([, name]) => name!)
      return text ? names.filter((name) => !text.includes(name)).map((name) => `${name} in ${filesIn(line)[0]}`) : []
    })
    expect(lines.length).toBeGreaterThan(5)
    expect(wrong).toEqual([])
  })

  it.each([
    ['5', 'holds an entry for each field type', /: Record<FieldType, \w+> = \{/],
    [
      '6',
      'holds an entry for each kind of view',
      /: Record<ViewKind, \w+> = \{|: ViewNormalizers = \{|\bview satisfies never/,
    ],
  ])('recipe %s names every file that %s', (number, _, pattern) => {
    const found = sources.filter((file) => pattern.test(readFileSync(join(HERE, file), 'utf8')))
    const named = namesIn(recipe(Number(number)))
    expect(found.length).toBeGreaterThan(1)
    expect(found.filter((file) => !named.includes(file))).toEqual([])
  })
})

const sources = ['src/model', 'src/server', 'src/web', 'generator'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`),
)

/** The files a recipe names; `index.ts` beside another is that of its folder. */
const namesIn = (text: string): string[] => {
  const beside = [...text.matchAll(/`([\w/]+)\/\w+\.tsx?`, `index\.ts`/g)].map(([, folder]) => `${folder}/index.ts`)
  return [...filesIn(text), ...beside]
}

/** The text of a file, or of all files of a folder; empty where there is none yet. */
function textBelow(path: string): string {
  if (!existsSync(path)) return ''
  if (!path.endsWith('/')) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .map((name) => readFileSync(join(path, name), 'utf8'))
    .join('\n')
}
