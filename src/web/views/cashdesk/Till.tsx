import { QrcodeOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { Suspense, useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { membersOf } from '../../../model/fields.ts'
import type { CashdeskView, CallModel } from '../../../model/model.ts'
import { formatMoney } from '../../../model/format.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { useLang, useText } from '../../core/i18n.ts'
import { preloadable } from '../../core/lazy.ts'
import { useNewest } from '../../core/newest.ts'
import { useCan } from '../../core/permission.ts'
import type { CallRefused } from '../../core/request.ts'
import { useCells } from '../../fields/context.tsx'
import { sentEntry } from '../../fields/entry.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { FormBody } from '../../forms/FormBody.tsx'
import type { FormTask } from '../../forms/task.ts'
import { useForm } from '../../forms/useForm.ts'
import { filled } from '../actions/fills.ts'
import { useScope } from '../scope.tsx'
import { useNamedDefaults } from '../usePrefilled.ts'
import { Chosen, partyText } from './Chosen.tsx'
import { centsOf, oneOfEach, sumOf, yuanOf, type Reckoning } from './money.ts'
import { strangers } from './parties.ts'
import type { Paid } from './Settled.tsx'
import { isBeyond, lacks, reckonLines, roomFor, Split, wayNameOf } from './Split.tsx'
import { useCode, type CodeHandle } from './useCode.ts'
import type { DutyState } from './useDuty.ts'
import { useLimit, type LimitOf } from './useLimit.ts'
import { fitted, useLines, type LinesHandle } from './useLines.ts'
import { useWorth } from './useWorth.ts'

/** Says whether something is begun at the till that would be lost with it; nothing stands there where it is empty. */
export type Begun = RefObject<(() => boolean) | undefined>

const CodePanel = preloadable(async () => ({ default: (await import('./CodePanel.tsx')).CodePanel }))

interface SittingProps {
  view: CashdeskView
  ways: readonly WireRow[]
  call: CallModel
  rows: WireRow[]
  duty: DutyState
  begunRef: Begun
  onPaid: (answer: WireRow, paid: Omit<Paid, 'answer' | 'rows'>) => void
  onRefused: (refused: CallRefused) => void
  /** Money came in on the rows, and they stand at the till with what is left. */
  onPart: () => void
}

interface TillProps extends SittingProps, LinesHandle {
  code: CodeHandle
}

/** One customer at the till. The ways of paying stand while rows are added, or come anew. */
export function Sitting(props: SittingProps) {
  const { view, rows, onPaid, onPart } = props
  const { part } = useScope()
  const text = useText()
  const lines = useLines(dueOf(view, rows), view.pay.split?.amount)
  const code = useCode(view.pay, rows, (answer, cents) => {
    if (cents < dueOf(view, rows)) return onPart()
    const { label } = part.calls[view.pay.code?.call ?? ''] ?? {}
    onPaid(answer, { sum: cents, change: 0, ways: label ? [{ name: text(label), cents }] : [] })
  })
  // A repeat of the payment is the same payment only while it is for the same. A row that is settled by itself is sent
  // with its version.
  const same = view.pay.rows === undefined ? 'version' : view.pay.due.name
  const key = rows.map((row) => `${String(row.id)}/${String(row[same])}`).join()
  return <Till key={key} {...props} code={code} {...lines} />
}

/** What is due of all rows, in cents. */
const dueOf = ({ pay }: CashdeskView, rows: readonly WireRow[]): number => sumOf(rows.map((row) => row[pay.due.name]))

/** The least that is taken of all rows, where it is less than what is due. */
function Least({ view, rows }: { view: CashdeskView; rows: readonly WireRow[] }) {
  const lang = useLang()
  const { least, leastOf } = view.pay
  const cents = least ? sumOf(oneOfEach(rows, leastOf).map((row) => row[least.name])) : 0
  if (!least || cents === 0 || cents >= dueOf(view, rows)) return null
  return (
    <p className="at-till-least">
      <span>{least.label[lang]}</span>
      <span>{formatMoney(yuanOf(cents))}</span>
    </p>
  )
}

const ALL_OF = (due: number): Reckoning => ({ counts: [], sum: due, change: 0, over: 0, rest: 0 })

/** The payment at work: the form, the amounts by way of payment, and paying. Amounts in cents. */
function useTill(props: TillProps, root: RefObject<HTMLElement | null>) {
  const { view, call, rows, duty, lines, proposed, onPaid } = props
  const { pay } = view
  const { split } = pay
  const t = useT()
  const can = useCan()
  const { env, screen } = useScope()
  const [problem, setProblem] = useState<string>()
  const [tried, setTried] = useState(false)
  const due = dueOf(view, rows)
  const limitOf = useLimit(split, rows)
  const worth = useWorth(view, rows, lines, (line, { cents }) => {
    if (!split) return
    const pays = yuanOf(Math.min(cents, roomFor(split, line, lines, due, env))) || undefined
    const paid = lines.map((one) => (one === line ? { ...one, [split.amount]: pays } : one))
    props.setLines(fitted(paid, due, { amount: split.amount, proposed }))
  })
  const mostOf: LimitOf = (line) => (worth.isOf(line) ? (worth.of(line)?.cents ?? 0) : limitOf(line))
  const reckoning = split ? reckonLines(split, lines, due, env, mostOf) : { ...ALL_OF(due), counting: [] }
  const { sum, change, counting } = reckoning
  const handle = useForm(usePayTask(props, counting))
  useNamedDefaults(handle)
  const mixed = useStrangers(pay, rows)
  const allowed = duty.ready && (!screen.code || can(screen.code, call.name))
  const { waiting } = props.code
  const beyond = split !== undefined && lines.some((line) => isBeyond(split, line, mostOf))
  // A number that is asked for yet, or pays nothing, is taken out or put right first.
  const open = lines.some(
    (line) => worth.isOf(line) && !isEmpty(line[split?.worth?.by ?? '']) && !worth.of(line)?.cents,
  )
  const ready = allowed && !mixed && !beyond && !open && reckoning.over === 0 && !waiting
  const settle = async (): Promise<void> => {
    setProblem(sum <= 0 ? t('nothingTaken') : undefined)
    if (sum <= 0 || !ready) return
    if (split && lacks(split, counting, env)) {
      setTried(true)
      requestAnimationFrame(() => root.current?.querySelector<HTMLElement>('[data-wrong] input')?.focus())
      return
    }
    const answer = await handle.save()
    const ways = split
      ? counting.map((line) => ({ name: wayNameOf(split, line), cents: centsOf(line[split.amount]) }))
      : []
    if (answer) onPaid((answer.data ?? {}) as WireRow, { sum, change, ways })
  }
  const setLines = (next: WireRow[]) => {
    props.setLines(next)
    setProblem(undefined)
    handle.forgive()
  }
  useBegun(props.begunRef, () => lines.length > 0 || waiting || handle.changed())
  return {
    handle,
    setLines,
    problem: mixed ?? problem,
    tried,
    due,
    reckoning,
    limitOf,
    mostOf,
    worth,
    allowed,
    ready,
    settle,
  }
}

/** Tells the desk while something is begun here. */
function useBegun(begunRef: Begun, isBegun: () => boolean): void {
  const newest = useNewest(isBegun)
  useEffect(() => {
    begunRef.current = () => newest.current()
    return () => {
      begunRef.current = undefined
    }
  }, [begunRef, newest])
}

/** Why the rows cannot be settled together, if they are not all of one person. */
function useStrangers({ party }: CashdeskView['pay'], rows: WireRow[]): string | undefined {
  const t = useT()
  const cells = useCells()
  const two =
    party &&
    strangers(
      rows,
      party.map(({ name }) => name),
    )
  if (!two) return undefined
  const [one, other] = two.map((row) => partyText(party, row, cells) || t('nameless')) as [string, string]
  return t('notTogether', { one, other })
}

/** What the form of a payment does: its call with the chosen rows, and the amounts by way of payment. */
function usePayTask({ view: { pay }, call, rows, duty, onRefused }: TillProps, lines: readonly WireRow[]): FormTask {
  const { part, env, params } = useScope()
  const newest = useNewest({ lines, onRefused })
  return useMemo((): FormTask => {
    const { split } = pay
    const ids = pay.rows ? { [pay.rows]: rows.map((row) => row.id) } : {}
    const sentLines = () =>
      newest.current.lines.map((line) => sentEntry(split ? membersOf(split.field) : [], line, env))
    return {
      part,
      call,
      mode: 'ask',
      items: pay.form,
      env,
      row: pay.rows ? undefined : rows[0],
      fixed: (typed) => ({
        ...filled(pay.fills, { rows, params: { ...params, ...duty.row }, env }, typed),
        ...ids,
        ...(split ? { [split.field.name]: sentLines() } : {}),
      }),
      onRefused: (refused) => newest.current.onRefused(refused),
    }
  }, [part, call, pay, rows, params, duty.row, env, newest])
}

/** A line in which Enter means: go on. Pickers and choices use Enter themselves. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox' && !target.closest('.ant-picker')

/** What is to be settled and how. Enter goes on to the button and takes no money; Ctrl+Enter does, from anywhere in it. */
function Till(props: TillProps) {
  const lang = useLang()
  const { view, call, rows, lines, code } = props
  const { pay } = view
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { handle, setLines, problem, tried, due, reckoning, allowed, ready, settle, ...most } = useTill(props, root)
  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    const pays = event.ctrlKey || event.metaKey
    if (!pays && !isLine(event.target)) return
    event.preventDefault()
    if (pays) void settle()
    else button.current?.focus()
  }
  return (
    <div className="at-till" ref={root} onKeyDown={keys}>
      <Chosen rows={rows} view={view} />
      <p className="at-till-due">
        <span>{pay.due.label[lang]}</span>
        <strong>{formatMoney(yuanOf(due))}</strong>
      </p>
      <Least view={view} rows={rows} />
      {pay.split && (
        <Split
          split={pay.split}
          rows={rows}
          ways={props.ways}
          lines={lines}
          proposed={props.proposed}
          reckoning={reckoning}
          {...most}
          onChange={setLines}
          disabled={!allowed || code.waiting || handle.state !== 'typing'}
          tried={tried}
        />
      )}
      {pay.code && <CodePart {...props} offered={ready && handle.state === 'typing'} reckoning={reckoning} due={due} />}
      {lines.length > 0 && <Rest {...reckoning} />}
      {(pay.form.length > 0 || handle.problem) && (
        // Beside a split it asks for remarks; alone it asks how the money goes, slips and all.
        <div data-scanned={pay.split ? undefined : ''}>
          <FormBody handle={handle} narrow />
        </div>
      )}
      {problem && <Alert type="error" showIcon message={problem} role="alert" />}
      <Button
        ref={button}
        type="primary"
        size="large"
        block
        disabled={!ready}
        loading={handle.state === 'saving'}
        onClick={() => void settle()}
      >
        {call.label[lang]} {reckoning.sum > 0 && formatMoney(yuanOf(reckoning.sum))}
      </Button>
    </div>
  )
}

/** The code that the customer scans, or the button that opens one over what no other way pays. */
function CodePart({
  view,
  code,
  offered,
  lines,
  reckoning,
  due,
}: TillProps & { offered: boolean; reckoning: Reckoning; due: number }) {
  const text = useText()
  const can = useCan()
  const { part, screen } = useScope()
  const model = view.pay.code
  const call = part.calls[model?.call ?? '']
  if (!model || !call || (screen.code && !can(screen.code, call.name))) return null
  if (code.code)
    return (
      <Suspense fallback={null}>
        <CodePanel model={model} handle={code} code={code.code} due={due} />
      </Suspense>
    )
  const cents = lines.length > 0 ? reckoning.rest : due
  return (
    <Button icon={<QrcodeOutlined />} disabled={!offered || cents <= 0} onClick={() => void code.open(cents)}>
      {text(call.label)} {cents > 0 && formatMoney(yuanOf(cents))}
    </Button>
  )
}

/** What is still due, what is given back, or what is too much. */
function Rest({ rest, change, over }: Reckoning) {
  const t = useT()
  const [name, cents] =
    over > 0 ? (['tooMuch', over] as const) : change > 0 ? (['giveChange', change] as const) : (['rest', rest] as const)
  return (
    <p className={`at-till-rest${over > 0 ? ' at-over' : change > 0 ? ' at-change' : ''}`} role="status">
      <span>{t(name)}</span>
      <span>{formatMoney(yuanOf(cents))}</span>
    </p>
  )
}
