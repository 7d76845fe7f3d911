import { Popover } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { dictionaryOf } from '../../../model/fields.ts'
import { useLang, useText } from '../../core/i18n.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay } from '../../lists/buttons.tsx'
import { cellText } from '../../lists/columns.tsx'
import { useScope } from '../scope.tsx'
import type { BoardProps } from './types.ts'
import { useCountdown } from './useSecond.ts'

interface SeatProps extends BoardProps {
  seat: WireRow
  stop: boolean
  /** Said before the seat by its label: the group, the time. */
  place: string
}

/** What a seat says: its state, whom it is for, how long it is kept. */
function useSeatWords({ view, seat, place }: Pick<SeatProps, 'view' | 'seat' | 'place'>) {
  const lang = useLang()
  const text = useText()
  const cells = useCells()
  const { part } = useScope()
  const by = view.states.find(({ name }) => seat[name] !== undefined && seat[name] !== null)
  const state = by && dictionaryOf(part.dictionaries, by)?.values.find((one) => one.value === seat[by.name])
  const mine = view.mine !== undefined && seat[view.mine] === 1
  const [whose = '', ...others] = view.seats.view.columns.map((column) => cellText(column, seat, cells))
  const lines = [whose, ...others].filter(Boolean)
  const special = view.special && seat[view.special.name] === 1 ? text(view.special.label) : ''
  const over = view.over && seat[view.over.name] === 1 ? text(view.over.label) : ''
  const tone = over ? 'off' : mine ? 'active' : (state?.tone ?? 'plain')
  const word = over || (state?.label[lang] ?? '')
  // A seat that is nobody's says first that it is free, then what there is to know of it.
  const head = whose || word
  const more = (whose ? others.filter(Boolean).join(' · ') || word : lines.join(' · ')) || undefined
  // What is in sight stands in it as it is seen, so that whoever speaks it is understood.
  const seen = [head === word ? '' : head, more, special].filter(Boolean).join(' ')
  const said = [place, lines.includes(word) ? '' : word, seen].filter(Boolean).join(', ')
  return { tone, word, lines: lines.filter((one) => one !== word), head, more, special, over, mine, said }
}

/** A seat: its state in a word and a colour, and what stands in it. A press takes it, or opens what can be done. */
export function Seat({ seat, stop, place, ...props }: SeatProps) {
  const { view, hand, onPress, onDrop } = props
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  const words = useSeatWords({ view, seat, place })
  const left = useCountdown(view.until === undefined ? undefined : seat[view.until])
  const carriable = hand.mayCarry(seat)
  const press = (): void => {
    if (!onPress(seat)) setOpen(true)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key.toLowerCase() === 'm' && carriable) hand.carry(seat)
  }
  const target = hand.carried !== undefined && hand.putOn(seat) !== undefined
  const classes = [
    'at-tile at-seat',
    `at-edge-${words.tone}`,
    words.over && 'at-seat-over',
    target && 'at-seat-target',
    hand.carried?.id === seat.id && 'at-tile-carried',
  ]
  return (
    <div className="at-seat-place">
      <button
        ref={button}
        type="button"
        className={classes.filter(Boolean).join(' ')}
        data-cell
        tabIndex={stop ? 0 : -1}
        draggable={carriable}
        onDragStart={() => hand.carry(seat)}
        onDragOver={(event) => target && event.preventDefault()}
        onDrop={() => onDrop(seat)}
        onKeyDown={onKeyDown}
        onClick={press}
        aria-haspopup="dialog"
        aria-label={words.said}
      >
        <span className="at-seat-head">
          <b>{words.head}</b>
          {left && <span className={left.soon ? 'at-count at-count-soon' : 'at-count'}>{left.text}</span>}
        </span>
        {words.more && <small>{words.more}</small>}
        {words.special && <small className="at-seat-special">{words.special}</small>}
      </button>
      {/* A board has many seats: a popover costs more to draw than its seat, so only the one that is open has one. */}
      {open && (
        <Popover
          open
          onOpenChange={(next) => !next && setOpen(false)}
          trigger="click"
          content={<Menu {...props} seat={seat} title={place} lines={words} onClose={close} />}
        >
          <span className="at-seat-anchor" aria-hidden />
        </Popover>
      )}
    </div>
  )
}

/** What stands in a seat, and what can be done with it. */
function Menu({
  seat,
  title,
  lines,
  hand,
  ofSeat,
  onClose,
}: BoardProps & { seat: WireRow; title: string; lines: { word: string; lines: string[] }; onClose: () => void }) {
  const t = useT()
  const buttons = ofSeat(seat)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => menu.current?.focus({ preventScroll: true }), [])
  return (
    <div
      ref={menu}
      className="at-seat-menu"
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <h3>{title}</h3>
      <p>{[lines.word, ...lines.lines].filter(Boolean).join(' · ')}</p>
      <div className="at-seat-buttons">
        {buttons.map((button) => (
          <button
            key={button.key}
            type="button"
            className={button.danger ? 'at-link at-danger' : 'at-link'}
            aria-disabled={button.why !== undefined || undefined}
            title={button.why}
            onClick={() => {
              onClose()
              pressOrSay(button)
            }}
          >
            {button.label}
          </button>
        ))}
        {hand.mayCarry(seat) && (
          <button
            type="button"
            className="at-link"
            onClick={() => {
              onClose()
              hand.carry(seat)
            }}
          >
            {t('moveIt')}
          </button>
        )}
        {buttons.length === 0 && !hand.mayCarry(seat) && <span className="at-quiet">{t('notNow')}</span>}
      </div>
    </div>
  )
}
