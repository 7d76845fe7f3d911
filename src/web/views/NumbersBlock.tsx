import type { StatBlock } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { useScope } from './scope.tsx'
import { useFigures } from './useFigures.ts'

/**
 * A few numbers that matter. A list gives its totals over the filter, a call of groups its measures over all of them;
 * other calls answer the numbers by name.
 */
export function NumbersBlock({
  block,
  wire,
  round,
}: {
  block: Extract<StatBlock, { kind: 'numbers' }>
  wire: WireRow
  round: number
}) {
  const text = useText()
  const t = useT()
  const cells = useCells()
  const { part } = useScope()
  const call = part.calls[block.call]
  const ofList = call?.kind === 'query' || call?.kind === 'list'
  const ofGroups = (call?.stat?.by.length ?? 0) > 0
  const totals = ofList || ofGroups ? { totals: block.fields.map(({ name }) => name) } : {}
  const more = ofList ? { pageNO: 1, pageRows: 1, ...totals } : totals
  const figures = useFigures({ call, with: block.with, takes: block.takes, wire, round, more })
  const values: WireRow = ofList || ofGroups ? figures.totals : (figures.rows[0] ?? {})
  return (
    <section
      className={`at-block at-numbers${figures.state === 'busy' ? ' at-busy' : ''}`}
      aria-busy={figures.state === 'busy' || figures.state === 'first'}
    >
      {block.label && <h2>{text(block.label)}</h2>}
      <dl>
        {block.fields.map(({ name, field }) => (
          <div key={name}>
            <dt>{text(field.label)}</dt>
            <dd>
              {figures.state === 'first'
                ? '…'
                : figures.state === 'failed'
                  ? t('notLoaded')
                  : fieldView(field.type).text(values[name] ?? 0, values, field, cells) || '–'}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
