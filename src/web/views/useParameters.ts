import { membersOf } from '../../model/fields.ts'
import { useEffect, useMemo, useState } from 'react'
import {
  PLAIN_FIELD,
  type CallModel,
  type FieldModel,
  type SettingModel,
  type SettingsView,
} from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { usePage } from '../core/page.tsx'
import { useCan } from '../core/permission.ts'
import { call, CallRefused } from '../core/request.ts'
import { plainText } from '../fields/cells.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { useRows, type Rows } from '../lists/useRows.ts'
import { useScope } from './scope.tsx'

/** A setting of the product as a field, with the record that stores its value. */
export interface Parameter {
  row: WireRow
  setting: SettingModel
  field: FieldModel
  group: string
}

/** Typed values by the code of their parameter. */
type Typed = Record<string, unknown>

/** The state and functions of the parameters of a view. */
export interface ParametersWork {
  state: Rows['state']
  parameters: Parameter[]
  /** The person may save them. */
  may: boolean
  saving: boolean
  changed: readonly Parameter[]
  valueOf(parameter: Parameter): unknown
  /** The reason why a parameter was refused. */
  problemOf(parameter: Parameter): string | undefined
  type(parameter: Parameter, value: unknown): void
  undo(): void
  save(): Promise<void>
}

const MOST = 200

/** Loads the parameters of a view, holds the typed values, and saves the changed ones. */
export function useParameters(view: SettingsView, of: NonNullable<SettingsView['parameters']>): ParametersWork {
  const { part, active } = useScope()
  const input = useMemo(() => ({ pageNO: 1, pageRows: MOST }), [])
  const list = useRows(part.calls[of.query]?.path, input, active)
  const parameters = useFields(list.rows, of.by)
  const [typed, setTyped] = useState<Typed>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const saver = part.calls[of.save]
  const valueOf = (one: Parameter) =>
    one.field.name in typed ? typed[one.field.name] : fromText(one.row.value, one.setting)
  const changed = parameters.filter((one) => toText(valueOf(one)) !== toText(fromText(one.row.value, one.setting)))
  useDirtyPage(changed.length > 0)
  const tell = useOutcome()
  const save = async () => {
    if (!saver) return
    setSaving(true)
    const refused = await saveAll(saver, changed, (one) => toText(valueOf(one)))
    setSaving(false)
    setProblems(refused)
    setTyped(Object.fromEntries(Object.entries(typed).filter(([name]) => name in refused)))
    tell(changed, refused)
    list.reload()
  }
  return {
    state: list.state,
    parameters,
    may: useMaySave(view, saver),
    saving,
    changed,
    valueOf,
    problemOf: ({ field }) => problems[field.name],
    type: ({ field }, value) => setTyped((old) => ({ ...old, [field.name]: value })),
    undo: () => {
      setTyped({})
      setProblems({})
    },
    save,
  }
}

/** The records as fields: named, grouped and typed by the settings of the product. */
function useFields(rows: readonly WireRow[], by: string): Parameter[] {
  const text = useText()
  const { settings } = useCore().app
  return useMemo(
    () =>
      rows.flatMap((row) => {
        const setting = settings.find((one) => one.name === row.code)
        if (!setting) return []
        return [
          { row, setting, field: fieldOf(setting), group: setting.group ? text(setting.group) : plainText(row[by]) },
        ]
      }),
    [rows, by, settings, text],
  )
}

const fieldOf = ({ name, type, label, help, min }: SettingModel): FieldModel => ({
  ...PLAIN_FIELD,
  name,
  type,
  label,
  ...(help ? { help } : {}),
  ...(min === undefined ? {} : { min }),
  required: true,
  column: true,
  nullable: false,
})

/** The record stores every value as text. */
function fromText(text: unknown, { type }: SettingModel): unknown {
  if (type === 'string') return text
  if (type === 'bool') return text === '1' || text === 'true' || text === 1 ? 1 : 0
  return text === null || text === undefined || text === '' ? null : Number(text)
}

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** Saves the changed parameters. Resolves to the error texts of the refused ones, by name. */
async function saveAll(
  saver: CallModel,
  changed: readonly Parameter[],
  valueOf: (one: Parameter) => string,
): Promise<Record<string, string>> {
  const refused: Record<string, string> = {}
  for (const { parameters, input } of savesOf(saver, changed, valueOf)) {
    try {
      await call(saver.path, input, { silent: true, loading: false })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      for (const { field } of parameters) refused[field.name] = error.msg
    }
  }
  return refused
}

/** How the changes are sent: all in one list where the call takes one, else one by one. */
function savesOf(
  saver: CallModel,
  changed: readonly Parameter[],
  valueOf: (one: Parameter) => string,
): { parameters: readonly Parameter[]; input: WireRow }[] {
  const list = saver.input.find((input) => input.type === 'rows')
  if (!list)
    return changed.map((one) => ({
      parameters: [one],
      input: { id: one.row.id, version: one.row.version, value: valueOf(one) },
    }))
  const entry = (one: Parameter) =>
    Object.fromEntries(membersOf(list).map(({ name }) => [name, name === 'value' ? valueOf(one) : one.row[name]]))
  return changed.length > 0 ? [{ parameters: changed, input: { [list.name]: changed.map(entry) } }] : []
}

/** Names the saved parameters, and shows each reason of a refusal once. */
function useOutcome() {
  const t = useT()
  const text = useText()
  return (changed: readonly Parameter[], refused: Record<string, string>): void => {
    const saved = changed.filter(({ field }) => !(field.name in refused))
    const names = saved.map(({ field }) => text(field.label)).join(text({ zh: '、', en: ', ' }))
    if (saved.length > 0) say.done(t('savedParameters', { names }))
    for (const sentence of new Set(Object.values(refused))) say.error(sentence)
  }
}

function useMaySave(view: SettingsView, saver: CallModel | undefined): boolean {
  const { screen } = useScope()
  const can = useCan()
  if (!saver) return false
  const code = view.actions.find((action) => action.call === saver.id)?.code ?? saver.name
  return !screen.code || can(screen.code, code)
}

function useDirtyPage(dirty: boolean): void {
  const { setDirty } = usePage()
  useEffect(() => setDirty(dirty), [dirty, setDirty])
}
