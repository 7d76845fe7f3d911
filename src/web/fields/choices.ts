/** The choices of a reference: the answer of its look-up call, read by the resource of the reference. */
import { keyOf, type FieldType } from '../../model/fields.ts'
import { selectOf, type CallModel, type FieldModel } from '../../model/model.ts'
import type { WebPart, WebResource } from '../../model/web.ts'
import { titleIn, valueAt } from './entry.ts'
import { fieldView } from './lookup.ts'
import type { CellContext, WireRow } from './types.ts'

/** One record to choose. `facts` distinguish it from others with the same title. */
export interface Choice {
  value: string | number
  label: string
  facts: string
  record: WireRow
}

/** The resource a reference points at. For several kinds, another field of the record says which one. */
export function targetOf(field: FieldModel, row: WireRow): string | undefined {
  if (!field.by) return field.of
  return field.kinds?.[String(row[field.by] ?? '')]
}

/** The call that returns the choices. */
export function lookupOf(field: FieldModel, row: WireRow, part: WebPart): CallModel | undefined {
  if (field.lookup) return targetOf(field, row) === undefined ? undefined : part.calls[field.lookup]
  return selectOf(part.calls, targetOf(field, row) ?? '')
}

/** A record of an answer as a choice. Option lists without a resource are `{ value, label }`. */
export function choiceOf(
  record: WireRow,
  field: FieldModel,
  resource: WebResource | undefined,
  c: CellContext,
): Choice {
  const value = (record[keyOf(field)] ?? record.value ?? record.id) as string | number
  const label = String(titleIn(record, resource?.title) ?? value)
  const facts = factsOf(record, resource, c)
  // What only says the title again tells nothing apart.
  return { value, label, facts: facts === label ? '' : facts, record }
}

/** Bare, they would say nothing; with a unit they do. */
const NUMBERS: ReadonlySet<FieldType> = new Set<FieldType>(['int', 'decimal', 'money'])

/** What a record says by a field of its own, or of a record it refers to; undefined where the browser knows no such field. */
export function toldBy(
  record: WireRow,
  resource: WebResource,
  path: string,
  c: CellContext,
): { field: FieldModel; text: string } | undefined {
  const field = resource.fields[path] ?? resource.along?.[path]
  if (!field) return undefined
  const above = path.split('.').slice(0, -1).join('.')
  const row = above && resource.fields[path] === undefined ? ((valueAt(record, above) ?? {}) as WireRow) : record
  return { field, text: fieldView(field.type).text(row[field.name], row, field, c) }
}

/** The facts of a record in one line; a number says which it is. `names`: of which fields. */
export function factsOf(
  record: WireRow,
  resource: WebResource | undefined,
  c: CellContext,
  names: readonly string[] = resource?.facts ?? [],
): string {
  return names
    .flatMap((name) => {
      const told = resource && toldBy(record, resource, name, c)
      if (!told?.text) return []
      const { field, text } = told
      return NUMBERS.has(field.type) && !field.unit ? `${field.label[c.lang]} ${text}` : text
    })
    .join(' · ')
}

/** A choice with its children. */
export interface ChoiceNode extends Choice {
  children: ChoiceNode[]
}

/** Choices as a tree, by the parent field, or as the answer nests them. A choice without its parent is at the top. */
export function treeOfChoices(
  records: readonly WireRow[],
  parent: string,
  toChoice: (record: WireRow) => Choice,
): ChoiceNode[] {
  const nodes = records.map((record): ChoiceNode => ({
    ...toChoice(record),
    children: Array.isArray(record.children) ? treeOfChoices(record.children as WireRow[], parent, toChoice) : [],
  }))
  const byId = new Map(nodes.map((node) => [node.record.id ?? node.value, node]))
  const roots: ChoiceNode[] = []
  for (const node of nodes) {
    const above = byId.get(node.record[parent] as number)
    if (above && above !== node) above.children.push(node)
    else roots.push(node)
  }
  return roots
}

/** How many chosen values are shown: one always, cut where there is no room; of several as many as fit. */
export const shownOf = (chosen: unknown): 'responsive' | undefined =>
  Array.isArray(chosen) && chosen.length === 1 ? undefined : 'responsive'
