import { Button, Select } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { FieldType } from '../../model/fields.ts'
import {
  PLAIN_FIELD,
  type CallModel,
  type FieldModel,
  type SettingModel,
  type SettingsView,
  type Text,
} from '../../model/model.ts'
import { say } from '../core/feedback.tsx'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { usePage } from '../core/page.tsx'
import { useCan } from '../core/permission.ts'
import { call, CallRefused } from '../core/request.ts'
import { plainText } from '../fields/cells.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Coming } from '../lists/Empty.tsx'
import { useRows } from '../lists/useRows.ts'
import { useScope } from './scope.tsx'

type Of = NonNullable<SettingsView['parameters']>

const MOST = 200

/** How a parameter says which kind of value it holds (dictionary value_type): 1 number, 2 text, 3 switch, 4 select, 5 money. */
const TYPES: Record<string, SettingModel['type']> = { 1: 'decimal', 2: 'string', 3: 'bool', 4: 'string', 5: 'money' }

const same = (text: unknown): Text => ({ zh: plainText(text), en: plainText(text) })

/** One parameter as a field. Built-in ones are named by the product, in both languages; the record keeps every value as text. */
function fieldOf(row: WireRow, setting?: SettingModel): FieldModel {
  const help = setting?.help ?? (row.remark ? same(row.remark) : undefined)
  return {
    ...PLAIN_FIELD,
    name: String(row.code),
    type: setting?.type ?? TYPES[String(row.valueType)] ?? 'string',
    label: setting?.label ?? same(row.name),
    ...(help ? { help } : {}),
    required: true,
    column: true,
    nullable: false,
  }
}

/** What a select offers, with the words people read. */
function choicesOf(
  row: WireRow,
  setting: SettingModel | undefined,
  text: (t: Text) => string,
): { value: string; label: string }[] {
  if (setting?.in) return Object.entries(setting.in).map(([value, label]) => ({ value, label: text(label) }))
  return ((row.options as WireRow[] | undefined) ?? []).map((one) => ({
    value: String(one.value),
    label: plainText(one.label),
  }))
}

const isNumber = (type: FieldType): boolean => ['int', 'decimal', 'money', 'bool'].includes(type)
const fromText = (text: unknown, type: FieldType): unknown => {
  if (!isNumber(type)) return text
  if (type === 'bool') return text === '1' || text === 'true' || text === 1 ? 1 : 0
  return text === null || text === undefined || text === '' ? null : Number(text)
}
const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** How the changes are sent: all in one list where the call takes one, else each by itself. */
function savesOf(save: CallModel, changed: WireRow[], typed: WireRow): { rows: WireRow[]; input: WireRow }[] {
  const list = save.input.find((input) => input.type === 'rows')
  const valueOf = (row: WireRow) => toText(typed[row.code as string])
  if (!list)
    return changed.map((row) => ({ rows: [row], input: { id: row.id, version: row.version, value: valueOf(row) } }))
  const entry = (row: WireRow) =>
    Object.fromEntries((list.fields ?? []).map(({ name }) => [name, name === 'value' ? valueOf(row) : row[name]]))
  return changed.length > 0 ? [{ rows: changed, input: { [list.name]: changed.map(entry) } }] : []
}

