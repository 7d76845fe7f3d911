import { CheckCircleFilled, PrinterOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { CashdeskView } from '../../../model/model.ts'
import { formatMoney } from '../../../model/format.ts'
import { printSheet } from '../../core/print.ts'
import { call } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'

/** What was paid last, its receipt, and the way to the next: Enter. */
export function Settled({
  receipt,
  paid,
  yuan,
  onNext,
}: {
  receipt: CashdeskView['pay']['receipt']
  paid: WireRow
  yuan: number
  onNext: () => void
}) {
  const t = useT()
  const { part } = useScope()
  const next = useRef<HTMLButtonElement>(null)
  useEffect(() => next.current?.focus(), [])
  const print = async (): Promise<void> => {
    if (!receipt) return
    const { data } = await call<{ url: string }>(part.calls[receipt.call]?.path ?? '', {
      [receipt.key]: paid[receipt.key],
    })
    await printSheet(data.url)
  }
  return (
    <div className="at-settled" role="status">
      <CheckCircleFilled aria-hidden />
      <p>{t('settled')}</p>
      <strong>{formatMoney(yuan)}</strong>
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
