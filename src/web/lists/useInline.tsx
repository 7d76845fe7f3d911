import { EditOutlined } from '@ant-design/icons'
import { useCallback, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { CallModel, ColumnModel, FieldModel, Text } from '../../model/model.ts'
import { evaluate, type Env } from '../../model/expr/evaluate.ts'
import { checkValue, isEmpty, missingText, outOfDays } from '../../model/validate/index.ts'
import { say } from '../core/feedback.tsx'
import { call, CallRefused } from '../core/request.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { t } from '../fields/sentences.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import { drawCell, cellText } from './columns.tsx'
import { rowEnv } from './useList.ts'

interface Place {
  id: unknown
  path: string
}

/** A field that is changed in its cells: the input of the call that saves it. */
export interface Editable {
  field: FieldModel
  call: CallModel
  may: (row: WireRow) => boolean
}

interface Surroundings {
  env: Env
  /** A press of a row opens something. */
  opens: boolean
  /** A value was saved. `undo`: the key by which it is taken back. */
  onSaved: (field: FieldModel, undo: string | undefined) => void
  /** The row is not any more as it is shown. */
  onBehind: () => void
}

/**
 * Cells edited in place: a press makes one an input, which saves on Enter or when it loses the focus, and is closed by
 * Escape. Only one is open at a time. Where rows open something, a pencil in the cell is pressed; else the value is.
 */
export function useInline(editable: readonly Editable[], around: Surroundings) {
  const { env, opens, onSaved, onBehind } = around
  const cells = useCells()
  const [open, setOpen] = useState<Place>()
  const [left, setLeft] = useState<Place>()
  return useCallback(
    (column: ColumnModel, row: WireRow): ReactNode => {
      const found = editable.find(({ field }) => field.name === column.path)
      if (!found?.may(row)) return undefined
      const { field, call: saver } = found
      if (isAt(open, column, row)) {
        const close = (byKey: boolean): void => {
          setOpen(undefined)
          setLeft(byKey ? open : undefined)
        }
        return <Editor {...{ field, row, env, saver, onSaved, onBehind }} onClose={close} />
      }
      const value = drawCell(column, row, cells, env)
      const button = {
        type: 'button' as const,
        onClick: () => setOpen({ id: row.id, path: column.path }),
        'aria-label': t('editCell', { name: column.label[cells.lang], value: cellText(column, row, cells) }),
        // Whoever closed it by a key goes on from here, once.
        ...(isAt(left, column, row) ? { autoFocus: true, onFocus: () => setLeft(undefined) } : {}),
      }
      if (!opens) {
        return (
          <button className="at-editable" {...button}>
            {value}
          </button>
        )
      }
      return (
        <span className={`at-pencilled${alignOf(column)}`}>
          {value}
          <button className="at-pencil" {...button}>
            {PENCIL}
          </button>
        </span>
      )
    },
    [editable, env, opens, onSaved, onBehind, cells, open, left],
  )
}

/** One for all cells. */
const PENCIL = <EditOutlined aria-hidden />

/** A figure is read from its end: the pencil stands before it. */
const alignOf = ({ field }: ColumnModel): string => (fieldView(field.type).align === 'right' ? ' at-ahead' : '')

const isAt = (place: Place | undefined, { path }: ColumnModel, { id }: WireRow): boolean =>
  place?.id === id && place?.path === path

interface EditorProps extends Pick<Surroundings, 'env' | 'onSaved' | 'onBehind'> {
  field: FieldModel
  row: WireRow
  saver: CallModel
  /** `byKey`: Enter or Escape. */
  onClose: (byKey: boolean) => void
}

/** Saves one field of a row and closes; after an error the input stays open and shows it. */
function useSaveCell({ field, row, env, saver, onClose, onSaved, onBehind }: EditorProps) {
  const cells = useCells()
  const [saving, setSaving] = useState(false)
  const save = async (next: unknown, byKey: boolean) => {
    if (saving) return
    if (next === row[field.name] || (isEmpty(next) && isEmpty(row[field.name]))) return onClose(byKey)
    const wrong =
      problemOf(field, next, cells) ??
      outOfDays(field, next, (expr) => evaluate(expr.ast, rowEnv(env, row)), cells.zone)
    if (wrong) return say.warn(wrong[cells.lang])
    setSaving(true)
    try {
      const subject = saver.many ? { ids: [row.id] } : { id: row.id }
      const input = { ...subject, version: row.version, [field.name]: next ?? null }
      const more = saver.once ? { requestNo: crypto.randomUUID() } : {}
      const { undo } = await call(saver.path, input, { loading: false, ...more })
      onClose(byKey)
      onSaved(field, undo)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setSaving(false)
      if (OUTDATED.includes(error.status)) {
        onClose(byKey)
        onBehind()
      }
    }
  }
  return { saving, save }
}

/** Statuses that say that a record is gone or was changed. */
const OUTDATED: readonly number[] = [404, 409]

function problemOf(field: FieldModel, value: unknown, { dictionaries, zone }: CellContext): Text | undefined {
  if (!isEmpty(value)) return checkValue(field, value, dictionaries, zone)
  return field.required ? missingText(field) : undefined
}

/** Choosing a value of these types saves at once; typed values are saved when the input loses the focus. */
const CHOOSERS: readonly FieldModel['type'][] = ['enum', 'bool', 'ref', 'date', 'datetime', 'time']

function Editor(props: EditorProps) {
  const { field, row, env, onClose } = props
  const [value, setValue] = useState(row[field.name])
  const { saving, save } = useSaveCell(props)
  const { Input } = fieldView(field.type)
  const chooses = CHOOSERS.includes(field.type)
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose(true)
    }
    if (event.key === 'Enter' && isLine(event.target)) {
      event.preventDefault()
      void save(value, true)
    }
  }
  return (
    // Choices are drawn elsewhere but belong to this row in React: a press of one must not open the row.
    <span className="at-editing" onKeyDown={keys} onClick={(event) => event.stopPropagation()}>
      <Input
        id={`cell-${String(row.id)}-${field.name}`}
        field={field}
        value={value}
        row={row}
        env={() => rowEnv(env, row)}
        autoFocus
        opened={chooses}
        inCell
        disabled={saving}
        onChange={(next) => {
          setValue(next)
          if (chooses) void save(next, true)
        }}
        onKept={() => onClose(true)}
        onBlur={() => {
          if (!chooses) void save(value, false)
          else if (!saving) onClose(false)
        }}
      />
    </span>
  )
}

const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox'
