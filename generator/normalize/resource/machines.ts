/** State machines: moves with their guards, and the checks that need no run. */
import { isEnum } from '../../../src/model/fields.ts'
import type {
  Condition,
  DictionaryModel,
  DictionaryValue,
  FieldModel,
  MachineModel,
  MoveModel,
  Text,
  EnumField,
} from '../../../src/model/model.ts'
import type { Expr, ExprNode } from '../../../src/model/expr/types.ts'
import { below, type At, type Compilation, type ResourceDraft, keyAt } from '../../base/context.ts'
import { bounds, conditions, recordType, roots, rowOf } from '../expressions.ts'
import { enumValue, referField } from '../../link/fields.ts'
import { callsOf, findCall } from '../../link/index.ts'
import { placed } from '../../base/origin.ts'
import { movesOf, type MoveWords, type StateWords } from '../../base/parts.ts'

/** The default message of a guard. */
export const NOT_NOW: Text = { zh: '当前状态不能执行该操作', en: 'This cannot be done in the present state' }

export function machinesOf(c: Compilation, r: ResourceDraft): MachineModel[] {
  checkMoveNames(c, r)
  return Object.entries(r.data.states ?? {}).flatMap(([name, raw]) => machine(c, r, name, raw) ?? [])
}

/** Moves as written, valid or not. */
export const moveNames = (r: ResourceDraft): string[] =>
  Object.values(r.data.states ?? {}).flatMap((raw) => movesOf(raw).map(([name]) => name))

/** REF009: a call names only the move, so a resource has only one move of each name. */
function checkMoveNames(c: Compilation, r: ResourceDraft): void {
  const seen = new Map<string, string>()
  for (const [field, raw] of Object.entries(r.data.states ?? {})) {
    for (const [name] of movesOf(raw)) {
      const twin = seen.get(name)
      if (twin)
        c.error(
          { source: r.source, path: ['states', field, name] },
          'REF009',
          `"${name}" is a move of ${twin} already; calls name a move without its field`,
          { key: true },
        )
      seen.set(name, field)
    }
  }
}

function machine(c: Compilation, r: ResourceDraft, name: string, raw: StateWords): MachineModel | undefined {
  const at: At = { source: r.source, path: ['states', name] }
  const field = r.fields.get(name)
  if (!field)
    return c.unknown(
      keyAt(at),
      'STA001',
      'state field',
      name,
      [...r.fields.values()].filter((f) => f.type === 'enum').map((f) => f.name),
    )
  referField(c, at, field, name, { key: true })
  if (field.type !== 'enum')
    return c.error(at, 'STA001', `"${name}" is no enum; only an enum has states`, { key: true })
  const dictionary = c.dictionaries.get(field.of)!
  const written = movesOf(raw)
  const moves = written.flatMap(
    ([key, move]) => moveModel(c, r, below(at, key), { name: key, field, dictionary }, move) ?? [],
  )
  if (moves.length === 0 && !raw.end) c.error(at, 'STA002', `"${name}" has no moves`, { key: true })
  const start = field.default && 'value' in field.default ? (field.default.value as string | number) : undefined
  const end = raw.end?.flatMap((v, i) => enumValue(c, below(at, 'end', i), dictionary, v) ?? [])
  const made: MachineModel = { field: name, ...(start !== undefined ? { start } : {}), moves, ...(end ? { end } : {}) }
  if (moves.length === written.length && !r.source.removed) checkMachine(c, r, at, made, dictionary)
  return made
}

function moveModel(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  { name, field, dictionary }: { name: string; field: FieldModel; dictionary: DictionaryModel },
  raw: MoveWords,
): MoveModel | undefined {
  const list = [raw.from].flat()
  const from = list.flatMap(
    (v, i) => enumValue(c, Array.isArray(raw.from) ? below(at, 'from', i) : below(at, 'from'), dictionary, v) ?? [],
  )
  const to = enumValue(c, below(at, 'to'), dictionary, raw.to)
  if (to === undefined || from.length < list.length) return undefined
  const makers = callsOf(c, r).filter((call) => call.data.move === name)
  const inputs = makers
    .flatMap((call) => call.data.input ?? [])
    .map((i) => (typeof i === 'string' ? i.replace('!', '') : i.name))
  const scope = roots(c, {
    row: rowOf(r.name),
    old: rowOf(r.name),
    input: recordType(inputs.flatMap((n) => r.fields.get(n) ?? [])),
  })
  return {
    name,
    field: field.name,
    from,
    to,
    when: conditions(c, below(at, 'when'), raw.when, scope, NOT_NOW),
    set: bounds(c, below(at, 'set'), raw.set, { fields: [...r.fields.values()], scope, what: `field of ${r.name}` }),
    by: movers(c, r, at, { name, makers: makers.map((m) => m.id) }, raw),
  }
}

