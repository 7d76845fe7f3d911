import { BaseItem } from '@formily/antd-v5/esm/form-item'
import { FormProvider, createSchemaField, useField } from '@formily/react'
import type { Field } from '@formily/core'
import { observer } from '@formily/reactive-react'
import { Alert } from 'antd'
import { createContext, useContext, useEffect, useId, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { FormItemModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { useLang } from '../core/i18n.ts'
import { keepChoices } from '../fields/keepChoices.ts'
import { fieldView } from '../fields/lookup.ts'
import { useCells } from '../fields/context.tsx'
import { afterPress } from './afterPress.ts'
import { Foreseen } from './Foreseen.tsx'
import { membersOf } from './sent.ts'
import type { FormHandle } from './useForm.ts'
import './forms.css'

interface Drawing {
  handle: FormHandle
  prefix: string
  part?: number
}

const DrawingContext = createContext<Drawing | undefined>(undefined)

function useDrawing(): Drawing {
  const drawing = useContext(DrawingContext)
  if (!drawing) throw new Error('Form parts stand inside a FormBody')
  return drawing
}

/** The field a part of the form is drawn for. */
function useFormField() {
  const field = useField<Field>()
  const { handle, prefix } = useDrawing()
  const formField = handle.fields.get(String(field.props.name))
  if (!formField) throw new Error(`No field ${String(field.props.name)} in this form`)
  return { field, formField, handle, id: `${prefix}${formField.field.name}` }
}

/** Label, help and error around an input: Formily's item, with a label that belongs to the input and an error that is announced. */
const Item = observer(function Item({ children }: { children?: ReactNode }) {
  const lang = useLang()
  const { field, formField, id } = useFormField()
  const { field: model } = formField
  const [error] = field.selfErrors as string[]
  const required = Boolean((field.data as { required?: boolean } | undefined)?.required) && field.pattern === 'editable'
  // A checkbox has its own label.
  const labelled = model.type !== 'bool'
  return (
    <BaseItem
      className={`at-item${fieldView(model.type).wide ? ' at-wide' : ''}${labelled ? '' : ' at-item-tick'}`}
      data-wrong={error ? '' : undefined}
      layout="vertical"
      colon={false}
      asterisk={false}
      feedbackLayout="terse"
      label={
        labelled && (
          <span
            className={required ? 'at-label at-required' : 'at-label'}
            id={`${id}-label`}
            ref={(text) => belongTo(id, text)}
          >
            {model.label[lang]}
          </span>
        )
      }
      // A list or a group is not red itself: only its wrong fields are.
      feedbackStatus={error && membersOf(formField).length === 0 ? 'error' : undefined}
      feedbackText={
        error && (
          <span className="at-error" id={`${id}-error`} role="alert">
            {error}
          </span>
        )
      }
      extra={
        model.help && (
          <span className="at-help" id={`${id}-help`}>
            {model.help[lang]}
          </span>
        )
      }
    >
      {children}
    </BaseItem>
  )
})

/** Formily's item has no label for its input. This one names the input, for clicks and for screen readers. */
function belongTo(id: string, text: HTMLElement | null): void {
  const label = text?.closest('label')
  if (label) label.htmlFor = id
}

/** A field that was only visited is not marked as missing; saving marks it. */
function checkLeft(field: Field): void {
  if (field.modified || !isEmpty(field.value)) void field.validate('onBlur').catch(() => undefined)
}

/** The input of a field, or its value when it is read-only. */
const Control = observer(function Control() {
  const { field, formField, handle, id } = useFormField()
  const cells = useCells()
  const { field: model, columns } = formField
  const { Input, cell } = fieldView(model.type)
  const value = handle.form.values[model.name] as unknown
  if (model.value || model.managed)
    return (
      <output id={id} className="at-readonly">
        {cell(value, handle.live.row, model, cells)}
      </output>
    )
  const wrong = (field.selfErrors as string[]).length > 0
  const described = [wrong && `${id}-error`, model.help && `${id}-help`].filter(Boolean).join(' ') || undefined
  // A reference to several kinds has other choices once the field beside it selects another kind.
  const kind = model.by && String(handle.live.row[model.by] ?? '')
  return (
    <Input
      key={kind}
      id={id}
      field={model}
      columns={columns}
      value={value}
      row={handle.live.row}
      env={() => handle.live.env}
      source={handle.source[model.name]}
      disabled={field.pattern !== 'editable' || handle.state !== 'typing'}
      busy={field.pattern === 'editable' && handle.state !== 'typing'}
      onChange={(next, picked) => handle.type(model, next, picked)}
      onBlur={() => afterPress(() => checkLeft(field))}
      onPending={(work) => handle.pending(model, work)}
      invalid={wrong}
      describedBy={described}
      labelledBy={model.type === 'bool' ? undefined : `${id}-label`}
    />
  )
})

function Section({ at, children }: { at: number; children?: ReactNode }) {
  const lang = useLang()
  const { handle, part } = useDrawing()
  const item = handle.task.items[at] as Extract<FormItemModel, { kind: 'section' }>
  // All parts stay mounted: hidden parts are still checked and sent.
  if (part !== undefined)
    return (
      <div className="at-grid at-wide" hidden={part !== at}>
        {children}
      </div>
    )
  return (
    <fieldset className="at-section">
      <legend>{item.label[lang]}</legend>
      <div className="at-grid">{children}</div>
    </fieldset>
  )
}

const SchemaField = createSchemaField({ components: { Item, Control, Section } })

/** An input in which Enter saves the form: a single line, in a `note` its text too. Pickers and selects use Enter themselves. */
function saves({ target, shiftKey }: KeyboardEvent, note: boolean): boolean {
  if (note && target instanceof HTMLTextAreaElement) return !shiftKey
  return (
    target instanceof HTMLInputElement &&
    target.type !== 'file' &&
    target.getAttribute('role') !== 'combobox' &&
    !target.closest('.ant-picker, .at-rows')
  )
}

/**
 * `part`: only this of the form's sections is in sight. `note`: a word between others, so Enter saves its text and Shift+Enter
 * begins a line. Without `onSubmit` the keys are left to what stands around.
 */
interface FormBodyProps {
  handle: FormHandle
  onSubmit?: () => void
  narrow?: boolean
  note?: boolean
  part?: number
}

/** The fields of a form. Enter saves from a line, Ctrl+Enter from anywhere. */
export function FormBody({ handle, onSubmit, narrow, note = false, part }: FormBodyProps) {
  const prefix = `f${useId()}-`
  const drawing = useMemo(() => ({ handle, prefix, part }), [handle, prefix, part])
  const root = useRef<HTMLDivElement>(null)
  const { attach } = handle
  useEffect(() => {
    attach(root.current)
    return () => attach(null)
  }, [attach])
  const keys = (event: KeyboardEvent) => {
    if (!onSubmit || event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
    if (!(event.ctrlKey || event.metaKey) && !saves(event, note)) return
    event.preventDefault()
    if (event.target instanceof HTMLElement) event.target.blur()
    onSubmit()
  }
  return (
    <div
      className={narrow ? 'at-form at-form-narrow' : 'at-form'}
      ref={root}
      onKeyDown={keys}
      onKeyDownCapture={keepChoices}
    >
      {handle.problem && <Alert type="error" showIcon message={handle.problem} role="alert" />}
      {handle.news && !handle.problem && <Alert type="info" showIcon message={handle.news} role="status" />}
      <FormProvider key={handle.form.id} form={handle.form}>
        <DrawingContext value={drawing}>
          <div className="at-grid">
            <SchemaField schema={handle.schema} />
          </div>
        </DrawingContext>
      </FormProvider>
      {part === undefined && <Foreseen handle={handle} />}
    </div>
  )
}
