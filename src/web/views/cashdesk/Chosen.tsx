import type { CashdeskView, FieldModel } from '../../../model/model.ts'
import type { WebResource } from '../../../model/web.ts'
import { formatMoney } from '../../../model/format.ts'
import { useCells } from '../../fields/context.tsx'
import { fieldView } from '../../fields/lookup.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import { titleOfRow } from '../actions/wording.ts'
import { useScope } from '../scope.tsx'
import { centsOf, yuanOf } from './money.ts'

/** The texts of fields of a row: each once, empty ones left out. */
function textsOf(fields: readonly FieldModel[], row: WireRow, cells: CellContext): string[] {
  const texts = fields.map((field) => fieldView(field.type).text(row[field.name], row, field, cells))
  return [...new Set(texts.filter(Boolean))]
}

/** Whose money it is, in one line. */
export const partyText = (party: readonly FieldModel[], row: WireRow, cells: CellContext): string =>
  textsOf(party, row, cells).join(' · ')

/** What tells a row apart, but for what is due of it. */
const factsOf = (resource: WebResource | undefined, due: FieldModel): FieldModel[] =>
  (resource?.facts ?? []).flatMap((name) => {
    const field = resource?.fields[name]
    return field && name !== due.name ? [field] : []
  })

/** The rows that are settled: whose each is, what it is, and what is due of it. */
export function Chosen({ rows, view }: { rows: readonly WireRow[]; view: CashdeskView }) {
  const cells = useCells()
  const { part } = useScope()
  const resource = part.resources[view.resource]
  const { due, party = [] } = view.pay
  return (
    <ul className="at-till-rows">
      {rows.map((row) => {
        const who = textsOf(party, row, cells)
        const facts = textsOf(factsOf(resource, due), row, cells).filter((text) => !who.includes(text))
        return (
          <li key={String(row.id)}>
            <span>
              {who.length > 0 && <strong>{who.join(' · ')}</strong>}
              <span>{[titleOfRow(row, resource, cells), ...facts].join(' · ')}</span>
            </span>
            <span>{formatMoney(yuanOf(centsOf(row[due.name])))}</span>
          </li>
        )
      })}
    </ul>
  )
}
