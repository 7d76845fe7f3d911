/** What cells are made of. Everything here is a plain element: no component of a kit, no hook, no state. */
import type { ReactNode } from 'react'
import type { DictionaryModel, DictionaryValue, Tone } from '../../model/model.ts'
import { t } from './sentences.ts'
import type { CellContext, FieldView } from './types.ts'

/** Nothing there. A dash is drawn by the style sheet, so that copying a table copies nothing. */
export const NONE = <span className="at-none" />

/** A quiet label in the colour of its meaning. */
export function tag(label: string, tone: Tone | undefined): ReactNode {
  return <span className={`at-tag at-tone-${tone ?? 'plain'}`}>{label}</span>
}

/** Text in one piece with a small button that copies it (`copyClicked`). */
function copyable(text: string): ReactNode {
  return (
    <span className="at-copyable">
      {text}
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

/** The text that a click inside a table or a detail asks to copy, if it does. */
export function copyClicked(target: EventTarget): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-copy]')?.dataset.copy : undefined
}

type TextOf = FieldView['text']

/** Cell of a type that reads as its text. */
export function textCell(text: TextOf): FieldView['cell'] {
  return (value, row, field, c) => text(value, row, field, c) || NONE
}

/** Cell of a type whose text people copy. */
export function copyCell(text: TextOf): FieldView['cell'] {
  return (value, row, field, c) => {
    const shown = text(value, row, field, c)
    return shown ? copyable(shown) : NONE
  }
}

/** Any value as text, where nothing better is known. */
export function plainText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const valuesOf = new WeakMap<DictionaryModel, Map<string | number, DictionaryValue>>()

/** One value of a dictionary by what the wire carries. */
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
