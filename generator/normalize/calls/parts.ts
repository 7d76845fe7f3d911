/** Common parts of calls and presets: their move, their guards, and their dialog. */
import type { CallKind, CallModel, FieldModel, FormItemModel, ResourceModel } from '../../../src/model/model.ts'
import { below, type CallDraft, type Compilation } from '../../base/context.ts'
import { conditions, type Roots } from '../expressions.ts'
import { formOf, shownAsUsual } from '../resource/forms.ts'
import { moveNames, NOT_NOW, stateGuard } from '../resource/machines.ts'
import type { CallWords } from '../../base/parts.ts'

export function moveOf(c: Compilation, draft: CallDraft, r: ResourceModel): Partial<CallModel> {
  const name = draft.data.move
  if (!name) return {}
  const machine = r.machines.find((m) => m.moves.some((move) => move.name === name))
  if (machine) return { move: { field: machine.field, name } }
  const names = moveNames(draft.resource)
  if (!names.includes(name)) c.unknown(below(draft.at, 'move'), 'STA003', `move of ${r.name}`, name, names)
  return {}
}

/** Kinds that delete ask first. */
export function confirmOf(kind: CallKind, data: Pick<CallWords, 'confirm'>): Partial<CallModel> {
  const confirm = data.confirm ?? (kind === 'del' ? true : undefined)
  return confirm ? { confirm } : {}
}

/** Guards: of the call, of its move, and that the current state is one from which the move starts. */
export function whenOf(
  c: Compilation,
  draft: CallDraft,
  r: ResourceModel,
  call: CallModel,
  scope: Roots,
): CallModel['when'] {
  const own = conditions(c, below(draft.at, 'when'), draft.data.when, scope, NOT_NOW)
  const machine = call.move && r.machines.find((m) => m.field === call.move!.field)
  const move = machine?.moves.find((m) => m.name === call.move!.name)
  return move ? [stateGuard(c, draft.resource, move, call.label), ...move.when, ...own] : own
}

/** Inputs that no dialog shows: the ids of records, and values the engine sets. */
const NOT_ASKED = ['id', 'ids', 'version', 'fileId', 'preview', 'jobId']

/**
 * The items of the dialog: the given form; for adding and editing the resource's form, limited to the inputs; then the
 * other inputs in order, without the record itself.
 */
export function askForm(
  c: Compilation,
  draft: CallDraft,
  call: CallModel,
  r: ResourceModel,
  scope: Roots,
): FormItemModel[] {
  const fields = new Map(call.input.map((f) => [f.name, f]))
  if (draft.data.form)
    return formOf(c, below(draft.at, 'form'), draft.data.form, {
      fields,
      roots: scope,
      resource: draft.resource,
      what: `input of ${draft.id}`,
    })
  const writes = !call.preset && (call.kind === 'add' || call.kind === 'edit')
  const usual = writes ? onlyInputs(r.form, fields) : []
  if (writes && !draft.data.input) return usual
  const placed = new Set([...NOT_ASKED, ...namesIn(usual)])
  const others = call.input.filter((f) => !placed.has(f.name))
  return [...usual, ...others.map((field) => shownAsUsual(c, draft.at, field))]
}

const namesIn = (form: FormItemModel[]): string[] =>
  form.flatMap((item) => (item.kind === 'field' ? [item.field.name] : namesIn(item.items)))

/** The resource's form without the fields that this call does not take. */
function onlyInputs(form: FormItemModel[], fields: Map<string, FieldModel>): FormItemModel[] {
  return form.flatMap((item): FormItemModel[] => {
    if (item.kind === 'field') {
      const input = fields.get(item.field.name)
      return input ? [{ ...item, field: { ...item.field, required: item.field.required || input.required } }] : []
    }
    const items = onlyInputs(item.items, fields)
    return items.length > 0 ? [{ ...item, items }] : []
  })
}
