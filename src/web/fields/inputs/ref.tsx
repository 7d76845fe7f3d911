import { keyOf } from '../../../model/fields.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { PictureOutlined } from '@ant-design/icons'
import { Button, Select, Spin } from 'antd'
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useNewest } from '../../core/newest.ts'
import { ariaOf } from '../aria.ts'
import { lookupOf, shownOf, targetOf, type Choice } from '../choices.ts'
import { usePartModel } from '../context.tsx'
import { lazyInput } from '../lazy.tsx'
import { useT } from '../sentences.ts'
import { titleOf, titlesOf } from '../titles.ts'
import type { InputProps, WireRow } from '../types.ts'
import { CardPicker } from './cards.ts'
import { useChoices, type Lookup } from '../useChoices.ts'

const TreeInput: ComponentType<InputProps> = lazyInput(async () => (await import('./tree.tsx')).TreeInput)

interface Labelled {
  value: string | number
  label: string
}

/** An option with its facts on a second line, to distinguish records with the same name. */
function Option({ choice }: { choice: Choice | undefined }) {
  if (!choice) return null
  return (
    <span className="at-option">
      {choice.label}
      {choice.facts && <small>{choice.facts}</small>}
    </span>
  )
}

/** What is chosen, with the facts that tell it from its namesakes still in sight. */
function Chosen({ label, facts }: { label: ReactNode; facts: string | undefined }) {
  return (
    <>
      {label}
      {facts && <small className="at-chosen-facts">{facts}</small>}
    </>
  )
}

/** Why a list of choices is empty: of a record of one of several kinds, the kind may not be said yet. */
function nothingSaid({ field, row }: InputProps, { failed }: Lookup): 'chooseKind' | 'lookupFailed' | 'nothingFound' {
  if (field.by && isEmpty(row[field.by])) return 'chooseKind'
  return failed ? 'lookupFailed' : 'nothingFound'
}

/** What every remote select has in common. */
function useRemoteProps(props: InputProps, lookup: Lookup) {
  const t = useT()
  return {
    id: props.id,
    labelInValue: true as const,
    showSearch: true,
    filterOption: false as const,
    onSearch: lookup.type,
    onOpenChange: (open: boolean) => {
      if (open) lookup.ask()
    },
    onBlur: props.onBlur,
    disabled: props.disabled,
    autoFocus: props.autoFocus,
    defaultOpen: props.opened,
    loading: lookup.busy,
    placeholder: props.placeholder ?? t('chooseOrSearch'),
    notFoundContent: lookup.busy ? <Spin size="small" /> : t(nothingSaid(props, lookup)),
    options: lookup.choices.map(({ value, label }): Labelled => ({ value, label })),
    optionRender: (option: { value?: string | number }) => (
      <Option choice={lookup.choices.find((one) => one.value === option.value)} />
    ),
    status: props.invalid ? ('error' as const) : undefined,
    className: 'at-full',
    ...ariaOf(props),
  }
}

const isTree = (props: InputProps, resources: ReturnType<typeof usePartModel>['resources']): boolean =>
  resources[targetOf(props.field, props.row) ?? '']?.tree !== undefined

/** Another record: searched on the server, or chosen in its tree. */
export function RefInput(props: InputProps) {
  const tree = isTree(props, usePartModel().resources)
  return tree ? <TreeInput {...props} /> : <RefSelect {...props} />
}

