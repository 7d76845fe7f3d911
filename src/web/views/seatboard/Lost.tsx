import { useState } from 'react'
import type { ActionModel, SeatboardView } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { useCore } from '../../core/model.ts'
import type { CallRefused } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { dayIn } from '../calendar/days.ts'
import type { Pressed } from '../PressOnce.tsx'

/** A seat that somebody else was quicker to take, and those that are free instead. */
interface LostSeat {
  action: ActionModel
  row: WireRow
  free: WireRow[]
}

/** Keeps the last seat that was lost, where its refusal offers others. */
export function useLost() {
  const [lost, setLost] = useState<LostSeat>()
  const onRefused = (
    { data }: CallRefused,
    { action, row }: { action: ActionModel; row: WireRow | undefined },
  ): void => {
    const { free } = data as { free?: unknown }
    setLost(row && Array.isArray(free) && free.length > 0 ? { action, row, free: free as WireRow[] } : undefined)
  }
  return { lost, onRefused, forget: () => setLost(undefined) }
}

interface LostProps {
  view: SeatboardView
  lost: LostSeat
  params: WireRow
  /** Presses the same button for a seat that is free. */
  onPress: (pressed: Pressed) => void
  onEnd: () => void
}

/** The next free seats after a lost race: one press takes one. */
export function Lost({ view, lost, params, onPress, onEnd }: LostProps) {
  const t = useT()
  const lang = useLang()
  const zone = useCore().app.timezone
  const { action, row, free } = lost
  return (
    <div className="at-carrying" role="status">
      <b>{t('nextFree')}</b>
      {free.map((one) => {
        const day = view.day === undefined ? undefined : one[view.day]
        const words = [typeof day === 'number' ? dayIn(lang, day, zone, 'day') : '', String(one[view.from] ?? '')]
        return (
          <button
            key={words.join(' ')}
            type="button"
            className="at-link"
            aria-label={[action.label[lang], ...words].join(' ')}
            onClick={() => {
              onEnd()
              onPress({ action, row: { ...row, ...one }, params })
            }}
          >
            {words.join(' ')}
          </button>
        )
      })}
      <button type="button" className="at-link" onClick={onEnd}>
        {t('cancel')}
      </button>
    </div>
  )
}
