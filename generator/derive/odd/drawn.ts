/** NUM002: views that draw something else than they ask for. */
import type { CalendarView, Model, StatView } from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'

export function noteDrawn(c: Compilation, model: Model): void {
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source) continue
    for (const view of withInner(screen.view)) {
      const at = placeOf(view) ?? { source, path: [] }
      if (view.view === 'calendar') noteDays(c, at, model, view)
      if (view.view === 'stat') noteBlocks(c, at, model, view)
    }
  }
}

/** The days that are asked for, and the day an entry stands at. */
function noteDays(c: Compilation, at: At, model: Model, { resource, asks, date }: CalendarView): void {
  const r = model.resources[resource]
  const asked = Object.values(r?.filters ?? {}).find(({ wire }) => wire[0] === asks.from)
  const place = below(at, 'date')
  if (asked?.match.kind !== 'range' || asked.match.path === date || !place.source.exists(place)) return
  const fields = [asked.match.path, date].map((name) => r?.fields[name])
  if (fields.every((field) => field?.type === 'date'))
    c.note(
      place,
      'NUM002',
      `the days of "${asked.match.path}" are asked for, and entries stand at "${date}": what lies in another month is not seen`,
    )
}

function noteBlocks(c: Compilation, at: At, model: Model, { blocks }: StatView): void {
  for (const block of blocks) {
    if (block.kind !== 'chart') continue
    const place = below(at, 'blocks', block.key)
    const [by] = block.by
    if (block.chart === 'pie' && (by?.type === 'date' || by?.type === 'datetime'))
      c.note(
        below(place, 'chart'),
        'NUM002',
        `a pie shows the parts of a whole, and each day would be one; draw a line or bars over "${by.name}"`,
      )
    if (block.chart === 'line' && by?.type === 'enum' && !isOrdered(model, by.of))
      c.note(
        below(place, 'chart'),
        'NUM002',
        `a line joins the values of "${by.name}", which follow one another in no order; draw bars`,
      )
  }
}

const isOrdered = (model: Model, dictionary: string): boolean => model.dictionaries[dictionary]?.ordered ?? false