/** The calls that make a move: the named ones, else the call that names the move. */
function movers(
  c: Compilation,
  r: ResourceDraft,
  at: At,
  { name, makers }: { name: string; makers: string[] },
  raw: MoveWords,
): string[] {
  const named = [raw.by ?? []].flat()
  const found = named.flatMap((by, i) => {
    if (by === 'system') return ['system']
    const place = Array.isArray(raw.by) ? below(at, 'by', i) : below(at, 'by')
    const call = findCall(c, by, r, place)
    return call === 'planned' ? [by] : call ? [call.id] : []
  })
  if (named.length === 0 && makers.length === 0)
    c.error(at, 'STA002', `nobody makes the move "${name}": no call says "move": "${name}", and "by" is not given`, {
      key: true,
    })
  return [...new Set([...found, ...makers])]
}

/** Dead ends and unreachable states: errors where `end` claims that every move is written, else notes. */
function checkMachine(c: Compilation, r: ResourceDraft, at: At, m: MachineModel, dictionary: DictionaryModel): void {
  const name = (value: unknown) => dictionary.values.find((v) => v.value === value)?.name
  const say = (place: At, code: string, message: string) =>
    m.end ? c.error(place, code, message, { key: true }) : c.note(place, code, message)
  const left = new Set(m.moves.flatMap((move) => move.from.filter((state) => state !== move.to)))
  const only = r.fields.get(m.field)?.in
  const living = dictionary.values.filter((v) => !v.retired && (only?.includes(v.value) ?? true)).map((v) => v.value)
  const reached = statesAlong(m.start === undefined ? [] : [m.start], m.moves, 'on')
  for (const value of living) {
    if (!left.has(value) && m.end && !m.end.includes(value))
      say(at, 'STA004', `"${name(value)}" has no way out and is no end`)
    if (m.start !== undefined && !reached.has(value))
      say(at, 'STA005', `no chain of moves reaches "${name(value)}" from "${name(m.start)}"`)
  }
  for (const end of m.end ?? []) {
    const move = m.moves.find((one) => one.from.includes(end))
    if (move) c.error(below(at, move.name, 'from'), 'STA004', `"${name(end)}" is an end, but "${move.name}" leaves it`)
  }
  if (m.end && m.start === undefined && r.fields.get(m.field)?.required !== true) {
    c.error(
      { source: r.source, path: ['fields', m.field] },
      'STA005',
      `"${m.field}" has states but no start: give the field a default`,
      { key: true },
    )
  }
}

type State = string | number

/** States that moves lead to from these, or back from these; these are among them. */
export function statesAlong(
  begins: readonly State[],
  moves: readonly Pick<MoveModel, 'from' | 'to'>[],
  way: 'on' | 'back',
): ReadonlySet<State> {
  const found = new Set(begins)
  for (let size = -1; size !== found.size;) {
    size = found.size
    for (const { from, to } of moves)
      if (way === 'on' && from.some((state) => found.has(state))) found.add(to)
      else if (way === 'back' && found.has(to)) for (const state of from) found.add(state)
  }
  return found
}

/** The field of a machine with its dictionary. */
function stateOf(c: Compilation, r: ResourceDraft, name: string): { field: EnumField; dictionary: DictionaryModel } {
  const field = r.fields.get(name)
  const dictionary = field && isEnum(field) && c.dictionaries.get(field.of)
  if (!dictionary) throw new Error(`${r.name}.${name} has states and no dictionary`)
  return { field, dictionary }
}

/** Holds where a state, read at this path below the row, is one of these. */
export function amongStates(state: ExprNode, path: string, states: readonly DictionaryValue[]): Expr {
  const { type } = state
  return {
    src: `row.${path} in [${states.map(({ name }) => `'${name}'`).join(', ')}]`,
    ast: {
      k: 'in',
      type: { t: 'bool', empty: false },
      a: state,
      b: { k: 'list', items: states.map(({ value: v }) => ({ k: 'lit', v, type })), type: { t: 'list', of: type } },
    },
    reads: [`row.${path}`],
  }
}

/** The guard that the current state is one from which a move starts, with its message. */
export function stateGuard(c: Compilation, r: ResourceDraft, move: MoveModel, label: Text): Condition {
  const { field, dictionary } = stateOf(c, r, move.field)
  const type = { t: 'enum' as const, of: dictionary.name, empty: field.nullable }
  const states = move.from.map((v) => dictionary.values.find((d) => d.value === v)!)
  const row = { k: 'root' as const, name: 'row' as const, type: rowOf(r.name) }
  const expr = amongStates({ k: 'field', of: row, name: move.field, unit: 'plain', type }, move.field, states)
  const names = (lang: 'zh' | 'en', open: string, close: string, or: string) =>
    states.map((s) => `${open}${s.label[lang]}${close}`).join(or)
  const why = {
    zh: `只有${names('zh', '「', '」', '')}可以${label.zh}`,
    en: `${label.en}: only for ${names('en', '“', '”', ' or ')}`,
  }
  return placed({ expr, why }, { source: r.source, path: ['states', move.field, move.name, 'from'] })
}
