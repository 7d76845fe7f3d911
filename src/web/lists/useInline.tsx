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

/**
 * Cells edited in place. A cell is a button until pressed; then it is an input, which saves on Enter or when it
 * loses the focus, and is closed by Escape. Only one is open at a time.
 */
export function useInline(names: readonly string[], edit: CallModel | undefined, env: Env, onSaved: () => void) {
  const cells = useCells()
  const [open, setOpen] = useState<Place>()
  return useCallback(
    (column: ColumnModel, row: WireRow): ReactNode => {
      if (!edit || !names.includes(column.path)) return undefined
      const field = edit.input.find((input) => input.name === column.path) ?? column.field
      if (open?.id === row.id && open?.path === column.path) {
        return (
          <Editor
            field={field}
            row={row}
            env={env}
            edit={edit}
            onClose={(saved) => {
              setOpen(undefined)
              if (saved) onSaved()
            }}
          />
        )
      }
      return (
        <button
          type="button"
          className="at-editable"
          onClick={() => setOpen({ id: row.id, path: column.path })}
          aria-label={t('editCell', { name: column.label[cells.lang], value: cellText(column, row, cells) })}
        >
          {drawCell(column, row, cells, env)}
        </button>
      )
    },
    [names, edit, env, onSaved, cells, open],
  )
}

interface EditorProps {
  field: FieldModel
  row: WireRow
  env: Env
  edit: CallModel
  onClose: (saved: boolean) => void
}

/** Saves one field of a row and closes; after an error the input stays open and shows it. */
function useSaveCell({ field, row, env, edit, onClose }: EditorProps) {
  const cells = useCells()
  const [saving, setSaving] = useState(false)
  const save = async (next: unknown) => {
    if (saving) return
    if (next === row[field.name]) return onClose(false)
    const wrong =
      problemOf(field, next, cells) ??
      outOfDays(field, next, (expr) => evaluate(expr.ast, rowEnv(env, row)), cells.zone)
    if (wrong) return say.warn(wrong[cells.lang])
    setSaving(true)
    try {
      await call(edit.path, { id: row.id, version: row.version, [field.name]: next ?? null }, { loading: false })
      say.done(t('savedField', { name: field.label[cells.lang] }))
      onClose(true)
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setSaving(false)
    }
  }
  return { saving, save }
}

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
      onClose(false)
    }
    if (event.key === 'Enter' && isLine(event.target)) {
      event.preventDefault()
      void save(value)
    }
  }
  return (
    <span className="at-editing" onKeyDown={keys}>
      <Input
        id={`cell-${String(row.id)}-${field.name}`}
        field={field}
        value={value}
        row={row}
        env={() => rowEnv(env, row)}
        autoFocus
        disabled={saving}
        onChange={(next) => {
          setValue(next)
          if (chooses) void save(next)
        }}
        onBlur={() => {
          if (!chooses) void save(value)
          else if (!saving) onClose(false)
        }}
      />
    </span>
  )
}

const isLine = (target: EventTarget): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') !== 'combobox'
