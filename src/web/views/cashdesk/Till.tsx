import { Alert, Button } from 'antd'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { CashdeskView, CallModel } from '../../../model/model.ts'
import type { Answer } from '../../../model/web.ts'
import { formatMoney } from '../../../model/format.ts'
import { useLang } from '../../core/i18n.ts'
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

/** What is to be settled and how. Ctrl+Enter pays from anywhere in it. */
export function Till({ view, call, rows, duty, onPaid }: TillProps) {
  const t = useT()
  const lang = useLang()
  const can = useCan()
  const { part, env, params, screen } = useScope()
  const { pay } = view
  const [lines, setLines] = useState<WireRow[]>([])
  const [problem, setProblem] = useState<string>()
  const [tried, setTried] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const taken = useRef(lines)
  useEffect(() => {
    taken.current = lines
  }, [lines])
  const due = sumOf(rows.map((row) => row[pay.due.name]))
  const task = useMemo(
    (): FormTask => ({
      part,
      call,
      mode: 'ask',
      items: pay.form,
      env,
      row: pay.rows ? undefined : rows[0],
      given: (typed) => ({
        ...filled(pay.fills, { rows, params: { ...params, ...duty.row }, env }, typed),
        ...(pay.rows ? { [pay.rows]: rows.map((row) => row.id) } : {}),
        ...(pay.split
          ? { [pay.split.field.name]: taken.current.map((line) => sentEntry(pay.split?.field.fields ?? [], line, env)) }
          : {}),
      }),
    }),
    [part, call, pay, rows, params, duty.row, env],
  )
  const handle = useForm(task)
  const sum = pay.split ? sumOf(lines.map((line) => line[pay.split?.amount ?? ''])) : due
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
          onChange={(next) => {
            setLines(next)
            setProblem(undefined)
          }}
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
