import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { FilterModel } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { ListHandle } from '../../lists/useList.ts'

/**
 * The box with the focus: a few digits, Enter, and the only row found is chosen at once. A scanner types and presses
 * Enter by itself. `round` grows when the desk is ready for the next.
 */
export function FindBox({ filter, list, round }: { filter: FilterModel; list: ListHandle; round: number }) {
  const t = useT()
  const text = useText()
  const applied = String(list.query.filters[filter.name] ?? '')
  const [typed, setTyped] = useState({ of: applied, text: applied })
  if (typed.of !== applied) setTyped({ of: applied, text: applied })
  const box = useRef<InputRef>(null)
  // The rows that stood there when something was looked for: those that come after them are what was found.
  const before = useRef<readonly WireRow[]>(undefined)
  useEffect(() => box.current?.focus({ cursor: 'all' }), [round])
  const newest = useNewest(list)
  // Typed here or brought by a link: what comes now is what was looked for.
  useEffect(() => {
    if (applied) before.current = newest.current.rows
  }, [applied, newest])
  useEffect(() => {
    if (!before.current || before.current === list.rows || list.state !== 'ready') return
    before.current = undefined
    const [only, ...more] = list.rows
    if (only && more.length === 0) list.select([only])
  }, [list])
  const find = (): void => {
    const text = typed.text.trim()
    if (text !== applied) return list.setFilters({ ...list.query.filters, [filter.name]: text || undefined })
    before.current = list.rows
    list.reload()
  }
  return (
    <Input
      ref={box}
      className="at-find"
      size="large"
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      placeholder={`${t('findOpen')} · ${text(filter.label)}`}
      aria-label={text(filter.label)}
      value={typed.text}
      onChange={(event) => setTyped({ of: applied, text: event.target.value })}
      onPressEnter={find}
    />
  )
}
