import { QRCode, Button } from 'antd'
import { Suspense, useEffect, useState } from 'react'
import type { CallModel, CashdeskView } from '../../../model/model.ts'
import { formatMoney } from '../../../model/format.ts'
import { preloadable } from '../../core/lazy.ts'
import { useText } from '../../core/i18n.ts'
import { useCan } from '../../core/permission.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { modeOf, type FormTask } from '../../forms/task.ts'
import { useScope } from '../scope.tsx'
import { yuanOf } from './money.ts'
import type { Code, CodeHandle } from './useCode.ts'

const FormDialog = preloadable(async () => ({ default: (await import('../../forms/FormDialog.tsx')).FormDialog }))

type CodeModel = NonNullable<CashdeskView['pay']['code']>

const SIZE = 176
const SECOND = 1000
const MINUTE = 60

const STATUS = { waiting: 'active', paid: 'scanned', expired: 'expired' } as const
const SENTENCE = { waiting: 'codeWaiting', paid: 'codePaid', expired: 'codeExpired' } as const

interface CodePanelProps {
  model: CodeModel
  handle: CodeHandle
  code: Code
  /** What is due now, in cents: another till may have taken a part meanwhile. */
  due: number
}

/** What the customer scans: how much, how long, and whether it is paid. */
export function CodePanel({ model, handle, code, due }: CodePanelProps) {
  const t = useT()
  const text = useText()
  const { part } = useScope()
  const { standing, cents } = code
  const label = text(part.calls[model.call]?.label ?? { zh: '', en: '' })
  const left = useLeft(standing === 'waiting' ? code.ends : undefined)
  return (
    <section className="at-code" aria-label={label}>
      <QRCode
        value={String(code.row.address ?? '')}
        size={SIZE}
        color="#000"
        bgColor="#fff"
        status={STATUS[standing]}
        onRefresh={() => void handle.open(Math.min(cents, due))}
      />
      <strong>{formatMoney(yuanOf(cents))}</strong>
      <p>
        <span role="status">{code.problem ?? t(SENTENCE[standing])}</span>
        {left !== undefined && <span role="timer"> {left}</span>}
      </p>
      <div>
        <Button onClick={() => void handle.cancel()}>{t(standing === 'waiting' ? 'cancelCode' : 'close')}</Button>
        {standing === 'waiting' && Boolean(code.row.byHand) && (
          <ByHand call={part.calls[model.paid ?? '']} id={code.row[model.key]} {...{ cents }} onTold={handle.tell} />
        )}
      </div>
    </section>
  )
}

interface ByHandProps {
  call: CallModel | undefined
  id: unknown
  cents: number
  onTold: (answer: WireRow) => void
}

/** The button of whoever may say that the money came. */
function ByHand({ call, id, cents, onTold }: ByHandProps) {
  const text = useText()
  const can = useCan()
  const { part, screen, env } = useScope()
  // One task for as long as the dialog is open: the panel is drawn anew every second.
  const [task, setTask] = useState<FormTask>()
  if (!call || (screen.code && !can(screen.code, call.name))) return null
  const begin = () => setTask({ part, call, mode: modeOf(call), items: call.form, env, fixed: () => ({ id }) })
  return (
    <>
      <Button type="primary" onClick={begin}>
        {text(call.label)}
      </Button>
      {task && (
        <Suspense fallback={null}>
          <FormDialog
            task={task}
            title={`${text(call.label)} ${formatMoney(yuanOf(cents))}`}
            ok={text(call.label)}
            onDone={({ data }) => onTold((data ?? {}) as WireRow)}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

/** How long is left, as minutes and seconds, counted down every second. */
function useLeft(ends: number | undefined): string | undefined {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (ends === undefined) return
    const tick = (): void => setNow(Date.now())
    // Of a code that takes the place of another one the moment is asked anew.
    tick()
    const timer = setInterval(tick, SECOND)
    return () => clearInterval(timer)
  }, [ends])
  if (ends === undefined) return undefined
  const seconds = Math.max(0, Math.ceil((ends - now) / SECOND))
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, '0')}`
}
