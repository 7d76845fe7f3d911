import type { CSSProperties } from 'react'
import type { FilterModel, Lang } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useLang, useText } from '../core/i18n.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import { textWidth } from './textWidth.ts'

/** Types whose filter applies at once; typed ones wait for Enter. */
export const isTyped = (filter: FilterModel): boolean =>
  ['contains'].includes(filter.match.kind) ||
  (['string', 'text', 'phone', 'email', 'serial', 'int', 'decimal', 'money'].includes(filter.control.type) &&
    !filter.control.in)

/** Widths, px: the least of a filter and of a range, of their fields beside the label, and the most of a label. */
const LEAST = { one: 220, range: 320 }
const FIELD = { one: 112, range: 200 }
const GAP = 8
/** What a field takes beside its text: its padding, and the room of the button that clears it (px). */
const AROUND = 44
const LABEL_MOST = 260

/** The width at which neither the label nor what is typed, nor the hint in an empty field, is cut. */
export function widthOfFilter({ label, range, hint }: FilterModel, lang: Lang): number {
  const kind = range ? 'range' : 'one'
  const field = Math.max(FIELD[kind], hint ? textWidth(hint[lang]) + AROUND : 0)
  return Math.max(LEAST[kind], Math.min(textWidth(label[lang]), LABEL_MOST) + GAP + field)
}

/** One filter with its label. */
export function FilterItem({
  prefix,
  filter,
  value,
  row,
  env,
  onChange,
}: {
  prefix: string
  filter: FilterModel
  value: unknown
  row: WireRow
  env: () => Env
  onChange: (filter: FilterModel, value: unknown, picked?: WireRow | WireRow[]) => void
}) {
  const text = useText()
  const width = widthOfFilter(filter, useLang())
  const { Filter } = fieldView(filter.control.type)
  if (!Filter) return null
  const id = `${prefix}${filter.name}`
  return (
    <div
      className={filter.range ? 'at-filter at-filter-range' : 'at-filter'}
      style={{ '--wants': `${width}px` } as CSSProperties}
    >
      <label htmlFor={id} id={`${id}-label`} title={text(filter.label)}>
        {text(filter.label)}
      </label>
      <Filter
        id={id}
        filter={filter}
        value={value}
        row={row}
        env={env}
        labelledBy={`${id}-label`}
        onChange={(next, picked) => onChange(filter, next, picked)}
      />
    </div>
  )
}
