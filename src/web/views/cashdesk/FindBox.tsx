import { SearchOutlined } from '@ant-design/icons'
import { Input, type InputRef } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { FilterModel } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { slashPressed } from '../../lists/keys.ts'
import type { ListHandle } from '../../lists/useList.ts'
import { useScope } from '../scope.tsx'
import { useScan } from './useScan.ts'

interface FindBoxProps {
  filter: FilterModel
  list: ListHandle
  /** Grows when the desk is ready for the next. */
  round: number
  /** Where a scanner is heard. */
  desk: RefObject<HTMLElement | null>
  /** Whether the till may be given up for what is looked for. */
  mayDrop: () => Promise<boolean>
}

/**
 * The box with the focus: a few digits, Enter, and the only row found is chosen at once. A scanner types and presses
 * Enter by itself, wherever the cursor stands.
 */
export function FindBox({ filter, list, round, desk, mayDrop }: FindBoxProps) {
  const t = useT()
  const text = useText()
  const { active } = useScope()
  const applied = String(list.query.filters[filter.name] ?? '')
  const [typed, setTyped] = useState({ of: applied, text: applied })
  if (typed.of !== applied) setTyped({ of: applied, text: applied })
  const box = useRef<InputRef>(null)
  const seek = useSeeking(list, applied)
  useEffect(() => box.current?.focus({ cursor: 'all' }), [round])
  useRenewal(filter, list, round)
  useSlash(box, active)
  const find = async (wanted: string): Promise<void> => {
    if (!(await mayDrop())) return setTyped({ of: applied, text: applied })
    setTyped({ of: applied, text: wanted })
    if (wanted !== applied) return list.setFilters({ ...list.query.filters, [filter.name]: wanted || undefined })
    seek()
    list.select([])
    list.reload()
  }
  useScan(desk, active, (scan) => void find(scan))
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
      data-found={(applied !== '' && typed.text === applied) || undefined}
      onChange={(event) => setTyped({ of: applied, text: event.target.value })}
      onPressEnter={() => void find(typed.text.trim())}
      onKeyDown={(event) => intoRows(event, desk.current)}
    />
  )
}

/** Chooses the only row that comes after something was looked for. Answers how to say that the same is looked for again. */
function useSeeking(list: ListHandle, applied: string): () => void {
  // The rows that stood there when something was looked for: those that come after them are what was found.
  const before = useRef<readonly WireRow[]>(undefined)
  const newest = useNewest(list)
  // Typed here or brought by a link: what comes now is what was looked for.
  useEffect(() => {
    before.current = applied ? newest.current.rows : undefined
  }, [applied, newest])
  useEffect(() => {
    if (!before.current || before.current === list.rows || list.state !== 'ready') return
    before.current = undefined
    const [only, ...more] = list.rows
    if (only && more.length === 0) list.select([only])
  }, [list])
  return () => {
    before.current = newest.current.rows
  }
}

/** After something was settled all that is open is listed anew, and nothing is chosen. */
function useRenewal(filter: FilterModel, list: ListHandle, round: number): void {
  const newest = useNewest(list)
  const done = useRef(round)
  useEffect(() => {
    if (done.current === round) return
    done.current = round
    const { query, select, setFilters, reload } = newest.current
    select([])
    if (query.filters[filter.name] === undefined) reload()
    else setFilters({ ...query.filters, [filter.name]: undefined })
  }, [filter, round, newest])
}

/** `/` leads to the box, as it leads to the filters of a list. */
function useSlash(box: RefObject<InputRef | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (!slashPressed(event)) return
      event.preventDefault()
      // The filters beside the box hear the same key.
      event.stopPropagation()
      box.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', onKey, true)
    return () => document.removeEventListener('keydown', onKey, true)
  }, [box, active])
}

/** Down from the box are the rows. */
function intoRows(event: KeyboardEvent, desk: HTMLElement | null): void {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  desk?.querySelector<HTMLElement>('.at-walk')?.focus()
}
