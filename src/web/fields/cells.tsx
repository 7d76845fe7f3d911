/** The parts of cells. Everything here is a plain element: no component of the kit, no hook, no state. */
import type { ReactNode } from 'react'
import type { DictionaryModel, DictionaryValue, Tone } from '../../model/model.ts'
import { t } from './sentences.ts'
import type { CellContext, FieldView } from './types.ts'

/** An empty cell. The style sheet draws a dash, so that copying a table copies nothing. */
export const NONE = <span className="at-none" />

/** A small label in the colour of its meaning. */
export function tag(label: string, tone: Tone | undefined): ReactNode {
  return <span className={`at-tag at-tone-${tone ?? 'plain'}`}>{label}</span>
}

/** Text in one piece with a small button that copies it (`copyClicked`). */
function copyable(text: string, drawn: ReactNode = text): ReactNode {
  return (
    <span className="at-copyable">
      {drawn}
      <button
        type="button"
        className="at-copy"
        data-copy={text}
        tabIndex={-1}
        aria-label={t('copy')}
        title={t('copy')}
      />
    </span>
  )
}

/** A number that a phone dials; at a desk it reads as text. */
export const telephone = (text: string): ReactNode => (
  <a className="at-tel" href={`tel:${text}`} tabIndex={-1}>
    {text}
  </a>
)

/** A masked text. `asked`: the field whose value may be asked for (`askedClicked`); what is masked is never copied. */
export function hiddenText(text: string, asked: string | undefined): ReactNode {
  return (
    <span className="at-copyable">
      {text}
      {asked && (
        <button
          type="button"
          className="at-reveal"
          data-reveal={asked}
          tabIndex={-1}
          aria-label={t('showNumber')}
          title={t('showNumber')}
        />
      )}
    </span>
  )
}

/** The field whose masked value a click inside a table or a detail asks for, if it does. */
export function askedClicked(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-reveal]')?.dataset.reveal : undefined
}

/** The text that a click inside a table or a detail asks to copy, if it does. */
export function copyClicked(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-copy]')?.dataset.copy : undefined
}

type TextOf = FieldView['text']

/** The cell of a type that is shown as its text. */
export function textCell(text: TextOf): FieldView['cell'] {
  return (value, row, field, c) => text(value, row, field, c) || NONE
}

/** Cell of a type whose text people copy. `draw`: how the text is drawn. */
export function copyCell(text: TextOf, draw?: (text: string) => ReactNode): FieldView['cell'] {
  return (value, row, field, c) => {
    const shown = text(value, row, field, c)
    return shown ? copyable(shown, draw?.(shown)) : NONE
  }
}

/** Any value as text, where no better form is known. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const valuesOf = new WeakMap<DictionaryModel, Map<string | number, DictionaryValue>>()

/** One value of a dictionary, found by its wire value. */
export function dictionaryValue(
  c: Pick<CellContext, 'dictionaries'>,
  name: string | undefined,
  value: unknown,
): DictionaryValue | undefined {
  const dictionary = name === undefined ? undefined : c.dictionaries[name]
  if (!dictionary) return undefined
  let byValue = valuesOf.get(dictionary)
  if (!byValue) valuesOf.set(dictionary, (byValue = new Map(dictionary.values.map((one) => [one.value, one]))))
  return byValue.get(value as string | number)
}
