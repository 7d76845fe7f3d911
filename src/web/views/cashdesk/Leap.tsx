import { Button } from 'antd'
import { useEffect, useState, type RefObject } from 'react'
import { formatMoney } from '../../../model/format.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { sumOf, yuanOf } from './money.ts'

/** Where the till stands below the rows: what the chosen ones come to, and the way to it while it is out of sight. */
export function Leap({
  rows,
  due,
  till,
}: {
  rows: readonly WireRow[]
  due: string
  till: RefObject<HTMLElement | null>
}) {
  const t = useT()
  const [near, setNear] = useState(true)
  useEffect(() => {
    if (!till.current) return
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? true))
    watch.observe(till.current)
    return () => watch.disconnect()
  }, [till])
  if (near) return null
  return (
    <div className="at-leap">
      <span>
        {t('due')} <strong>{formatMoney(yuanOf(sumOf(rows.map((row) => row[due]))))}</strong>
      </span>
      <Button type="primary" onClick={() => till.current?.scrollIntoView({ block: 'start' })}>
        {t('toTill')}
      </Button>
    </div>
  )
}
