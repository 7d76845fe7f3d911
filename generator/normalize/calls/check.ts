/** Checks that a call makes sense: one effect, on a record that it names, and no change of a state except by a move. */
import type { Bounds, CallModel, ResourceModel } from '../../../src/model/model.ts'
import { below, inputName, type CallDraft, type Compilation } from '../../base/context.ts'
import { KIND_KEYS } from '../../link/index.ts'
import type { CallWords } from '../../base/parts.ts'

/** Keys that may be used together. Every other pair is two effects. */
const TOGETHER = [
  ['move', 'set'],
  ['use', 'move'],
]
/** Keys that a hand-written function may accompany: it runs instead of the engine's part and may call it. */
const WITH_HANDLER = ['move', 'set', 'like', 'export', 'import', 'stat', 'check']

/** CAL001, CAL002 for every call as written. */
export function checkCalls(c: Compilation): void {
  for (const r of c.resources.values()) {
    for (const [key, raw] of Object.entries(r.data.calls ?? {})) {
      const draft = [...(c.callsByResource().get(r) ?? [])].find((call) => call.at.path[1] === key)
      if (draft) checkEffect(c, draft, raw)
    }
    if (r.data.virtual) for (const draft of c.callsByResource().get(r) ?? []) checkVirtual(c, draft)
  }
}

function checkEffect(c: Compilation, draft: CallDraft, raw: CallWords): void {
  const kinds = KIND_KEYS.filter((key) => raw[key] !== undefined && raw[key] !== false && key !== 'handler')
  if (draft.standard) {
    const other = kinds.find((key) => !['move', 'set'].includes(key))
    if (other)
      c.error(
        below(draft.at, other),
        'CAL001',
        `"${draft.name}" is a standard call; to make it something else, take it out of "standard"`,
        { key: true },
      )
    return
  }
  const allowed = TOGETHER.some((pair) => kinds.every((kind) => pair.includes(kind)))
  if (kinds.length > 1 && !allowed)
    c.error(below(draft.at, kinds[1]!), 'CAL001', `a call does one thing; here are "${kinds.join('" and "')}"`, {
      key: true,
    })
  else if (kinds.length === 0 && !raw.handler)
    c.error(draft.at, 'CAL001', `"${draft.name}" does nothing: say one of ${KIND_KEYS.join(', ')}`, { key: true })
  const alone = raw.handler && kinds.find((kind) => !WITH_HANDLER.includes(kind))
  if (alone)
    c.error(below(draft.at, 'handler'), 'CAL001', `"${alone}" leaves nothing for a function to do`, { key: true })
}

/** Functions answer a record without a table; a preset of one, dictionaries and checks of other resources are no rows of it. */
function checkVirtual(c: Compilation, draft: CallDraft): void {
  const elsewhere =
    draft.preset || draft.data.options || (typeof draft.data.check === 'string' && draft.data.check.includes('.'))
  if (draft.data.handler || elsewhere || draft.resource.data.figures) return
  const at = draft.at.source.exists(draft.at) ? draft.at : { source: draft.at.source, path: ['standard'] }
  c.error(
    at,
    'CAL001',
    `${draft.resource.name} has no table ("virtual"), so "${draft.name}" needs a function: "handler": true`,
    { key: true },
  )
}

/** FRM004: what is typed, and emptied by the move that a function makes. */
function checkEmptied(c: Compilation, draft: CallDraft, call: CallModel, r: ResourceModel): void {
  const set = Object.assign({}, ...movesOf(call, r).map((move) => move.set)) as Bounds
  for (const [i, written] of (draft.data.input ?? []).entries()) {
    const { name } = inputName(typeof written === 'string' ? written : written.name)
    const at = below(draft.at, 'input', i)
    const bound = set[name]
    if (bound && 'value' in bound && bound.value === null && at.source.exists(at))
      c.error(at, 'FRM004', `what is typed into "${name}" is lost: the move "${call.move?.name}" empties it`)
  }
}

/** SHP005, STA006, USE001, FRM004: what a move or `set` takes is stored as it is typed, or something reads it. */
function checkTaken(c: Compilation, draft: CallDraft, call: CallModel, r: ResourceModel): void {
  const moves = movesOf(call, r)
  const set = Object.assign({}, call.set, ...moves.map((move) => move.set)) as Bounds
  const exprs = [...Object.values(set), ...call.when, ...moves.flatMap((move) => move.when)]
  // Why a record changes hands is kept with the change of hands.
  const said = r.assignments.length > 0 ? ['input.reason'] : []
  const reads = new Set([...said, ...exprs.flatMap((one) => ('expr' in one ? one.expr.reads : []))])
  const isRead = (name: string): boolean =>
    [...reads].some((path) => path === `input.${name}` || path.startsWith(`input.${name}.`))
  for (const [i, written] of (draft.data.input ?? []).entries()) {
    const field = call.input.find(
      ({ name }) => name === (typeof written === 'string' ? written.replace(/!$/, '') : written.name),
    )
    const at = below(draft.at, 'input', i)
    const own = field && r.fields[field.name]
    if (!field || ['id', 'ids', 'version'].includes(field.name) || !at.source.exists(at)) continue
    if (own?.value || (own && r.tallies[own.name]))
      c.error(at, 'SHP005', `"${own.name}" is worked out; nobody enters it`)
    else if (own?.type === 'serial') c.error(at, 'SHP005', `"${own.name}" is numbered by the server; nobody enters it`)
    else if (own && r.machines.some((machine) => machine.field === own.name && machine.moves.length > 0))
      c.error(at, 'STA006', `"${own.name}" has states; make a move of it`)
    else if (own?.type === 'own' && call.many)
      c.error(at, 'SHP005', `the rows of "${own.name}" are of one record: take "id!" instead of "ids!"`)
    else if (isRead(field.name)) continue
    else if (field.name in set)
      c.error(
        at,
        'FRM004',
        `what is typed into "${field.name}" is lost: ${call.set[field.name] ? 'the call' : `the move "${call.move?.name}"`} sets it`,
      )
    else if (!own)
      c.note(
        at,
        'USE001',
        `"${field.name}" is asked, kept nowhere and read by nothing; make it a field, or leave it out`,
      )
  }
}

const movesOf = (call: CallModel, r: ResourceModel) =>
  r.machines.flatMap(({ moves }) => moves.filter(({ name }) => name === call.move?.name))

/** CAL002, STA006: a change names its record, and leaves states to moves. */
export function checkChange(c: Compilation, draft: CallDraft, call: CallModel, r: ResourceModel): void {
  const changes = (call.kind === 'move' || call.kind === 'set') && !call.handler
  if (changes && !call.input.some((f) => f.name === 'id' || f.name === 'ids')) {
    c.error(
      below(draft.at, 'input'),
      'CAL002',
      `"${call.name}" changes a record, so it takes "id!" (or "ids!" for many)`,
      { key: true },
    )
  }
  if (changes) checkTaken(c, draft, call, r)
  else if (call.handler && call.move) checkEmptied(c, draft, call, r)
  for (const name of Object.keys(call.set)) {
    const machine = r.machines.find((m) => m.field === name)
    if (machine)
      c.error(
        below(draft.at, 'set', name),
        'STA006',
        `"${name}" has states; make a move of it (${machine.moves.map((m) => m.name).join(', ') || 'none is written'})`,
        { key: true },
      )
  }
}
