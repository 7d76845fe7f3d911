/** The parts of cells. Everything here is a plain element: no component of the kit, no hook, no state. */
import type { ReactNode } from 'react'
import type { DictionaryModel, DictionaryValue, Tone } from '../../model/model.ts'
import { textIn } from '../../model/words.ts'
import { t } from './sentences.ts'
import type { CellContext, FieldView } from './types.ts'

/** An empty cell. The style sheet draws a dash, so that copying a table copies nothing. */
export const NONE = <span className="at-none" />

/** A small label in the colour of its meaning. */
export function tag(label: string, tone: Tone | undefined): ReactNode {
  return <span className={`at-tag at-tone-${tone ?? 'plain'}`}>{label}</span>
}

/** Text in one piece, with a small button after it that the keyboard passes by; what it does, its data attribute says. */
function withButton(drawn: ReactNode, label: string, button: { className: string } & Record<`data-${string}`, string>) {
  return (
    <span className="at-copyable">
      {drawn}
      <button type="button" {...button} tabIndex={-1} aria-label={label} title={label} />
    </span>
  )
}

/** Text with a button that copies it (`copyClicked`). */
const copyable = (text: string, drawn: ReactNode = text): ReactNode =>
  withButton(drawn, t('copy'), { className: 'at-copy', 'data-copy': text })

/** A number that a phone dials; at a desk it reads as text. */
export const telephone = (text: string): ReactNode => (
  <a className="at-tel" href={`tel:${text}`} tabIndex={-1}>
    {text}
  </a>
)

/** A masked text. `asked`: the field whose value may be asked for (`askedClicked`); what is masked is never copied. */
export function hiddenText(text: string, asked: string | undefined): ReactNode {
  if (!asked) return <span className="at-copyable">{text}</span>
  return withButton(text, t('showNumber'), { className: 'at-reveal', 'data-reveal': asked })
}

/** What the button says that a click inside a table or a detail hit, if it hit one. */
function clicked(target: EventTarget, name: 'copy' | 'reveal'): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] : undefined
}

/** The field whose masked value a click asks for. */
export const askedClicked = (target: EventTarget): string | undefined => clicked(target, 'reveal')

/** The text that a click asks to copy. */
export const copyClicked = (target: EventTarget): string | undefined => clicked(target, 'copy')

type TextOf = FieldView['text']

/** Text may exist in both languages: the name of a record, a sentence of the server. */
export const textInLanguage: FieldView['text'] = (value, row, field, c) =>
  textIn(c.lang, plainText(value), row, field, c.dictionaries)

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
