import { Button, Select } from 'antd'
import type { SettingsView } from '../../model/model.ts'
import { useText } from '../core/i18n.ts'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import { Coming } from '../lists/Empty.tsx'
import { useScope } from './scope.tsx'
import { useParameters, type Parameter, type ParametersWork } from './useParameters.ts'

interface ParametersProps {
  view: SettingsView
  of: NonNullable<SettingsView['parameters']>
}

/** The parameters of the business, in groups; the changed ones are saved together. */
export function Parameters({ view, of }: ParametersProps) {
  const work = useParameters(view, of)
  if (work.state === 'first') return <Coming />
  const groups = [...new Set(work.parameters.map((one) => one.group))]
  return (
    <section className="at-sheet at-parameters">
      {groups.map((group) => (
        <fieldset key={group} className="at-section">
          <legend>{group}</legend>
          <div className="at-form at-form-narrow">
            {work.parameters
              .filter((one) => one.group === group)
              .map((one) => (
                <Item key={one.field.name} parameter={one} work={work} />
              ))}
          </div>
        </fieldset>
      ))}
      {work.may && <Foot work={work} />}
    </section>
  )
}

function Foot({ work: { changed, saving, undo, save } }: { work: ParametersWork }) {
  const t = useT()
  const count = changed.length
  return (
    <footer className="at-sheet-foot">
      {count > 0 && <span className="at-quiet at-grow">{t('changedFields', { count })}</span>}
      <Button disabled={count === 0} onClick={undo}>
        {t('undoChanges')}
      </Button>
      <Button type="primary" loading={saving} disabled={count === 0} onClick={() => void save()}>
        {t('save')}
      </Button>
    </footer>
  )
}

/** One parameter with its label, its error and its help. */
function Item({ parameter, work }: { parameter: Parameter; work: ParametersWork }) {
  const text = useText()
  const { field } = parameter
  const id = `parameter-${field.name}`
  const problem = work.problemOf(parameter)
  return (
    <div className="at-item">
      {field.type !== 'bool' && (
        <label className="at-label" htmlFor={id} id={`${id}-label`}>
          {text(field.label)}
        </label>
      )}
      <Value id={id} parameter={parameter} work={work} />
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

/** The input of a parameter; a select where the setting lists its values. */
function Value({ id, parameter, work }: { id: string; parameter: Parameter; work: ParametersWork }) {
  const { env } = useScope()
  const text = useText()
  const { field, setting, row } = parameter
  const { Input } = fieldView(field.type)
  const common = {
    id,
    disabled: !work.may || work.saving,
    onChange: (value: unknown) => work.type(parameter, value),
  }
  const value = work.valueOf(parameter)
  if (setting.in)
    return (
      <Select
        {...common}
        value={value as string}
        options={Object.entries(setting.in).map(([key, label]) => ({ value: key, label: text(label) }))}
        aria-label={text(field.label)}
      />
    )
  return (
    <Input
      {...common}
      field={field}
      value={value}
      row={row}
      env={() => env}
      labelledBy={field.type === 'bool' ? undefined : `${id}-label`}
      describedBy={field.help ? `${id}-help` : undefined}
      invalid={work.problemOf(parameter) !== undefined}
    />
  )
}
