import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button, Checkbox } from 'antd'
import { useState, type MouseEvent, type ReactNode } from 'react'
import type { ColumnModel, Text } from '../../model/model.ts'
import type { Env } from '../../model/expr/evaluate.ts'
import { useText } from '../core/i18n.ts'
import { copyText } from '../core/copy.ts'
import { askedClicked, copyClicked } from '../fields/cells.tsx'
import { revealNumber } from '../fields/reveal.ts'
import { usePartModel, useRecordCells } from '../fields/context.tsx'
import { t, useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { RowButtons, type Press } from './buttons.tsx'
import { cellText, drawCell } from './columns.tsx'
import { walkProps } from './keys.ts'
import { TotalsLine } from './Totals.tsx'
import type { ListHandle } from './useList.ts'

export interface CardsProps {
  list: ListHandle
  env: Env
  buttonsOf?: (row: WireRow) => Press[]
  onOpen?: (row: WireRow) => void
  selectable: boolean
  empty: ReactNode
  /** What stands below a card when it is unfolded, and what that is called. */
  below?: { label: Text; draw: (row: WireRow) => ReactNode } | undefined
}

/** The parts of a card: its title, its state and its facts. */
interface CardShape {
  title: ColumnModel | undefined
  state: ColumnModel | undefined
  picture: ColumnModel | undefined
  facts: ColumnModel[]
}

/** A card has so many facts; amounts go on to as many. */
const FACTS = 4
const WITH_AMOUNTS = 6

/**
 * The card of a list: its title column (or the first), its first state, then its facts, else the next columns, and its
 * amounts: each that is added up, and others as far as there is room. `whole`: all columns, as a list of cards has them.
 */
export function cardShape(
  columns: readonly ColumnModel[],
  titleName: string | undefined,
  factNames: readonly string[],
  whole = false,
): CardShape {
  const title = columns.find((column) => column.path === titleName) ?? columns[0]
  const enums = columns.filter((column) => column.field.type === 'enum' && column !== title)
  // A state is changed only by calls; other enums are facts.
  const state = enums.find((column) => column.field.managed) ?? enums[0]
  const picture = columns.find((column) => ['image', 'images'].includes(column.field.type))
  const rest = columns.filter((column) => column !== title && column !== state && column !== picture)
  if (whole) return { title, state, picture, facts: rest }
  const named = rest.filter((column) => factNames.includes(column.path))
  const told = [...named, ...rest.filter((column) => !named.includes(column))].slice(0, FACTS)
  const more = rest.filter((column) => !told.includes(column))
  const added = more.filter((column) => column.total)
  const amounts = more.filter((column) => column.field.type === 'money' && !column.total)
  const room = Math.max(WITH_AMOUNTS - told.length - added.length, 0)
  return { title, state, picture, facts: [...told, ...added, ...amounts.slice(0, room)] }
}

/** Rows as cards: on a phone always, at a desk where the list asks for it. */
export function Cards(props: CardsProps) {
  const { list, onOpen, empty } = props
  const text = useText()
  const { resources } = usePartModel()
  const resource = resources[list.view.resource]
  const whole = list.view.layout === 'cards'
  const shape = cardShape(list.columns, resource?.title, resource?.facts ?? [], whole)
  const find = (key: string) => list.rows.find((row) => String(row.id) === key)
  if (list.rows.length === 0) return <div className="at-cards-empty">{empty}</div>
  return (
    <>
      <TotalsLine list={list} />
      <div
        className={`at-cards at-walk${list.state === 'busy' ? ' at-busy' : ''}${whole ? (shape.picture ? ' at-covers' : ' at-whole') : ''}`}
        role="group"
        aria-label={text(list.view.label)}
        aria-busy={list.state === 'busy'}
        {...walkProps({
          onOpen:
            onOpen &&
            ((key) => {
              const row = find(key)
              if (row) onOpen(row)
            }),
        })}
      >
        {list.rows.map((row) => (
          <Card key={String(row.id)} {...props} row={row} shape={shape} />
        ))}
      </div>
    </>
  )
}

type CardProps = CardsProps & { row: WireRow; shape: CardShape }

/** One record. */
export function Card(props: CardProps) {
  const { row, shape, list, env, buttonsOf, onOpen, below } = props
  const cells = useRecordCells()
  const buttons = buttonsOf?.(row) ?? []
  const picture = shape.picture && cellText(shape.picture, row, cells) && drawCell(shape.picture, row, cells, env)
  const covers = list.view.layout === 'cards'
  return (
    <article
      className={onOpen ? 'at-card at-opens' : 'at-card'}
      data-row-key={String(row.id)}
      tabIndex={-1}
      onClick={(event) => clicked(event, row, props)}
    >
      {covers && picture && <div className="at-card-cover">{picture}</div>}
      <CardHead {...props} picture={covers ? undefined : picture} />
      <dl>
        {shape.facts.map(
          (column) =>
            (cellText(column, row, cells) || column.tone) && (
              <div key={column.path}>
                <dt>{column.label[cells.lang]}</dt>
                <dd>{drawCell(column, row, cells, env)}</dd>
              </div>
            ),
        )}
      </dl>
      {buttons.length > 0 && (
        <footer>
          <RowButtons buttons={buttons} />
        </footer>
      )}
      {below && <Below label={below.label} draw={() => below.draw(row)} />}
    </article>
  )
}

/** What a table unfolds below its row. */
function Below({ label, draw }: { label: Text; draw: () => ReactNode }) {
  const text = useText()
  const [open, setOpen] = useState(false)
  return (
    // A press in there is none of the card's.
    <div className="at-card-below" role="presentation" onClick={(event) => event.stopPropagation()}>
      <Button
        type="text"
        size="small"
        icon={open ? <UpOutlined /> : <DownOutlined />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text(label)}
      </Button>
      {open && draw()}
    </div>
  )
}

/** The title of a card with its state, its checkbox and its small picture. */
function CardHead({ row, shape, list, env, selectable, picture }: CardProps & { picture: ReactNode }) {
  const t = useT()
  const cells = useRecordCells()
  const draw = (column: ColumnModel | undefined) => column && drawCell(column, row, cells, env)
  const toggle = () => {
    const others = [...list.selected.values()].filter((one) => one.id !== row.id)
    list.select(list.selected.has(row.id) ? others : [...others, row])
  }
  return (
    <header>
      {selectable && (
        <Checkbox
          checked={list.selected.has(row.id)}
          onChange={toggle}
          aria-label={t('chooseRow', { at: list.rows.indexOf(row) + 1 })}
        />
      )}
      {picture && <span className="at-card-picture">{picture}</span>}
      <strong>{draw(shape.title)}</strong>
      {draw(shape.state)}
    </header>
  )
}

/** A click asks for what is masked, copies what copies, leaves buttons alone, and else opens the row. */
function clicked(event: MouseEvent, row: WireRow, { list, onOpen }: CardsProps): void {
  const { target } = event
  const asked = askedClicked(target)
  if (asked !== undefined) {
    event.preventDefault()
    return void revealNumber(list.view.resource, row.id, asked)
  }
  const copied = copyClicked(target)
  if (copied !== undefined) return copyText(copied, `${t('copied')} ${copied}`)
  if (!(target instanceof Element && target.closest('button, a, label, input'))) onOpen?.(row)
}
