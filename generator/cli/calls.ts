/** `atelier calls [--json]`: every wire path with its inputs, its answer and the grants that reach it. */
import type { CallModel, FieldModel, FilterModel, Model } from '../../src/model/model.ts'
import { callOf } from '../../src/model/model.ts'
import { printJson, projectRoot, studyProject } from './project.ts'
import { cut, table } from './table.ts'
import { byText } from '../base/order.ts'

export interface FieldLine {
  name: string
  type: string
  required: boolean
  of?: string | Record<string, string>
}
export interface CallLine {
  path: string
  input: FieldLine[]
  output: FieldLine[] | { rows: string }
  reachedFrom: string[]
}

/** Kinds of calls that take filters. */
const FILTERED: CallModel['kind'][] = ['query', 'list', 'select', 'export', 'stat']
const PAGING: FieldLine[] = ['pageNO', 'pageRows', 'sortField', 'sortOrder'].map((name) => ({
  name,
  type: name.startsWith('page') ? 'int' : 'string',
  required: false,
}))

/** Calls in the order of their paths. `reachedFrom`: menu codes, `menu.button`, or who may call without a grant. */
export function callLines(model: Model): CallLine[] {
  const reached = reachedFrom(model)
  return Object.values(model.calls)
    .sort((a, b) => byText(a.path, b.path))
    .map((call) => ({
      path: call.path,
      input: inputLines(model, call),
      output: outputOf(call),
      reachedFrom: [...(reached.get(call.path) ?? []), ...Object.keys(call.access ?? {})],
    }))
}

function inputLines(model: Model, call: CallModel): FieldLine[] {
  const named = new Set(call.input.map((f) => f.name))
  const filters = FILTERED.includes(call.kind)
    ? Object.values(model.resources[call.resource]!.filters)
        .flatMap(filterLines)
        .filter((f) => !named.has(f.name))
    : []
  return [...call.input.map(fieldLine), ...filters, ...(call.kind === 'query' ? PAGING : [])]
}

const filterLines = (f: FilterModel): FieldLine[] =>
  (f.wire as (string | null)[]).flatMap((name) =>
    name === null ? [] : [{ ...fieldLine(f.control), name, required: false }],
  )

const fieldLine = (f: FieldModel): FieldLine => ({
  name: f.name,
  type: f.type,
  required: f.required,
  ...(f.kinds ? { of: f.kinds } : f.of ? { of: f.of } : {}),
})

const outputOf = (call: CallModel): CallLine['output'] =>
  call.output.length > 0 || !call.rows ? call.output.map(fieldLine) : { rows: call.rows }

function reachedFrom(model: Model): Map<string, string[]> {
  const result = new Map<string, Set<string>>()
  const add = (id: string, from: string) => {
    const path = callOf(model, id)?.path ?? id
    result.set(path, (result.get(path) ?? new Set()).add(from))
  }
  for (const p of Object.values(model.permissions)) {
    for (const r of p.see) add(r.call, p.code)
    for (const b of p.buttons) for (const r of b.reach) add(r.call, `${p.code}.${b.code}`)
  }
  return new Map([...result].map(([path, from]) => [path, [...from].sort()]))
}

export async function run(args: string[]): Promise<number> {
  const found = studyProject(projectRoot())
  if (!found) return 1
  const lines = callLines(found.model)
  if (args.includes('--json')) printJson(lines)
  else {
    const fields = (list: FieldLine[]) => list.map((f) => f.name + (f.required ? '!' : '')).join(' ')
    console.log(
      table(
        ['call', 'takes', 'answers', 'reached from'],
        lines.map((l) => [
          l.path,
          cut(fields(l.input) || '–', 50),
          cut(Array.isArray(l.output) ? fields(l.output) || '–' : `rows of ${l.output.rows}`, 30),
          cut(l.reachedFrom.join(' ') || '(administrators)', 50),
        ]),
      ),
    )
    console.log(`\n${lines.length} calls`)
  }
  return 0
}
