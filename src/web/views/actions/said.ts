/** Sentences about an action: what it is about, what it will do, what it did. */
import type { ActionModel, CallModel, FieldModel, Text } from '../../../model/model.ts'
import type { WebPart, WebResource } from '../../../model/web.ts'
import { inside } from '../../../model/format.ts'
import { fillHoles } from '../../core/i18n.ts'
import { fieldView } from '../../fields/lookup.ts'
import { t } from '../../fields/sentences.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import { fieldsOf } from '../../forms/task.ts'

/** What a record is called: its title as people read it. */
export function titleOfRow(row: WireRow | undefined, resource: WebResource | undefined, c: CellContext): string {
  if (!row || !resource) return ''
  const field = resource.fields[resource.title]
  const value = row[resource.title]
  return field ? fieldView(field.type).text(value, row, field, c) : String(value ?? row.label ?? '')
}

/** Fields by name, wherever an action knows them from. */
function fieldNamed(name: string, call: CallModel, part: WebPart): FieldModel | undefined {
  return (
    [...call.output, ...call.input, ...fieldsOf(call.form).map((one) => one.field)].find(
      (field) => field.name === name,
    ) ?? part.resources[call.resource]?.fields[name]
  )
}

/** A sentence whose `{holes}` are fields of the answer, of what was typed, or of the row. */
export function sayOf(text: Text, call: CallModel, sources: readonly WireRow[], part: WebPart, c: CellContext): string {
  const names = [...text[c.lang].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  const holes = names.map((name) => {
    const source = sources.find((one) => one[name] !== undefined && one[name] !== null) ?? {}
    const field = fieldNamed(name, call, part)
    return [name, field ? fieldView(field.type).text(source[name], source, field, c) : String(source[name] ?? '')]
  })
  return fillHoles(text[c.lang], Object.fromEntries(holes) as Record<string, string>)
}

/** Names what an action is about: the record, or how many. */
export function aboutWhat(rows: readonly WireRow[], resource: WebResource | undefined, c: CellContext): string {
  if (rows.length > 1) return t('someRows', { count: rows.length, name: inside(resource?.label[c.lang] ?? '', c.lang) })
  const title = titleOfRow(rows[0], resource, c)
  return title ? t('quoted', { title }) : ''
}

/** What a dialog is called: the action and what it is about. */
export function titleOfDialog(
  action: ActionModel,
  call: CallModel,
  rows: readonly WireRow[],
  part: WebPart,
  resource: WebResource | undefined,
  c: CellContext,
): string {
  const label = action.label[c.lang]
  const made =
    call.kind === 'add' && !call.preset && rows.length === 0
      ? inside(part.resources[call.resource]?.label[c.lang] ?? '', c.lang)
      : undefined
  return t('dialogTitle', { action: label, about: made ?? aboutWhat(rows, resource, c) }).trim()
}

/** The question before an action without a dialog. A deletion is asked in the words of the specification. */
export function questionOf(
  action: ActionModel,
  call: CallModel,
  rows: readonly WireRow[],
  resource: WebResource | undefined,
  part: WebPart,
  c: CellContext,
): { title: string; text: string } {
  const about = aboutWhat(rows, resource, c)
  if (call.kind === 'del') return { title: t('hint'), text: `${t('deleteAsk')} ${about.trim()}`.trim() }
  if (action.confirm && action.confirm !== true)
    return { title: action.label[c.lang], text: sayOf(action.confirm, call, rows.slice(0, 1), part, c) }
  return { title: action.label[c.lang], text: t('confirmAsk', { action: action.label[c.lang], about }) }
}

/** The usual calls are told in words of their own. */
const KINDS: Partial<Record<CallModel['kind'], 'addedSay' | 'savedRecord' | 'deletedSay'>> = {
  add: 'addedSay',
  edit: 'savedRecord',
  del: 'deletedSay',
}

/** What happened, as a sentence. */
export function doneSentence(
  action: ActionModel,
  call: CallModel,
  about: string,
  sources: readonly WireRow[],
  part: WebPart,
  c: CellContext,
): string {
  if (action.done?.say) return sayOf(action.done.say, call, sources, part, c)
  const plain = KINDS[call.preset ? 'handler' : call.kind]
  return (plain ? t(plain, { about }) : t('doneSay', { action: action.label[c.lang], about })).trim()
}
