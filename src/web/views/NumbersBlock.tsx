import { useMemo } from 'react'
import { formatPercent } from '../../model/format.ts'
import type { FieldModel, StatBlock } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { daysBefore } from '../fields/periods.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { Lead } from './ChartBlock.tsx'
import { useScope } from './scope.tsx'
import { useFigures } from './useFigures.ts'

type Block = Extract<StatBlock, { kind: 'numbers' }>

interface NumbersBlockProps {
  block: Block
  wire: WireRow
  round: number
  /** Leads to the rows behind a number, where there is a list of them. */
  lead: Lead | undefined
}

/**
 * A few numbers that matter. A list gives its totals over the filter, a call of groups its measures over all of them;
 * other calls answer the numbers by name.
 */
export function NumbersBlock({ block, wire, round, lead }: NumbersBlockProps) {
  const text = useText()
  const t = useT()
  const { state, values, asked } = useNumbers(block, wire, round)
  const before = useBefore(block, wire)
  const then = useNumbers(block, before ?? wire, round, before === undefined)
  const goals = useGoals(block, round)
  const say = useSay()
  const saying = (field: FieldModel, name: string) =>
    state === 'first' ? '…' : state === 'failed' ? t('notLoaded') : say(field, told(values[name]), values)
  return (
    <section
      className={`at-block at-numbers${state === 'busy' ? ' at-busy' : ''}`}
      aria-busy={state === 'busy' || state === 'first'}
    >
      {block.label && <h2>{text(block.label)}</h2>}
      <dl>
        {block.fields.map(({ name, field }) => (
          <div key={name}>
            <dt>{text(field.label)}</dt>
            <dd>
              {lead && state === 'ready' ? (
                <button
                  type="button"
                  className="at-figure"
                  aria-label={`${text(field.label)} ${saying(field, name)}: ${t('rowsBehind')}`}
                  onClick={() => lead(text(field.label), { call: block.call, input: asked, measure: name })}
                >
                  {saying(field, name)}
                </button>
              ) : (
                saying(field, name)
              )}
              {goals[name] && (
                <small className="at-before">
                  {t('figureGoal', {
                    value: say(field, goals[name], goals),
                    share: formatPercent(Math.floor((100 * Number(values[name] ?? 0)) / goals[name]) / 100),
                  })}
                </small>
              )}
              {before && then.state === 'ready' && (
                <small className="at-before">
                  {t('figureBefore', { value: say(field, told(then.values[name]), then.values) })}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** What no row was counted for is 0; what an answer leaves empty, as a share of nothing, stays so. */
const told = (value: unknown): unknown => (value === undefined ? 0 : value)

function useSay() {
  const cells = useCells()
  return (field: FieldModel, value: unknown, values: WireRow): string =>
    fieldView(field.type).text(value, values, field, cells) || '–'
}

/** The numbers of a block under some filters. `none`: nothing is asked. */
function useNumbers(block: Block, wire: WireRow, round: number, none = false) {
  const { part } = useScope()
  const call = none ? undefined : part.calls[block.call]
  const ofList = call?.kind === 'query' || call?.kind === 'list'
  const ofGroups = (call?.stat?.by.length ?? 0) > 0
  const totals = ofList || ofGroups ? { totals: block.fields.map(({ name }) => name) } : {}
  const more = ofList ? { pageNO: 1, pageRows: 1, ...totals } : totals
  const {
    state,
    rows,
    totals: found,
    asked,
  } = useFigures({ call, with: block.with, takes: block.takes, wire, round, more })
  const values: WireRow = ofList || ofGroups ? found : (rows[0] ?? {})
  return { state, values, asked }
}

/** How much the numbers are to come to, where that was said. */
function useGoals({ goals, fields }: Block, round: number): Record<string, number> {
  const { part } = useScope()
  const call = goals === undefined ? undefined : part.calls[goals]
  const measured = Object.keys(call?.stat?.measures ?? {})
  const totals = fields.flatMap(({ name }) => (measured.includes(name) ? [name] : []))
  const found = useFigures({ call, with: NOTHING, takes: NONE, wire: NOTHING, round, more: { totals } })
  return Object.fromEntries(
    Object.entries(found.totals).flatMap(([name, value]) => (Number(value) > 0 ? [[name, Number(value)]] : [])),
  )
}

const NOTHING = {}
const NONE: readonly string[] = []

/** The filters with the days before those chosen; nothing where none are compared or chosen. */
function useBefore({ before: names }: Block, wire: WireRow): WireRow | undefined {
  const { env } = useScope()
  return useMemo(() => {
    const [one, other] = names ?? []
    if (one === undefined) return undefined
    const [from, to] = other === undefined ? ((wire[one] ?? []) as unknown[]) : [wire[one], wire[other]]
    if (typeof from !== 'number' || typeof to !== 'number') return undefined
    const days = daysBefore([from, to], env.zone)
    return { ...wire, ...(other === undefined ? { [one]: days } : { [one]: days[0], [other]: days[1] }) }
  }, [names, wire, env.zone])
}
