import { Select, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { membersOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { call } from '../../core/request.ts'
import { boundValues } from '../bounds.ts'
import { useCells, usePartModel } from '../context.tsx'
import { fieldView } from '../lookup.ts'
import { useT } from '../sentences.ts'
import type { CellContext, InputProps, WireRow } from '../types.ts'

/** One thing to choose, with what there is to choose. */
interface Line {
  name: string
  required: boolean
  options: { value: string; label: string }[]
}

/** Entries that are chosen: a select for each row that the look-up answers. What is not offered any more stays, and can be taken out. */
export function ChosenRows(props: InputProps) {
  const t = useT()
  const { id, field, value, onChange, disabled } = props
  const { lines, state } = useLines(props)
  const [named = '', chosen = ''] = membersOf(field).map(({ name }) => name)
  const entries = Array.isArray(value) ? (value as WireRow[]) : []
  const held = (name: string) => entries.find((one) => one[named] === name)?.[chosen] as string | undefined
  const set = (name: string, next: string | undefined) => {
    const entry = { [named]: name, [chosen]: next }
    const others = next === undefined ? entries.filter((one) => one[named] !== name) : entries
    const isThere = others.some((one) => one[named] === name)
    onChange(isThere ? others.map((one) => (one[named] === name ? entry : one)) : next ? [...others, entry] : others)
  }
  if (state === 'failed') return <p className="at-error">{t('lookupFailed')}</p>
  if (state === 'busy') return <Spin size="small" />
  const former = entries.map((one) => String(one[named])).filter((name) => !lines.some((line) => line.name === name))
  const all = [...lines, ...former.map((name): Line => ({ name, required: false, options: [] }))]
  if (all.length === 0) return <span className="at-quiet">{t('nothingToChoose')}</span>
  return (
    <div className="at-crew" role="group" id={id} aria-labelledby={props.labelledBy}>
      {all.map((line, at) => (
        <div className="at-crew-role" key={line.name}>
          <label htmlFor={`${id}-${at}`} className={line.required && !disabled ? 'at-required' : undefined}>
            {line.name}
          </label>
          <Select
            id={`${id}-${at}`}
            className="at-full"
            value={held(line.name)}
            options={withHeld(line, held(line.name))}
            onChange={(next: string | undefined) => set(line.name, next)}
            allowClear={!line.required}
            disabled={disabled}
            placeholder={t('choose')}
          />
        </div>
      ))}
    </div>
  )
}

/** The options of a line; what is held is one of them, although it may not be offered. */
const withHeld = ({ options }: Line, held: string | undefined): Line['options'] =>
  held === undefined || options.some(({ value }) => value === held)
    ? options
    : [{ value: held, label: held }, ...options]

/** An option in words: what it is called, and what it costs. */
function wordsOf(option: WireRow, members: readonly FieldModel[], cells: CellContext): string {
  const words = members.map((member) => {
    const value = option[member.name]
    const text = value === 0 ? '' : fieldView(member.type).text(value, option, member, cells)
    return text && member.type === 'money' ? `+${text}` : text
  })
  return words.filter(Boolean).join(' ')
}

/** What there is to choose, as the look-up answers it. */
function useLines({ field, env }: InputProps): { lines: Line[]; state: 'busy' | 'ready' | 'failed' } {
  const cells = useCells()
  const lookup = usePartModel().calls[field.lookup ?? '']
  const [rows, setRows] = useState<WireRow[] | 'failed'>()
  const asked = JSON.stringify(boundValues(field.with, env()))
  const path = lookup?.path
  useEffect(() => {
    if (!path) return
    const stop = new AbortController()
    const input = JSON.parse(asked) as WireRow
    call<WireRow[]>(path, input, { silent: true, loading: false, signal: stop.signal }).then(
      ({ data }) => setRows(data ?? []),
      () => {
        if (!stop.signal.aborted) setRows('failed')
      },
    )
    return () => stop.abort()
  }, [path, asked])
  if (rows === undefined) return { lines: [], state: 'busy' }
  if (rows === 'failed') return { lines: [], state: 'failed' }
  const [named = '', chosen = ''] = membersOf(field).map(({ name }) => name)
  const list = lookup?.output?.find((one) => membersOf(one).some(({ name }) => name === chosen))
  const lines = rows.map((row): Line => ({
    name: String(row[named]),
    required: row.required === 1,
    options: ((list && (row[list.name] as WireRow[])) ?? []).map((one) => ({
      value: String(one[chosen]),
      label: wordsOf(one, list ? membersOf(list) : [], cells),
    })),
  }))
  return { lines, state: 'ready' }
}
