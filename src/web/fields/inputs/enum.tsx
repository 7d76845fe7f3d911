import { Radio, Select } from 'antd'
import { dictionaryOf } from '../../../model/fields.ts'
import type { DictionaryModel, DictionaryValue, FieldModel } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { ariaOf } from '../aria.ts'
import { shownOf } from '../choices.ts'
import { usePartModel } from '../context.tsx'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

/** Up to this many short values are all visible: one click instead of two. */
const IN_SIGHT = 3
const SHORT = 12

/** The values to choose, limited to those of the field. A withdrawn value appears only while the record still has it. */
function offered(dictionary: DictionaryModel | undefined, current: unknown, few?: FieldModel['in']): DictionaryValue[] {
  const chosen = [current].flat()
  return (dictionary?.values ?? []).filter(
    (one) => (!one.retired && few?.includes(one.value) !== false) || chosen.includes(one.value),
  )
}

const useOffered = (field: FieldModel, current: unknown): DictionaryValue[] =>
  offered(dictionaryOf(usePartModel().dictionaries, field), current, field.in)

/** One value of a dictionary. */
export function EnumInput(props: InputProps) {
  const lang = useLang()
  const values = useOffered(props.field, props.value)
  const short = values.length <= IN_SIGHT && values.every((one) => one.label[lang].length <= SHORT)
  if (short && !props.field.nullable && !props.inCell) return <RadioInput {...props} values={values} />
  return <EnumSelect {...props} values={values} many={false} />
}

/** Several values of a dictionary. */
export function EnumsInput(props: InputProps) {
  return <EnumSelect {...props} values={useOffered(props.field, props.value)} many />
}

function RadioInput({ values, ...props }: InputProps & { values: DictionaryValue[] }) {
  const lang = useLang()
  return (
    <Radio.Group
      id={props.id}
      value={props.value ?? undefined}
      onChange={(event) => props.onChange(event.target.value)}
      disabled={props.disabled}
      options={values.map((one) => ({ value: one.value, label: one.label[lang] }))}
      aria-labelledby={props.labelledBy}
      {...ariaOf(props)}
    />
  )
}

function EnumSelect({ values, many, ...props }: InputProps & { values: DictionaryValue[]; many: boolean }) {
  const t = useT()
  const lang = useLang()
  return (
    <Select
      id={props.id}
      mode={many ? 'multiple' : undefined}
      value={props.value ?? undefined}
      onChange={(chosen: unknown) => props.onChange(chosen ?? null)}
      onSelect={(next: unknown) => {
        if (next === props.value) props.onKept?.()
      }}
      onBlur={props.onBlur}
      disabled={props.disabled}
      allowClear={props.field.nullable}
      autoFocus={props.autoFocus}
      defaultOpen={props.opened}
      showSearch={many || values.length > 8}
      optionFilterProp="label"
      maxTagCount={shownOf(props.value)}
      placeholder={t('choose')}
      options={values.map((one) => ({ value: one.value, label: one.label[lang] }))}
      status={props.invalid ? 'error' : undefined}
      className="at-full"
      {...ariaOf(props)}
    />
  )
}
