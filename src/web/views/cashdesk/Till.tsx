import { Alert, Button } from 'antd'
import { useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { membersOf } from '../../../model/fields.ts'
import type { CashdeskView, CallModel } from '../../../model/model.ts'
import type { Answer } from '../../../model/web.ts'
import { formatMoney } from '../../../model/format.ts'
import { useLang } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { useCan } from '../../core/permission.ts'
import { useCells } from '../../fields/context.tsx'
import { sentEntry } from '../../fields/entry.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import type { FormTask } from '../../forms/task.ts'
import { useForm } from '../../forms/useForm.ts'
import { filled } from '../actions/fills.ts'
import { titleOfRow } from '../actions/wording.ts'
import { useScope } from '../scope.tsx'
import { centsOf, sumOf, yuanOf } from './money.ts'
import { lacks, Split } from './Split.tsx'
import type { DutyState } from './useDuty.ts'

interface TillProps {
  view: CashdeskView
  call: CallModel
  rows: WireRow[]
  duty: DutyState
  onPaid: (answer: Answer, yuan: number) => void
}

/** The payment at work: the form, the amounts by way of payment, and paying. Amounts in cents. */
function useTill({ view: { pay }, call, rows, duty, onPaid }: TillProps, root: RefObject<HTMLElement | null>) {
  const t = useT()
  const can = useCan()
  const { env, screen } = useScope()
  const [lines, setLines] = useState<WireRow[]>([])
  const [problem, setProblem] = useState<string>()
  const [tried, setTried] = useState(false)
  const due = sumOf(rows.map((row) => row[pay.due.name]))
  const sum = pay.split ? sumOf(lines.map((line) => line[pay.split?.amount ?? ''])) : due
  const handle = useForm(usePayTask({ pay, call, rows, duty }, lines))
  const allowed = duty.ready && (!screen.code || can(screen.code, call.name))
  const settle = async (): Promise<void> => {
    const wrong = sum <= 0 ? t('nothingTaken') : sum > due ? t('tooMuch') : undefined
    setProblem(wrong)
    if (wrong || !allowed) return
    if (pay.split && lacks(pay.split, lines, env)) {
      setTried(true)
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-wrong] input')?.focus())
      return
    }
    const answer = await handle.save()
    if (answer) onPaid(answer, yuanOf(sum))
  }
  const change = (next: WireRow[]) => {
    setLines(next)
    setProblem(undefined)
  }
  return { handle, lines, change, problem, tried, due, sum, allowed, settle }
}

/** What the form of a payment does: its call with the chosen rows, and the amounts by way of payment. */
function usePayTask(
  { pay, call, rows, duty }: Omit<TillProps, 'view' | 'onPaid'> & Pick<CashdeskView, 'pay'>,
  lines: readonly WireRow[],
): FormTask {
  const { part, env, params } = useScope()
  const newest = useNewest(lines)
  return useMemo((): FormTask => {
    const { split } = pay
    const ids = pay.rows ? { [pay.rows]: rows.map((row) => row.id) } : {}
    const sentLines = () => newest.current.map((line) => sentEntry(split ? membersOf(split.field) : [], line, env))
    return {
      part,
      call,
      mode: 'ask',
      items: pay.form,
      env,
      row: pay.rows ? undefined : rows[0],
      given: (typed) => ({
        ...filled(pay.fills, { rows, params: { ...params, ...duty.row }, env }, typed),
        ...ids,
        ...(split ? { [split.field.name]: sentLines() } : {}),
      }),
    }
  }, [part, call, pay, rows, params, duty.row, env, newest])
}

/** What is to be settled and how. Ctrl+Enter pays from anywhere in it. */
export function Till(props: TillProps) {
  const t = useT()
  const lang = useLang()
  const { view, call, rows } = props
  const { pay } = view
  const root = useRef<HTMLDivElement>(null)
  const { handle, lines, change, problem, tried, due, sum, allowed, settle } = useTill(props, root)
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    void settle()
  }
  return (
    <div className="at-till" ref={root} onKeyDown={keys}>
      <Chosen rows={rows} due={pay.due.name} resource={view.resource} />
      <p className="at-till-due">
        <span>{t('due')}</span>
        <strong>{formatMoney(yuanOf(due))}</strong>
      </p>
      {pay.split && (
        <Split
          split={pay.split}
          due={due}
          lines={lines}
          onChange={change}
          disabled={!allowed || handle.state !== 'typing'}
          tried={tried}
        />
      )}
      {pay.split && lines.length > 0 && (
        <p className="at-till-rest">
          <span>{t('rest')}</span>
          <span>{formatMoney(yuanOf(due - sum))}</span>
        </p>
      )}
      {(pay.form.length > 0 || handle.problem) && <FormBody handle={handle} onSubmit={() => void settle()} narrow />}
      {problem && <Alert type="error" showIcon message={problem} role="alert" />}
      <Button
        type="primary"
        size="large"
        block
        disabled={!allowed}
        loading={handle.state === 'saving'}
        onClick={() => void settle()}
      >
        {call.label[lang]} {sum > 0 && formatMoney(yuanOf(sum))}
      </Button>
    </div>
  )
}

/** The rows that are settled, with what is due of each. */
function Chosen({ rows, due, resource }: { rows: readonly WireRow[]; due: string; resource: string }) {
  const cells = useCells()
  const { part } = useScope()
  return (
    <ul className="at-till-rows">
      {rows.map((row) => (
        <li key={String(row.id)}>
          <span>{titleOfRow(row, part.resources[resource], cells)}</span>
          <span>{formatMoney(yuanOf(centsOf(row[due])))}</span>
        </li>
      ))}
    </ul>
  )
}
