import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId, useRef, type FocusEvent, type MouseEvent, type RefObject } from 'react'
import { holds, type Env } from '../../../model/expr/evaluate.ts'
import { membersOf, targetOf } from '../../../model/fields.ts'
import { formatMoney } from '../../../model/format.ts'
import type { CashdeskView, FieldModel } from '../../../model/model.ts'
import { isEmpty, missingText } from '../../../model/validate/index.ts'
import { useLang } from '../../core/i18n.ts'
import { withRoots } from '../../fields/bounds.ts'
import { choiceOf } from '../../fields/choices.ts'
import { useCells, usePartModel } from '../../fields/context.tsx'
import { entryEnv, isRequired, isShown, picked } from '../../fields/entry.ts'
import { MemberInput } from '../../fields/inputs/entry.tsx'
import { useT } from '../../fields/sentences.ts'
import { titleOf } from '../../fields/titles.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { centsOf, reckon, sumOf, yuanOf, type Reckoning } from './money.ts'
import type { LimitOf } from './useLimit.ts'
import { memberOf } from './useWays.ts'
import type { WorthHandle } from './useWorth.ts'

type SplitModel = NonNullable<CashdeskView['pay']['split']>
interface SplitProps {
  split: SplitModel
  /** What is settled. */
  rows: readonly WireRow[]
  /** What is offered. */
  ways: readonly WireRow[]
  lines: WireRow[]
  /** Takes the lines whose amount is only proposed. */
  proposed: WeakSet<WireRow>
  reckoning: Reckoning
  /** How much there is by a way that is limited. */
  limitOf: LimitOf
  /** How much a line may take: of its way, and of what is handed over by it. */
  mostOf: LimitOf
  worth: WorthHandle
  onChange: (lines: WireRow[]) => void
  disabled: boolean
  /** The person tried to pay: fields show that they are missing. */
  tried: boolean
}

/** What a way of paying is called. */
export const wayNameOf = (split: SplitModel, line: WireRow): string => titleOf(line, memberOf(split, split.way)) ?? ''

/** What else a way wants to know, as it stands. */
const moreOf = ({ field, way, amount }: SplitModel, line: WireRow, env: Env): FieldModel[] =>
  membersOf(field).filter((one) => one.name !== way && one.name !== amount && isShown(one, entryEnv(env, line)))

const isMissing = (field: FieldModel, line: WireRow, env: Env): boolean =>
  isEmpty(line[field.name]) && isRequired(field, entryEnv(env, line))

/** Whether a required field of a way of payment is empty. */
export const lacks = (split: SplitModel, lines: readonly WireRow[], env: Env): boolean =>
  lines.some((line) => moreOf(split, line, env).some((field) => isMissing(field, line, env)))

/** Whether a way may settle all of the rows. */
const isOffered = ({ offer }: SplitModel, line: WireRow, rows: readonly WireRow[], env: Env): boolean =>
  offer === undefined || rows.every((row) => holds(offer, entryEnv(withRoots(env, { row }), line)))

/** Whether what is too much by a way is given back. */
const givesChange = ({ change }: SplitModel, line: WireRow, env: Env): boolean =>
  change !== undefined && holds(change, entryEnv(env, line))

/** What the lines settle of what is due (cents), and the lines that count, with what counts of them. */
export function reckonLines(
  split: SplitModel,
  lines: readonly WireRow[],
  due: number,
  env: Env,
  mostOf: LimitOf,
): Reckoning & { counting: WireRow[] } {
  const handed = lines.map((line) => ({
    cents: Math.min(centsOf(line[split.amount]), mostOf(line) ?? Infinity),
    change: givesChange(split, line, env),
  }))
  const reckoning = reckon(handed, due)
  const counting = lines.flatMap((line, at) => {
    const cents = reckoning.counts[at] ?? 0
    return cents > 0 ? [{ ...line, [split.amount]: yuanOf(cents) }] : []
  })
  return { ...reckoning, counting }
}

/** Whether a line takes more than there is by its way. */
export function isBeyond({ amount }: SplitModel, line: WireRow, limitOf: LimitOf): boolean {
  const most = limitOf(line)
  return most !== undefined && centsOf(line[amount]) > most
}

/** What is left for a line that gives no change (cents): cash and the like give way to it. */
export function roomFor(split: SplitModel, line: WireRow, lines: readonly WireRow[], due: number, env: Env): number {
  const others = lines.filter((one) => one !== line && !givesChange(split, one, env))
  return Math.max(due - sumOf(others.map((one) => one[split.amount])), 0)
}

