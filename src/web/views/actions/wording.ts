/** Sentences about an action: its subject, its confirmation, its result. */
import type { ActionModel, CallModel, FieldModel, Text } from '../../../model/model.ts'
import type { WebPart, WebResource } from '../../../model/web.ts'
import { isLink } from '../../../model/fields.ts'
import { nounInSentence } from '../../../model/format.ts'
import { fillHoles } from '../../core/i18n.ts'
import { factsOf, toldBy } from '../../fields/choices.ts'
import { fieldView } from '../../fields/lookup.ts'
import { t } from '../../fields/sentences.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import { fieldsOf, modeOf } from '../../forms/task.ts'

/** The title of a record, as people read it. */
export function titleOfRow(row: WireRow | undefined, resource: WebResource | undefined, c: CellContext): string {
  if (!row || !resource) return ''
  const field = resource.fields[resource.title]
  const told = toldBy(row, resource, resource.title, c)?.text ?? String(row[resource.title] ?? row.label ?? '')
  // The number of a record that it is named after tells nobody anything.
  const isNumber = field !== undefined && isLink(field) && told === String(row[field.name])
  return isNumber ? String(row.label ?? '') : told
}

/** The facts of a record, as people read them; what is empty is left out. */
export function factsOfRow(row: WireRow, resource: WebResource | undefined, c: CellContext): string[] {
  return (resource?.facts ?? []).flatMap((name) => {
    const field = resource?.fields[name]
    const text = field ? fieldView(field.type).text(row[name], row, field, c) : ''
    return text ? [text] : []
  })
}

/** Fields by name, from every source an action has. */
function fieldNamed(name: string, call: CallModel, part: WebPart): FieldModel | undefined {
  return (
    [...call.output, ...call.input, ...fieldsOf(call.form).map((one) => one.field)].find(
      (field) => field.name === name,
    ) ?? part.resources[call.resource]?.fields[name]
  )
}

/**
 * A sentence whose `{holes}` are fields of the answer, of the typed values, or of the row. A part in square brackets is
 * left out where a hole of it is empty or zero.
 */
export function sentenceOf(
  text: Text,
  call: CallModel,
  sources: readonly WireRow[],
  part: WebPart,
  c: CellContext,
): string {
  const names = [...text[c.lang].matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  // What a record extends is answered as a record of its own, within the row.
  const within = sources.flatMap((one) => Object.values(one).filter(isRow))
  const sourceOf = (name: string): WireRow =>
    [...sources, ...within].find((one) => one[name] !== undefined && one[name] !== null) ?? {}
  const holes = names.map((name) => {
    const source = sourceOf(name)
    const field = fieldNamed(name, call, part)
    return [name, field ? fieldView(field.type).text(source[name], source, field, c) : String(source[name] ?? '')]
  })
  const whole = text[c.lang].replaceAll(/\[([^\]]*)\]/g, (_whole, aside: string) =>
    [...aside.matchAll(/\{(\w+)\}/g)].every(([, name]) => sourceOf(name as string)[name as string]) ? aside : '',
  )
  return fillHoles(whole, Object.fromEntries(holes) as Record<string, string>)
}

const isRow = (value: unknown): value is WireRow => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The subject of an action: the title of the record, or the number of records. */
function subjectOf(rows: readonly WireRow[], resource: WebResource | undefined, c: CellContext): string {
  if (rows.length > 1)
    return t('someRows', { count: rows.length, name: nounInSentence(resource?.label[c.lang] ?? '', c.lang) })
  const title = titleOfRow(rows[0], resource, c)
  return title ? t('quoted', { title }) : ''
}

/** An action with its call and its rows. */
export interface Deed {
  action: ActionModel
  call: CallModel
  rows: readonly WireRow[]
}

/** What a row was put on: its place in words, and who is there and goes where the row was. */
export interface Onto {
  place: string
  other?: { whose: string; goes: string }
}

/** The context of sentences about an action. `resource`: that of the rows. `onto`: what its row was put on. */
export interface Wording {
  part: WebPart
  resource: WebResource | undefined
  cells: CellContext
  onto?: Onto
}

/** The title of a dialog: the action and its subject. */
export function titleOfDialog({ action, call, rows }: Deed, { part, resource, cells }: Wording): string {
  // A label of several words says what is made itself.
  const added =
    call.kind === 'add' && !call.preset && rows.length === 0 && !action.label.en.includes(' ')
      ? nounInSentence(part.resources[call.resource]?.label[cells.lang] ?? '', cells.lang)
      : undefined
  const about = added ?? subjectOf(rows, resource, cells)
  return t('dialogTitle', { action: action.label[cells.lang], about }).trim()
}

/** What tells the one record of a dialog or question apart, in one line, and where it is put; a form that changes it shows that anyway. */
export function factsOfDeed({ call, rows: [row, ...more] }: Deed, { resource, cells, onto }: Wording): string {
  const facts = row && more.length === 0 && modeOf(call) !== 'edit' ? factsOf(row, resource, cells) : ''
  return [facts, onto?.place].filter(Boolean).join(' → ')
}

/** The question before an action without a dialog. Deletion uses the words of rules 6.5. */
export function questionOf(deed: Deed, wording: Wording): { title: string; text: string } {
  const { action, call, rows } = deed
  const about = subjectOf(rows, wording.resource, wording.cells)
  if (call.kind === 'del') return { title: t('hint'), text: `${t('deleteAsk')} ${about.trim()}`.trim() }
  const warning = warningOf(deed, wording)
  // A warning says what will be, not of whom: the title does.
  if (warning !== undefined) return { title: titleOfDialog(deed, wording), text: warning }
  const title = action.label[wording.cells.lang]
  return { title, text: t('confirmAsk', { action: title, about }) }
}

/** What an action says beforehand of what it does; nothing where it only asks, or not even that. */
export function warningOf({ action, call, rows }: Deed, { part, cells, onto }: Wording): string | undefined {
  const swap = onto?.other && t('changePlaces', onto.other)
  const asked = action.confirm !== true && action.confirm
  const own = asked ? sentenceOf(asked, call, rows.slice(0, 1), part, cells) : undefined
  return [swap, own].filter(Boolean).join(' ') || undefined
}

/** The standard calls have sentences of their own. */
const KINDS: Partial<Record<CallModel['kind'], 'addedSay' | 'savedRecord' | 'deletedSay'>> = {
  add: 'addedSay',
  edit: 'savedRecord',
  del: 'deletedSay',
}

/** The result as a sentence. `output`: the answer. `typed`: the input of the call. */
export function doneSentence(
  { action, call, rows }: Deed,
  { part, resource, cells }: Wording,
  output: WireRow,
  typed: WireRow,
): string {
  if (action.done?.say) return sentenceOf(action.done.say, call, [output, typed, rows[0] ?? {}], part, cells)
  // A record is called by what it is called from now on.
  const now = modeOf(call) === 'edit' && rows.length === 1 ? [{ ...rows[0], ...typed }] : rows
  const usual = KINDS[call.preset ? 'handler' : call.kind]
  // What is added is another record than the one beside whose button it was: it is called as it was typed.
  const made = part.resources[call.resource]
  const about =
    now.length > 0 && usual !== 'addedSay'
      ? subjectOf(now, resource, cells)
      : subjectOf([typed], made, cells) || nounInSentence(made?.label[cells.lang] ?? '', cells.lang)
  return (usual ? t(usual, { about }) : t('doneSay', { action: action.label[cells.lang], about })).trim()
}
