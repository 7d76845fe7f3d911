import { Button } from 'antd'
import { useEffect, useState, type RefObject } from 'react'
import type { FieldModel } from '../../../model/model.ts'
import { formatMoney } from '../../../model/format.ts'
import { useText } from '../../core/i18n.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { sumOf, yuanOf } from './money.ts'

/** Where the till is below the rows: the sum of the chosen rows, and a button to the till while it is not visible. */
export function Leap({
  rows,
  due,
  till,
}: {
  rows: readonly WireRow[]
  due: FieldModel
  till: RefObject<HTMLElement | null>
}) {
  const t = useT()
  const text = useText()
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
        {text(due.label)} <strong>{formatMoney(yuanOf(sumOf(rows.map((row) => row[due.name]))))}</strong>
      </span>
      <Button type="primary" onClick={() => till.current?.scrollIntoView({ block: 'start' })}>
        {t('toTill')}
      </Button>
    </div>
  )
}