function RefSelect(props: InputProps) {
  const { field, value, row, onChange } = props
  const lookup = useChoices(field, row, props.env)
  useAskedAtOnce(props.opened === true, lookup)
  const remote = useRemoteProps(props, lookup)
  // A record that was just chosen keeps the name it had in the list, even when the list has changed.
  const [chosen, setChosen] = useState<Choice>()
  const take = (choice: Choice | undefined) => {
    setChosen(choice)
    onChange(choice?.value ?? null, choice?.record)
  }
  const pick = (next: Labelled | undefined) => take(lookup.choices.find((one) => one.value === next?.value))
  const found = lookup.choices.find((one) => one.value === value) ?? (chosen?.value === value ? chosen : undefined)
  const shown =
    value === undefined || value === null
      ? undefined
      : { value: value as string | number, label: titleOf(row, field) ?? found?.label ?? String(value) }
  const select = (
    <Select<Labelled>
      {...remote}
      value={shown}
      onChange={pick}
      onSelect={(next) => {
        if (next.value === value) props.onKept?.()
      }}
      allowClear={field.nullable}
      labelRender={({ label }) => <Chosen label={label} facts={found?.facts} />}
    />
  )
  return <ByPicture {...props} select={select} many={false} onPick={([one]) => take(one)} />
}

/** Choices that are shown at once are asked for at once. */
function useAskedAtOnce(opened: boolean, lookup: Lookup): void {
  const newest = useNewest(lookup)
  useEffect(() => {
    if (opened) newest.current.ask()
  }, [opened, newest])
}

interface ByPictureProps extends InputProps {
  select: ReactNode
  many: boolean
  onPick: (choices: Choice[]) => void
}

/** A select, with a button that offers the same as cards where the look-up has any. */
function ByPicture({ select, many, onPick, ...props }: ByPictureProps) {
  const t = useT()
  const { field, row, env, inCell, disabled, busy } = props
  const [open, setOpen] = useState(false)
  const cards = lookupOf(field, row, usePartModel())?.cards
  if (!cards || inCell || (disabled && !busy)) return select
  return (
    <span className="at-by-picture">
      {select}
      <Button
        icon={<PictureOutlined />}
        disabled={disabled}
        title={t('byPicture')}
        aria-label={t('byPicture')}
        onClick={() => setOpen(true)}
      />
      {open && (
        <CardPicker
          field={field}
          row={row}
          envOf={() => env()}
          many={many}
          onDone={(chosen) => {
            onPick(chosen.map(({ choice }) => choice))
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}

/** Several other records. */
export function RefsInput(props: InputProps) {
  const tree = isTree(props, usePartModel().resources)
  return tree ? <TreeInput {...props} /> : <RefsSelect {...props} />
}

function RefsSelect(props: InputProps) {
  const { field, row, onChange } = props
  const keys = Array.isArray(props.value) ? (props.value as (string | number)[]) : []
  const lookup = useChoices(field, row, props.env)
  const remote = useRemoteProps(props, lookup)
  // Chosen records stay known when the list no longer contains them.
  const [chosen, setChosen] = useState<readonly Choice[]>([])
  const found = (key: unknown): Choice | undefined => [...lookup.choices, ...chosen].find((one) => one.value === key)
  const titles = titlesOf(row, field, keys)
  const pick = (next: Labelled[]) => {
    const recordOf = (one: Labelled): WireRow =>
      found(one.value)?.record ?? { [keyOf(field)]: one.value, label: one.label }
    setChosen(next.flatMap((one) => found(one.value) ?? []))
    onChange(
      next.map((one) => one.value),
      next.map(recordOf),
    )
  }
  const shown = keys.map((key, i): Labelled => ({ value: key, label: found(key)?.label ?? titles[i] ?? String(key) }))
  const put = (choices: Choice[]): void => {
    const known = keys.flatMap((key) => found(key) ?? [])
    const all = [...known, ...choices.filter(({ value: key }) => !keys.includes(key))]
    setChosen(all)
    onChange(
      [...keys, ...choices.flatMap(({ value: key }) => (keys.includes(key) ? [] : [key]))],
      all.map(({ record }) => record),
    )
  }
  const select = (
    <Select<Labelled[]> {...remote} mode="multiple" value={shown} onChange={pick} maxTagCount={shownOf(keys)} />
  )
  return <ByPicture {...props} select={select} many onPick={put} />
}
