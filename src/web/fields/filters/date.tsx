import type { Dayjs } from 'dayjs'
import { useCore } from '../../core/model.ts'
import { DayPicker } from '../DayPicker.ts'
import { OwnEscape } from '../OwnEscape.tsx'
import { dayFromPicker, toPicker } from '../pickers.ts'
import { PERIODS, periodOf, type Period } from '../periods.ts'
import { useT } from '../sentences.ts'
import type { FilterProps } from '../types.ts'
import { ends, rangeOf } from './number.tsx'

/** A day, or a range of days, with buttons for the usual periods. */
export function DateFilter(props: FilterProps) {
  return props.filter.range ? <DayRange {...props} /> : <OneDay {...props} />
}

function OneDay({ id, value, onChange, describedBy }: FilterProps) {
  const t = useT()
  const zone = useCore().app.timezone
  return (
    <OwnEscape>
      {(onOpenChange) => (
        <DayPicker
          onOpenChange={onOpenChange}
          id={id}
          value={toPicker(value, zone)}
          onChange={(at) => onChange(at ? dayFromPicker(at, zone) : undefined)}
          placeholder={t('any')}
          className="at-full"
          aria-describedby={describedBy}
        />
      )}
    </OwnEscape>
  )
}

/** The current days of a period. */
function daysOf(period: Period, zone: string): [Dayjs | null, Dayjs | null] {
  const [first, last] = periodOf(period, Date.now(), zone)
  return [toPicker(first, zone), toPicker(last, zone)]
}

function DayRange({ id, value, onChange, labelledBy, describedBy }: FilterProps) {
  const t = useT()
  const zone = useCore().app.timezone
  const [from, to] = ends(value)
  return (
    <OwnEscape>
      {(onOpenChange) => (
        <DayPicker.RangePicker
          onOpenChange={onOpenChange}
          id={{ start: id }}
          value={[toPicker(from, zone), toPicker(to, zone)]}
          onChange={(range) => {
            const [first, last] = range ?? []
            onChange(rangeOf(first && dayFromPicker(first, zone), last && dayFromPicker(last, zone)))
          }}
          allowEmpty={[true, true]}
          presets={PERIODS.map((period) => ({ label: t(period), value: () => daysOf(period, zone) }))}
          placeholder={[t('from'), t('to')]}
          className="at-full"
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
        />
      )}
    </OwnEscape>
  )
}
