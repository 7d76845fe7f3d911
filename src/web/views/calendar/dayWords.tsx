/** What a day of counts says: how much is taken, what more there is, whether it is off and why. */
import type { CalendarView } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { CellContext, WireRow } from '../../fields/types.ts'
import { cellText } from '../../lists/columns.tsx'
import { useOff } from '../useOff.ts'
import type { CalendarWork } from './useCalendar.ts'

/** The row of a day; one that nobody opened yet has only its date and what the filters say. */
export const rowOfDay = (view: CalendarView, { wire, byDay }: CalendarWork, day: number): WireRow => ({
  ...wire,
  ...byDay.get(day)?.[0],
  [view.date]: day,
})

interface Figures {
  taken: number
  all: number
  /** `5/8`, or that it is full. */
  text: string
}

interface DayWords {
  /** Set for a day that is off: the reason, else the name of its being off. */
  off: string | undefined
  figures: Figures | undefined
  more: string
  /** The whole day in words. */
  said: string[]
}

/** Says days in words: once for all of them, since a month draws forty. */
export function useDayWords(view: CalendarView): (row: WireRow) => DayWords {
  const t = useT()
  const text = useText()
  const cells = useCells()
  const offOf = useOff(view.off)
  return (row) => wordsOf(view, row, { t, text, cells, off: offOf(row) })
}

interface Saying {
  t: ReturnType<typeof useT>
  text: ReturnType<typeof useText>
  cells: CellContext
  off: string | undefined
}

function wordsOf(view: CalendarView, row: WireRow, { t, text, cells, off }: Saying): DayWords {
  const numberOf = (name: string): number => (typeof row[name] === 'number' ? row[name] : 0)
  const { taken, all } = view.load ?? {}
  const some = taken ? numberOf(taken.name) : 0
  const whole = all ? numberOf(all.name) : 0
  const full = some >= whole
  const figures =
    off === undefined && whole > 0
      ? { taken: some, all: whole, text: full ? t('full') : `${some}/${whole}` }
      : undefined
  const more = view.columns
    .filter(({ path }) => numberOf(path) > 0)
    .map((column) => `${text(column.label)} ${cellText(column, row, cells)}`)
    .join(' · ')
  const counted = figures && taken && all ? `${text(taken.label)} ${some}, ${text(all.label)} ${whole}` : undefined
  return { off, figures, more, said: [off, counted, more].filter((one): one is string => Boolean(one)) }
}

/** How much is taken, as a bar. */
export const LoadBar = ({ taken, all }: Pick<Figures, 'taken' | 'all'>) => (
  <span className={taken >= all ? 'at-load at-load-full' : 'at-load'} aria-hidden>
    <span style={{ inlineSize: `${Math.min(100, (taken / Math.max(all, 1)) * 100)}%` }} />
  </span>
)