/** Money in several ways: one press takes what is left by that way. */
export function Split(props: SplitProps) {
  const { split, rows, ways, reckoning, limitOf, mostOf, worth, lines, proposed, onChange, disabled, tried } = props
  const { env } = useScope()
  const root = useRef<HTMLDivElement>(null)
  const again = (value: unknown): void =>
    root.current?.querySelector<HTMLElement>(`[data-way="${String(value)}"] input`)?.focus()
  return (
    <div className="at-split" ref={root}>
      <Ways
        way={memberOf(split, split.way)}
        records={ways}
        offers={(line) => isOffered(split, line, rows, env)}
        disabled={disabled}
        taken={lines.map((line) => line[split.way])}
        limitOf={limitOf}
        onTake={(line) => {
          const cents = Math.min(reckoning.rest, limitOf(line) ?? Infinity)
          const taken = worth.isOf(line) ? line : { ...line, [split.amount]: yuanOf(cents) }
          proposed.add(taken)
          onChange([...lines, taken])
        }}
        onAgain={again}
      />
      {lines.map((line, at) => {
        const change = givesChange(split, line, env)
        return (
          <Line
            key={String(line[split.way])}
            split={split}
            line={line}
            change={change}
            limit={limitOf(line) ?? (worth.of(line)?.cents || undefined)}
            worth={worth.isOf(line) ? worth : undefined}
            over={(reckoning.over > 0 && !change) || isBeyond(split, line, mostOf)}
            disabled={disabled}
            tried={tried && (reckoning.counts[at] ?? 0) > 0}
            onChange={(next) => {
              // What another number pays is not known yet.
              const other = worth.isOf(line) && next[split.worth?.by ?? ''] !== line[split.worth?.by ?? '']
              const changed = other ? { ...next, [split.amount]: undefined } : next
              onChange(lines.map((one, i) => (i === at ? changed : one)))
            }}
            onRemove={() => onChange(lines.filter((one) => one !== line))}
          />
        )
      })}
    </div>
  )
}

interface WaysProps {
  way: FieldModel
  records: readonly WireRow[]
  taken: readonly unknown[]
  /** Whether what is settled may be settled so. */
  offers: (line: WireRow) => boolean
  disabled: boolean
  limitOf: LimitOf
  onTake: (line: WireRow) => void
  /** One that is taken was pressed again. */
  onAgain: (value: unknown) => void
}

/** So many ways have a key of their own. */
const KEYS = 9