/** The parameters of the business, in groups; those that were changed are saved together. */
export function Parameters({ view, of }: { view: SettingsView; of: Of }) {
  const t = useT()
  const { part, active, screen, env } = useScope()
  const page = usePage()
  const text = useText()
  const settings = useCore().app.settings
  const settingOf = (row: WireRow) => settings.find((one) => one.name === row.code)
  const groupOf = (row: WireRow) => {
    const group = settingOf(row)?.group
    return group ? text(group) : plainText(row[of.by])
  }
  const can = useCan()
  const input = useMemo(() => ({ pageNO: 1, pageRows: MOST }), [])
  const list = useRows(part.calls[of.query]?.path, input, active)
  const [typed, setTyped] = useState<WireRow>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const save = part.calls[of.save]
  const code = view.actions.find((action) => action.call === of.save)?.code ?? save?.name ?? ''
  const may = save !== undefined && (!screen.code || can(screen.code, code))
  const changed = list.rows.filter(
    (row) =>
      (row.code as string) in typed &&
      toText(typed[row.code as string]) !== toText(fromText(row.value, fieldOf(row, settingOf(row)).type)),
  )
  const { setDirty } = page
  useEffect(() => setDirty(changed.length > 0), [changed.length, setDirty])
  if (list.state === 'first') return <Coming />

  const saveAll = async () => {
    if (!save) return
    setSaving(true)
    const wrong: Record<string, string> = {}
    for (const { rows, input: sent } of savesOf(save, changed, typed)) {
      try {
        await call(save.path, sent, { silent: true, loading: false })
      } catch (error) {
        if (!(error instanceof CallRefused)) throw error
        for (const row of rows) wrong[row.code as string] = error.msg
      }
    }
    setSaving(false)
    setProblems(wrong)
    const done = changed.filter((row) => !((row.code as string) in wrong))
    setTyped(Object.fromEntries(Object.entries(typed).filter(([name]) => name in wrong)))
    if (done.length > 0)
      say.done(
        t('savedParameters', {
          names: done.map((row) => text(fieldOf(row, settingOf(row)).label)).join(text({ zh: '、', en: ', ' })),
        }),
      )
    for (const sentence of new Set(Object.values(wrong))) say.error(sentence)
    list.reload()
  }
  const groups = [...new Set(list.rows.map(groupOf))]
  return (
    <section className="at-sheet at-parameters">
      {groups.map((group) => (
        <fieldset key={group} className="at-section">
          <legend>{group}</legend>
          <div className="at-form at-form-narrow">
            {list.rows
              .filter((row) => groupOf(row) === group)
              .map((row) => {
                const field = fieldOf(row, settingOf(row))
                const value = field.name in typed ? typed[field.name] : fromText(row.value, field.type)
                return (
                  <Parameter
                    key={field.name}
                    field={field}
                    value={value}
                    disabled={!may || saving}
                    problem={problems[field.name]}
                    row={row}
                    env={() => env}
                    choices={choicesOf(row, settingOf(row), text)}
                    onChange={(next) => setTyped((old) => ({ ...old, [field.name]: next }))}
                  />
                )
              })}
          </div>
        </fieldset>
      ))}
      {may && (
        <footer className="at-sheet-foot">
          {changed.length > 0 && (
            <span className="at-quiet at-grow">{t('changedFields', { count: changed.length })}</span>
          )}
          <Button
            disabled={changed.length === 0}
            onClick={() => {
              setTyped({})
              setProblems({})
            }}
          >
            {t('undoChanges')}
          </Button>
          <Button type="primary" loading={saving} disabled={changed.length === 0} onClick={() => void saveAll()}>
            {t('save')}
          </Button>
        </footer>
      )}
    </section>
  )
}

function Parameter({
  field,
  value,
  disabled,
  problem,
  row,
  choices,
  env,
  onChange,
}: {
  field: FieldModel
  value: unknown
  disabled: boolean
  problem: string | undefined
  row: WireRow
  choices: { value: string; label: string }[]
  env: () => Env
  onChange: (value: unknown) => void
}) {
  const { Input } = fieldView(field.type)
  const text = useText()
  const id = `parameter-${field.name}`
  return (
    <div className="at-item">
      {field.type !== 'bool' && (
        <label className="at-label" htmlFor={id} id={`${id}-label`}>
          {text(field.label)}
        </label>
      )}
      {choices.length > 0 ? (
        <Select
          id={id}
          value={value as string}
          options={choices}
          disabled={disabled}
          onChange={onChange}
          aria-label={text(field.label)}
        />
      ) : (
        <Input
          id={id}
          field={field}
          value={value}
          disabled={disabled}
          row={row}
          env={env}
          onChange={onChange}
          labelledBy={field.type === 'bool' ? undefined : `${id}-label`}
          describedBy={field.help ? `${id}-help` : undefined}
          invalid={problem !== undefined}
        />
      )}
      {problem && (
        <p className="at-error" role="alert">
          {problem}
        </p>
      )}
      {field.help && (
        <p className="at-help" id={`${id}-help`}>
          {text(field.help)}
        </p>
      )}
    </div>
  )
}
