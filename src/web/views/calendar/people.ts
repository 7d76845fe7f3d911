/** A calendar whose rows are records: who stands in it, and what each has on a day. */
import type { CalendarView, FieldModel } from '../../../model/model.ts'
import { titleKey, titleOf } from '../../fields/titles.ts'
import type { WireRow } from '../../fields/types.ts'
import { pressOrSay, type Press } from '../../lists/buttons.tsx'
import type { DaysProps } from './types.ts'
import type { CalendarWork } from './useCalendar.ts'

/** A record that makes a row. */
export interface Person {
  key: string | number
  name: string
}

/** Everybody of the days shown and of those just before, by name: who has nothing yet can be given something. */
export function peopleOf({ list }: CalendarWork, by: FieldModel): Person[] {
  const people = new Map<string | number, Person>()
  for (const row of list.rows) {
    const key = row[by.name]
    if (typeof key !== 'number' && typeof key !== 'string') continue
    people.set(key, { key, name: titleOf(row, by) ?? String(key) })
  }
  return [...people.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** The entry of a record on a day; where there is none, what one would begin with. */
export const entryOf = (
  { date }: CalendarView,
  { byDay, wire }: CalendarWork,
  by: FieldModel,
  { person, day }: { person: Person; day: number },
): WireRow =>
  byDay.get(day)?.find((row) => row[by.name] === person.key) ?? {
    ...wire,
    [by.name]: person.key,
    [titleKey(by)]: person.name,
    [date]: day,
  }

/** What a press on a cell does, and what else can be done there. */
export function pressesOf(
  { lines }: CalendarView,
  buttonsOf: DaysProps['buttonsOf'],
  entry: WireRow,
): { press: (() => void) | undefined; first: Press | undefined; rest: Press[] } {
  const buttons = buttonsOf(entry)
  const first = lines?.press.flatMap((key) => buttons.find((one) => one.key === key) ?? [])[0]
  return {
    press: first && (() => pressOrSay(first)),
    first,
    rest: buttons.filter((one) => one !== first),
  }
}
