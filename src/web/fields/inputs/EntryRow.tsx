import { CheckOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, useState, type KeyboardEvent } from 'react'
import type { Env } from '../../../model/expr/evaluate.ts'
import type { FieldModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { useCells } from '../context.tsx'
import { computed, entryEnv, isRequired, isShown } from '../entry.ts'
import { fieldView } from '../lookup.ts'
import { useT } from '../sentences.ts'
import type { WireRow } from '../types.ts'
import { MemberInput, memberProblem } from './entry.tsx'

interface EntryRowProps {
  at: number
  entry: WireRow
  members: FieldModel[]
  idPrefix: string
  env: () => Env
  disabled: boolean
  editing: boolean
  /** What the server answered for this row: shown where it says nothing itself. */
  foreseen: WireRow | undefined
  /** The rows have an error: the row being edited then shows missing values too. */
  invalid: boolean
  setEntry: (at: number, entry: WireRow) => void
  remove: (at: number) => void
  setEditing: (at: number | undefined) => void
}

/** One entry: plain cells, or inputs while it is edited. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { members, editing, disabled } = props
  // Where the kind is known already, typing begins behind it.
  const [begin] = useState(() => members.find(({ name }) => isEmpty(props.entry[name])) ?? members[0])
  return (
    <tr
      // The focus moves to the row before it is drawn as focusable.
      tabIndex={disabled ? undefined : editing ? -1 : 0}
      onKeyDown={(event) => pressed(event, props)}
      className={editing ? 'at-row-editing' : undefined}
    >
      {members.map((member) => (
        <EntryCell key={member.name} {...props} member={member} first={member === begin} />
      ))}
      {!disabled && <RowTools {...props} />}
    </tr>
  )
})

/** Keys of a row: Enter starts and ends editing, Escape ends it, Delete removes the row, arrows move between rows. */
function pressed(event: KeyboardEvent<HTMLTableRowElement>, props: EntryRowProps): void {
  const { at, editing, disabled, setEditing, remove } = props
  if (disabled || event.nativeEvent.isComposing) return
  const { key, ctrlKey, target, currentTarget } = event
  if (editing && (key === 'Escape' || (key === 'Enter' && !ctrlKey && isLine(target)))) leave(event, setEditing)
  if (target !== currentTarget) return
  if (key === 'Enter') {
    event.preventDefault()
    event.stopPropagation()
    setEditing(at)
  }
  if (key === 'Delete') {
    event.preventDefault()
    remove(at)
  }
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault()
    focusRow(currentTarget.closest('table'), at + (key === 'ArrowDown' ? 1 : -1))
  }
}

function leave(event: KeyboardEvent<HTMLTableRowElement>, setEditing: EntryRowProps['setEditing']): void {
  event.preventDefault()
  event.stopPropagation()
  setEditing(undefined)
  event.currentTarget.focus()
}

/** A single-line input, in which Enter has no meaning of its own. */
const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('aria-expanded') !== 'true' && target.type !== 'checkbox'

/** Focuses a row of the table. */
export function focusRow(table: HTMLTableElement | null, at: number): void {
  table?.querySelectorAll<HTMLTableRowElement>('tbody tr')[at]?.focus()
}

type CellProps = EntryRowProps & { member: FieldModel; first: boolean }

function EntryCell(props: CellProps) {
  const { member, entry, editing } = props
  const cells = useCells()
  const env = entryEnv(props.env(), entry)
  const view = fieldView(member.type)
  return (
    <td
      data-label={member.label[cells.lang]}
      data-required={(editing && isRequired(member, env)) || undefined}
      data-tick={(editing && member.type === 'bool') || undefined}
      data-word={(editing && member.type === 'enum') || undefined}
      className={view.align === 'right' ? 'at-right' : undefined}
    >
      {isShown(member, env) &&
        (editing ? (
          <EditingCell {...props} />
        ) : (
          <>
            <CellValue {...props} />
            <CellProblem member={member} entry={entry} env={env} />
          </>
        ))}
    </td>
  )
}

/** The value of a cell, or what it will be if nothing is typed. */
function CellValue({ member, entry, foreseen }: CellProps) {
  const cells = useCells()
  const view = fieldView(member.type)
  const coming =
    isEmpty(entry[member.name]) && foreseen ? view.text(foreseen[member.name], foreseen, member, cells) : ''
  return coming ? (
    <span className="at-foreseen-cell">{coming}</span>
  ) : (
    view.cell(entry[member.name], entry, member, cells)
  )
}

function RowTools({ at, editing, setEditing, remove }: EntryRowProps) {
  const t = useT()
  return (
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
  )
}

function EditingCell({ member, first, at, entry, members, env, setEntry, idPrefix, invalid }: CellProps) {
  const t = useT()
  const cells = useCells()
  const id = `${idPrefix}-${member.name}`
  const missing = invalid && isEmpty(entry[member.name]) && isRequired(member, entryEnv(env(), entry))
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
        inCell
        invalid={missing}
        labelledBy={`${id}-label`}
        onChange={(next) => setEntry(at, computed(members, next, env()))}
      />
      {problem && <p className="at-error">{problem}</p>}
    </>
  )
}

/** Shows the errors of a row that is not being edited at once. */
function CellProblem({ member, entry, env }: { member: FieldModel; entry: WireRow; env: Env }) {
  const t = useT()
  const cells = useCells()
  const problem =
    isEmpty(entry[member.name]) && isRequired(member, env)
      ? t('missing')
      : memberProblem(member, entry[member.name], cells)
  return problem ? <p className="at-error">{problem}</p> : null
}
