import { Button, Input, Segmented, Spin } from 'antd'
import { useEffect, useState } from 'react'
import type { Env } from '../../../model/expr/evaluate.ts'
import { dictionaryOf } from '../../../model/fields.ts'
import type { CallModel, FieldModel } from '../../../model/model.ts'
import { SideSheet } from '../../core/SideSheet.tsx'
import { lookupOf, type Choice } from '../choices.ts'
import { useCells, usePartModel } from '../context.tsx'
import { fieldView } from '../lookup.ts'
import { useT } from '../sentences.ts'
import type { WireRow } from '../types.ts'
import { smallUrl, uploadsOf } from '../uploads.tsx'
import { useChoices } from '../useChoices.ts'

type Kind = string | number

/** A chosen record, and its kind where the reference points at several. */
export interface Carded {
  choice: Choice
  kind: Kind | undefined
}

export interface CardPickerProps {
  /** The reference that is chosen. */
  field: FieldModel
  /** Of a reference to several kinds: the member that says which, and those that are offered. */
  kinds?: { by: FieldModel; values: readonly Kind[] }
  /** The record in which the reference stands. */
  row: WireRow
  /** The environment of a look-up for such a record. */
  envOf: (row: WireRow) => Env
  /** Several are chosen, and then put in together. */
  many: boolean
  onDone: (chosen: readonly Carded[]) => void
  onClose: () => void
}

/** Records to choose from as cards with a picture, in a side sheet. */
export function CardPicker(props: CardPickerProps) {
  const t = useT()
  const { field, kinds, many, onDone, onClose } = props
  const cells = useCells()
  const [kind, setKind] = useState(
    kinds?.values.find((value) => value === props.row[kinds.by.name]) ?? kinds?.values[0],
  )
  const [chosen, setChosen] = useState<readonly Carded[]>([])
  const isChosen = (value: unknown): boolean => chosen.some((one) => one.kind === kind && one.choice.value === value)
  const press = (choice: Choice) => {
    if (!many) return onDone([{ choice, kind }])
    setChosen(
      isChosen(choice.value)
        ? chosen.filter((one) => one.kind !== kind || one.choice.value !== choice.value)
        : [...chosen, { choice, kind }],
    )
  }
  return (
    <SideSheet
      onClose={onClose}
      className="at-picker"
      title={field.label[cells.lang]}
      footer={
        many && (
          <Button type="primary" disabled={chosen.length === 0} onClick={() => onDone(chosen)}>
            {t('putIn', { count: chosen.length })}
          </Button>
        )
      }
    >
      {kinds && kinds.values.length > 1 && (
        <Segmented<Kind>
          value={kind}
          onChange={setKind}
          options={kinds.values.map((value) => ({ value, label: labelOf(kinds.by, value, cells) }))}
          aria-label={kinds.by.label[cells.lang]}
        />
      )}
      <Offered
        key={kind}
        {...props}
        row={kinds ? { ...props.row, [kinds.by.name]: kind } : props.row}
        isChosen={isChosen}
        onPress={press}
      />
    </SideSheet>
  )
}

function labelOf(field: FieldModel, value: Kind, { dictionaries, lang }: ReturnType<typeof useCells>): string {
  return dictionaryOf(dictionaries, field)?.values.find((one) => one.value === value)?.label[lang] ?? String(value)
}

interface OfferedProps extends Pick<CardPickerProps, 'field' | 'row' | 'envOf' | 'many'> {
  isChosen: (value: unknown) => boolean
  onPress: (choice: Choice) => void
}

function Offered({ field, row, envOf, many, isChosen, onPress }: OfferedProps) {
  const t = useT()
  const part = usePartModel()
  const env = () => envOf(row)
  const lookup = useChoices(field, row, env, true)
  const [first] = useState(() => lookup.ask)
  useEffect(() => first(), [first])
  const cards = lookupOf(field, row, part)?.cards
  return (
    <>
      <Input.Search
        autoFocus
        allowClear
        aria-label={t('search')}
        placeholder={t('search')}
        onChange={(event) => lookup.type(event.target.value)}
        onSearch={(text) => lookup.ask(text)}
      />
      <div className="at-picker-cards" aria-busy={lookup.busy}>
        {lookup.choices.map((choice) => (
          <Card
            key={choice.value}
            {...{ choice, cards, onPress }}
            pressed={many ? isChosen(choice.value) : undefined}
          />
        ))}
      </div>
      {lookup.choices.length === 0 && (
        <p className="at-picker-none" role="status">
          {lookup.busy ? <Spin size="small" /> : t(lookup.failed ? 'lookupFailed' : 'nothingFound')}
        </p>
      )}
    </>
  )
}

interface CardProps {
  choice: Choice
  cards: CallModel['cards']
  pressed: boolean | undefined
  onPress: (choice: Choice) => void
}

function Card({ choice, cards, pressed, onPress }: CardProps) {
  const cells = useCells()
  const { record, label } = choice
  const [picture] = uploadsOf(cards && record[cards.image])
  const lines = (cards?.lines ?? []).flatMap((field) => {
    const text = fieldView(field.type).text(record[field.name], record, field, cells)
    const named = field.type === 'int' || field.type === 'decimal'
    return text ? [{ key: field.name, text: named ? `${field.label[cells.lang]} ${text}` : text }] : []
  })
  return (
    <button type="button" className="at-picker-card" aria-pressed={pressed} onClick={() => onPress(choice)}>
      {picture ? (
        <img src={smallUrl(picture.url)} alt="" loading="lazy" />
      ) : (
        <span className="at-picker-blank" aria-hidden>
          {label.slice(0, 1)}
        </span>
      )}
      <strong>{label}</strong>
      {lines.map(({ key, text }) => (
        <small key={key}>{text}</small>
      ))}
    </button>
  )
}
