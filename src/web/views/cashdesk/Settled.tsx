import { CheckCircleFilled, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { CashdeskView } from '../../../model/model.ts'
import { formatMoney } from '../../../model/format.ts'
import { useLang } from '../../core/i18n.ts'
import { printSheet } from '../../core/print.ts'
import { call } from '../../core/request.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { sentenceOf } from '../actions/wording.ts'
import { useScope } from '../scope.tsx'
import { partyText } from './Chosen.tsx'
import { yuanOf } from './money.ts'

/** What was settled. Amounts in cents. */
export interface Paid {
  answer: WireRow
  rows: WireRow[]
  sum: number
  /** What was given back. */
  change: number
  /** How it was paid: each way with its amount. */
  ways: { name: string; cents: number }[]
}

/** What was settled last, its receipt, and the way to the next: Enter. */
export function Settled({ view, paid, onNext }: { view: CashdeskView; paid: Paid; onNext: () => void }) {
  const t = useT()
  const lang = useLang()
  const { part } = useScope()
  const { receipt } = view.pay
  const next = useRef<HTMLButtonElement>(null)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    next.current?.focus({ preventScroll: true })
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const print = async (): Promise<void> => {
    if (!receipt) return
    const { data } = await call<{ url: string }>(part.calls[receipt.call]?.path ?? '', {
      [receipt.key]: paid.answer[receipt.from],
    })
    await printSheet(data.url)
  }
  const cells = useCells()
  const [first] = paid.rows
  const whose = first && view.pay.party ? partyText(view.pay.party, first, cells) : ''
  const ways = paid.ways
    .map(({ name, cents }) => `${name} ${formatMoney(yuanOf(cents))}`)
    .join(lang === 'zh' ? '、' : ', ')
  return (
    <div className="at-settled" role="status" ref={root}>
      <CheckCircleFilled aria-hidden />
      <p>{useDone(view, paid)}</p>
      <strong>{formatMoney(yuanOf(paid.sum))}</strong>
      {whose && <p>{whose}</p>}
      {ways && <p>{ways}</p>}
      {paid.change > 0 && (
        <p className="at-change">
          {t('giveChange')} <b>{formatMoney(yuanOf(paid.change))}</b>
        </p>
      )}
      <div>
        {receipt && (
          <Button icon={<PrinterOutlined />} onClick={() => void print()}>
            {t('receipt')}
          </Button>
        )}
        <Button ref={next} type="primary" onClick={onNext}>
          {t('nextInLine')}
        </Button>
      </div>
    </div>
  )
}

/** The sentence of the call that settled, else the usual one. */
function useDone({ pay }: CashdeskView, { answer, rows }: Paid): string {
  const t = useT()
  const cells = useCells()
  const { part } = useScope()
  const settled = part.calls[pay.call]
  const say = settled?.done?.say
  return say ? sentenceOf(say, settled, [answer, rows[0] ?? {}], part, cells) : t('settled')
}
