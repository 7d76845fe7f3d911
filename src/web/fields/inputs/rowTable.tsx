import { CheckOutlined, DeleteOutlined, EditOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import type { Env } from '../../../model/expr/evaluate.ts'
import type { FieldModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate.ts'
import { inside } from '../../../model/format.ts'
import { useLang } from '../../core/i18n.ts'
import { useCells } from '../context.tsx'
import { computed, entryEnv, isRequired, isShown, newEntry } from '../entry.ts'
import { fieldView } from '../lookup.ts'
import { t } from '../sentences.ts'
import type { InputProps, WireRow } from '../types.ts'
import { MemberInput, memberProblem } from './entry.tsx'

/** What a field holds at most where it does not say. */
const MOST = 1000

/**
 * An editable table of entries. Only the row being edited has inputs; the others are plain cells, so that
 * hundreds of rows stay quick. The value is replaced on each change, never changed in place.
 */
export function RowTable({ members, ...props }: InputProps & { members: FieldModel[] }) {
  const lang = useLang()
  const entries = useMemo(() => (Array.isArray(props.value) ? (props.value as WireRow[]) : []), [props.value])
  const keys = useRowKeys()
  const [editing, setEditing] = useState<number>()
  const table = useRef<HTMLTableElement>(null)
  const { onChange, disabled } = props
  const newest = useRef({ entries, onChange, env: props.env })
  useEffect(() => {
    newest.current = { entries, onChange, env: props.env }
  })

  const setEntry = useCallback(
    (at: number, entry: WireRow) => {
      const { entries: all, onChange: change } = newest.current
      keys.replace(all[at], entry)
      change(all.map((one, i) => (i === at ? entry : one)))
    },
    [keys],
  )
  const remove = useCallback((at: number) => {
    const { entries: all, onChange: change } = newest.current
    change(all.filter((_one, i) => i !== at))
    setEditing(undefined)
    focusRow(table.current, Math.max(at - 1, 0))
  }, [])
  const add = () => {
    onChange([...entries, newEntry(members, props.env())])
    setEditing(entries.length)
  }
  const env = useCallback(() => newest.current.env(), [])
  const full = entries.length >= (props.field.max ?? MOST)
  return (
    <div className="at-rows" id={props.id} role="group" aria-labelledby={props.labelledBy}>
      {entries.length > 0 && (
        <div className="at-rows-scroll">
          <table ref={table}>
            <thead>
              <tr>
                {members.map((member) => (
                  <th
                    key={member.name}
                    scope="col"
                    className={fieldView(member.type).align === 'right' ? 'at-right' : undefined}
                  >
                    <span className={member.required && !disabled ? 'at-required' : undefined}>
                      {member.label[lang]}
                    </span>
                  </th>
                ))}
                {!disabled && (
                  <th scope="col">
                    <span className="unseen">{t('rowActions')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {entries.map((entry, at) => (
                <EntryRow
                  key={keys.of(entry)}
                  {...{ at, entry, members, env, setEntry, remove, setEditing }}
                  disabled={disabled ?? false}
                  told={props.invalid ?? false}
                  idPrefix={`${props.id}-${at}`}
                  editing={editing === at && !disabled}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {entries.length === 0 && disabled && <span className="at-none" />}
      {!disabled && (
        <Button type="dashed" size="small" icon={<PlusOutlined />} onClick={add} disabled={full}>
          {t('addRow', { name: inside(props.field.label[lang], lang) })}
        </Button>
      )}
    </div>
  )
}

interface EntryRowProps {
  at: number
  entry: WireRow
  members: FieldModel[]
  idPrefix: string
  env: () => Env
  disabled: boolean
  editing: boolean
  /** Something is wrong with the rows: what is missing is said in the row being edited too. */
  told: boolean
  setEntry: (at: number, entry: WireRow) => void
  remove: (at: number) => void
  setEditing: (at: number | undefined) => void
}

const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { at, entry, members, editing, disabled, setEditing, remove } = props
  const cells = useCells()
  const env = entryEnv(props.env(), entry)
  const keys = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (disabled || event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && editing) leave(event)
    if (event.key === 'Enter' && event.ctrlKey === false && editing && isLine(event.target)) leave(event)
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      setEditing(at)
    }
    if (event.key === 'Delete') {
      event.preventDefault()
      remove(at)
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      focusRow(event.currentTarget.closest('table'), at + (event.key === 'ArrowDown' ? 1 : -1))
    }
  }
  const leave = (event: KeyboardEvent<HTMLTableRowElement>) => {
    event.preventDefault()
    event.stopPropagation()
    setEditing(undefined)
    event.currentTarget.focus()
  }
  return (
    <tr
      // A row that is left takes the focus before it is drawn as one that can have it.
      tabIndex={disabled ? undefined : editing ? -1 : 0}
      onKeyDown={keys}
      className={editing ? 'at-row-editing' : undefined}
    >
      {members.map((member, i) => (
        <td
          key={member.name}
          data-label={member.label[cells.lang]}
          data-required={(editing && isRequired(member, env)) || undefined}
          data-tick={(editing && member.type === 'bool') || undefined}
          className={fieldView(member.type).align === 'right' ? 'at-right' : undefined}
        >
          {isShown(member, env) &&
            (editing ? (
              <EditingCell {...props} member={member} first={i === 0} />
            ) : (
              fieldView(member.type).cell(entry[member.name], entry, member, cells)
            ))}
          {!editing && isShown(member, env) && <CellProblem member={member} entry={entry} env={env} />}
        </td>
      ))}
      {!disabled && (
        <td className="at-row-tools">
          <Button
            type="text"
            size="small"
            icon={editing ? <CheckOutlined /> : <EditOutlined />}
            onClick={() => setEditing(editing ? undefined : at)}
            aria-label={t('editRow', { at: at + 1 })}
            aria-expanded={editing}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            onClick={() => remove(at)}
            aria-label={t('removeRow', { at: at + 1 })}
          />
        </td>
      )}
    </tr>
  )
})

function EditingCell({
  member,
  first,
  at,
  entry,
  members,
  env,
  setEntry,
  idPrefix,
  told,
}: EntryRowProps & { member: FieldModel; first: boolean }) {
  const cells = useCells()
  const id = `${idPrefix}-${member.name}`
  const missing = told && isEmpty(entry[member.name]) && isRequired(member, entryEnv(env(), entry))
  const problem = missing ? t('missing') : memberProblem(member, entry[member.name], cells)
  return (
    <>
      <label htmlFor={id} id={`${id}-label`} className="unseen">
        {member.label[cells.lang]}
      </label>
      <MemberInput
        id={id}
        idPrefix={idPrefix}
        member={member}
        members={members}
        entry={entry}
        env={env}
        autoFocus={first}
        invalid={missing}
        labelledBy={`${id}-label`}
        onChange={(next) => setEntry(at, computed(members, next, env()))}
      />
      {problem && <p className="at-error">{problem}</p>}
    </>
  )
}

/** Says at once, in a row not being edited, what would be refused. */
function CellProblem({ member, entry, env }: { member: FieldModel; entry: WireRow; env: Env }) {
  const cells = useCells()
  const problem =
    isEmpty(entry[member.name]) && isRequired(member, env)
      ? t('missing')
      : memberProblem(member, entry[member.name], cells)
  return problem ? <p className="at-error">{problem}</p> : null
}

/** A single line, where Enter has no meaning of its own. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true' && target.type !== 'checkbox'

function focusRow(table: HTMLTableElement | null, at: number): void {
  table?.querySelectorAll<HTMLTableRowElement>('tbody tr')[at]?.focus()
}

/** Keys of rows that stay while a row is edited, whether it has an id or not. */
function useRowKeys() {
  const known = useRef(new WeakMap<WireRow, number>())
  const next = useRef(0)
  return useMemo(() => {
    const of = (entry: WireRow): number => {
      let key = known.current.get(entry)
      if (key === undefined) known.current.set(entry, (key = next.current++))
      return key
    }
    return {
      of,
      replace: (old: WireRow | undefined, entry: WireRow) => {
        if (old) known.current.set(entry, of(old))
      },
    }
  }, [])
}