/** Alt and a digit press the way that stands there, wherever the cursor is. */
function useWayKeys(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  const { active } = useScope()
  useEffect(() => {
    if (!active) return
    const onKey = (event: KeyboardEvent): void => {
      // By its place: with Alt some keyboards write another sign.
      const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1]
      if (!digit || !event.altKey || event.ctrlKey || event.metaKey || event.repeat) return
      const way = root.current?.querySelectorAll('button')[Number(digit) - 1]
      if (!way || document.querySelector('.ant-modal-wrap:not([style*="display: none"])')) return
      event.preventDefault()
      way.click()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [active])
  return root
}

/** From the box that found the only row the cursor goes on to the first way: what follows is Enter, an amount, Enter. */
function useLedHere(root: RefObject<HTMLDivElement | null>, offered: boolean): void {
  useEffect(() => {
    if (!offered || !document.activeElement?.matches('.at-find input[data-found]')) return
    root.current?.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  }, [root, offered])
}

/** The ways of paying as buttons; each keeps its place, one that is taken is pressed. */
function Ways({ way, records, taken, offers, disabled, limitOf, onTake, onAgain }: WaysProps) {
  const t = useT()
  const cells = useCells()
  const { resources } = usePartModel()
  const resource = targetOf(resources, way)
  const choices = records.flatMap((record) => {
    const choice = choiceOf(record, way, resource, cells)
    const line = picked(way, { [way.name]: choice.value }, choice.record, resource?.title)
    return taken.includes(choice.value) || offers(line) ? [{ ...choice, line }] : []
  })
  const root = useWayKeys()
  useLedHere(root, choices.length > 0)
  return (
    <div className="at-ways" ref={root} role="group" aria-label={t('wayOfPaying')}>
      {choices.map((choice, at) => {
        const pressed = taken.includes(choice.value)
        const { line } = choice
        const most = limitOf(line)
        return (
          <Button
            key={choice.value}
            disabled={disabled || (most === 0 && !pressed)}
            type={pressed ? 'primary' : 'default'}
            ghost={pressed}
            aria-pressed={pressed}
            aria-keyshortcuts={at < KEYS ? `Alt+${at + 1}` : undefined}
            title={at < KEYS ? `Alt+${at + 1}` : undefined}
            onClick={() => (pressed ? onAgain(choice.value) : onTake(line))}
          >
            {choice.label}
            {most !== undefined && <small>{formatMoney(yuanOf(most))}</small>}
          </Button>
        )
      })}
    </div>
  )
}

/** All of an amount is selected when the cursor comes to it, so that what is typed replaces it. */
const REPLACED = {
  onFocus: ({ target }: FocusEvent): void => {
    if (target instanceof HTMLInputElement) target.select()
  },
  // A press would put the cursor inside and select nothing.
  onMouseDown: (event: MouseEvent): void => {
    const { target } = event
    if (!(target instanceof HTMLInputElement) || target === document.activeElement) return
    event.preventDefault()
    target.focus()
  },
}

interface LineProps {
  split: SplitModel
  line: WireRow
  /** What is too much of it is given back. */
  change: boolean
  over: boolean
  /** How much there is by this way, in cents. */
  limit: number | undefined
  /** Something with a number is handed over by it. */
  worth: WorthHandle | undefined
  disabled: boolean
  tried: boolean
  onChange: (line: WireRow) => void
  onRemove: () => void
}

/** One way with its amount, and what else it wants to know. */
function Line({ split, line, change, over, limit, worth, disabled, tried, onChange, onRemove }: LineProps) {
  const t = useT()
  const lang = useLang()
  const id = useId()
  const { env } = useScope()
  const entry = { members: membersOf(split.field), entry: line, env: () => env, disabled, idPrefix: id, onChange }
  const name = wayNameOf(split, line)
  const root = useRef<HTMLDivElement>(null)
  const begins = worth ? `[data-field="${split.worth?.by}"]` : '[data-amount]'
  useEffect(() => root.current?.querySelector<HTMLElement>(`${begins} input`)?.focus(), [begins])
  const { amount: said } = (worth ? split.worth : split.limit) ?? {}
  return (
    <div className="at-split-line" ref={root} role="group" aria-label={name} data-way={String(line[split.way])}>
      <label id={`${id}-way`} htmlFor={`${id}-amount`}>
        {`${name} `}
        {change && <small>{t('received')}</small>}
        {limit !== undefined && (
          <small className="at-most">
            {said?.label[lang]} {formatMoney(yuanOf(limit))}
          </small>
        )}
      </label>
      <span data-amount {...REPLACED}>
        <MemberInput
          {...entry}
          id={`${id}-amount`}
          member={memberOf(split, split.amount)}
          labelledBy={`${id}-way`}
          invalid={over}
        />
      </span>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        disabled={disabled}
        aria-label={t('takeOut', { name })}
        title={t('takeOut', { name })}
        onClick={onRemove}
      />
      {moreOf(split, line, env).map((field) => (
        <More
          key={field.name}
          field={field}
          entry={entry}
          missing={tried && isMissing(field, line, env)}
          worth={field.name === split.worth?.by ? worth : undefined}
        />
      ))}
    </div>
  )
}

type Entry = Omit<Parameters<typeof MemberInput>[0], 'id' | 'member'>

/** What else a way wants to know; of what has a number, what there is to be picked, and why one pays nothing. */
function More({
  field,
  entry,
  missing,
  worth,
}: {
  field: FieldModel
  entry: Entry
  missing: boolean
  worth: WorthHandle | undefined
}) {
  const lang = useLang()
  const id = `${entry.idPrefix}-${field.name}`
  const required = isRequired(field, entryEnv(entry.env(), entry.entry))
  const why = worth?.of(entry.entry)?.why
  const wrong = missing ? missingText(field)[lang] : why
  return (
    <div
      className="at-split-more"
      data-scanned=""
      data-field={field.name}
      data-wrong={wrong !== undefined || undefined}
    >
      <label id={`${id}-label`} htmlFor={id} className={required ? 'at-required' : undefined}>
        {field.label[lang]}
      </label>
      <MemberInput {...entry} id={id} member={field} labelledBy={`${id}-label`} invalid={wrong !== undefined} />
      {wrong ? (
        <p className="at-error" role="alert">
          {wrong}
        </p>
      ) : (
        field.help && <p className="at-quiet">{field.help[lang]}</p>
      )}
      {worth && <Offers field={field} entry={entry} worth={worth} />}
    </div>
  )
}

/** What the payer has to hand over, to be picked instead of typed. */
function Offers({ field, entry, worth }: { field: FieldModel; entry: Entry; worth: WorthHandle }) {
  const lang = useLang()
  if (worth.offers.length === 0) return null
  return (
    <div className="at-offers" role="group" aria-label={field.label[lang]}>
      {worth.offers.map(({ no, label, cents }) => (
        <Button
          key={no}
          size="small"
          disabled={entry.disabled ?? false}
          aria-pressed={entry.entry[field.name] === no}
          type={entry.entry[field.name] === no ? 'primary' : 'default'}
          ghost={entry.entry[field.name] === no}
          title={no}
          onClick={() => entry.onChange({ ...entry.entry, [field.name]: no })}
        >
          {label || no} <small>{formatMoney(yuanOf(cents))}</small>
        </Button>
      ))}
    </div>
  )
}
