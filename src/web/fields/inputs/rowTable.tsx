import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { FieldModel } from '../../../model/model.ts'
import { nounInSentence } from '../../../model/format.ts'
import { useLang } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { useForeseen } from '../context.tsx'
import { foreseenOf, newEntry } from '../entry.ts'
import { fieldView } from '../lookup.ts'
import { useT } from '../sentences.ts'
import type { InputProps, WireRow } from '../types.ts'
import { EntryRow, focusRow } from './EntryRow.tsx'
import { RowsByPicture } from './RowsByPicture.tsx'
import { useRowKeys } from './useRowKeys.ts'

/** The most entries of a field that sets no limit. */
const MOST = 1000

type RowTableProps = InputProps & { members: FieldModel[] }

/** The state of an editable table. The functions stay the same, so that only changed rows are drawn. */
function useEntries({ members, value, onChange, env }: RowTableProps) {
  const entries = useMemo(() => (Array.isArray(value) ? (value as WireRow[]) : []), [value])
  const keys = useRowKeys()
  const [editing, setEditing] = useState<number>()
  const table = useRef<HTMLTableElement>(null)
  const newest = useNewest({ entries, onChange, env })
  const setEntry = useCallback(
    (at: number, entry: WireRow) => {
      const { entries: all, onChange: change } = newest.current
      keys.replace(all[at], entry)
      change(all.map((one, i) => (i === at ? entry : one)))
    },
    [keys, newest],
  )
  const remove = useCallback(
    (at: number) => {
      const { entries: all, onChange: change } = newest.current
      change(all.filter((_one, i) => i !== at))
      setEditing(undefined)
      focusRow(table.current, Math.max(at - 1, 0))
    },
    [newest],
  )
  const add = () => {
    onChange([...entries, newEntry(members, env())])
    setEditing(entries.length)
  }
  const put = (more: readonly WireRow[]) => {
    onChange([...entries, ...more])
    setEditing(undefined)
  }
  const envNow = useCallback(() => newest.current.env(), [newest])
  return { entries, keyOf: keys.of, editing, setEditing, table, setEntry, remove, add, put, envNow }
}

/**
 * An editable table of entries. Only the row being edited has inputs; the others are plain cells, so that
 * hundreds of rows stay fast. Each change replaces the value; the value is never mutated.
 */
export function RowTable(props: RowTableProps) {
  const t = useT()
  const { members, disabled = false } = props
  const lang = useLang()
  const { entries, keyOf, editing, setEditing, table, setEntry, remove, add, put, envNow } = useEntries(props)
  const fixed = disabled && !props.busy
  const foreseen = foreseenOf(members, entries, useForeseen()[props.field.name])
  const full = disabled || entries.length >= (props.field.max ?? MOST)
  return (
    <div className="at-rows" id={props.id} role="group" aria-labelledby={props.labelledBy}>
      {entries.length > 0 && (
        <div className="at-rows-scroll">
          <table ref={table}>
            <Headings members={members} disabled={disabled} />
            <tbody>
              {entries.map((entry, at) => (
                <EntryRow
                  key={keyOf(entry)}
                  {...{ at, entry, members, setEntry, remove, setEditing, disabled }}
                  env={envNow}
                  foreseen={foreseen[at]}
                  invalid={props.invalid ?? false}
                  idPrefix={`${props.id}-${at}`}
                  editing={editing === at && !disabled}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {entries.length === 0 && fixed && <span className="at-none" />}
      {!fixed && (
        <div className="at-rows-add">
          <Button type="dashed" size="small" icon={<PlusOutlined />} onClick={add} disabled={full}>
            {t('addRow', { name: nounInSentence(props.field.label[lang], lang) })}
          </Button>
          <RowsByPicture members={members} env={envNow} disabled={full} onAdd={put} />
        </div>
      )}
    </div>
  )
}

function Headings({ members, disabled }: { members: readonly FieldModel[]; disabled: boolean }) {
  const t = useT()
  const lang = useLang()
  return (
    <thead>
      <tr>
        {members.map((member) => (
          <th
            key={member.name}
            scope="col"
            className={fieldView(member.type).align === 'right' ? 'at-right' : undefined}
          >
            <span className={member.required && !disabled ? 'at-required' : undefined}>{member.label[lang]}</span>
          </th>
        ))}
        {!disabled && (
          <th scope="col">
            <span className="unseen">{t('rowActions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
