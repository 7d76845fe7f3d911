/** An exact list, or `{ "add": […], "drop": […] }` against another list: the same rule for columns, filters and inputs. */
import { below, type Compilation } from '../base/context.ts'
import { valueAt } from '../base/source.ts'
import { itemsOf, nameOfItem, partBelow, type Part } from '../base/composed.ts'

/** The items without the dropped ones, then the added ones. A dropped item must exist: `code` and `what` are for the error. */
export function changedList(c: Compilation, usual: Part[], change: Part, code: string, what: string): Part[] {
  const names = usual.map(nameOfItem)
  const dropped = itemsOf(partBelow(change, 'drop'))
  for (const { value, at } of dropped)
    if (!names.includes(String(value))) c.unknown(at, code, what, String(value), names)
  const gone = new Set(dropped.map((one) => one.value))
  const remaining = usual.filter((item) => !gone.has(nameOfItem(item)))
  return [...remaining, ...itemsOf(partBelow(change, 'add'))]
}

/**
 * Combines two changes of the same list: an item that either drops is removed, except items that the first change itself
 * added; the items the first change adds come first.
 */
export function changedTwice(first: Part, second: Part): { add: Part[]; drop: Part[] } {
  const dropped = itemsOf(partBelow(second, 'drop'))
  const gone = new Set(dropped.map((one) => one.value))
  const firstAdds = itemsOf(partBelow(first, 'add'))
  const own = new Set(firstAdds.map(nameOfItem))
  return {
    add: [...firstAdds.filter((item) => !gone.has(nameOfItem(item))), ...itemsOf(partBelow(second, 'add'))],
    drop: [...itemsOf(partBelow(first, 'drop')), ...dropped.filter((one) => !own.has(String(one.value)))],
  }
}

/** A part of a file. */
export const partAt = (source: Part['at']['source'], ...path: Part['at']['path']): Part => ({
  value: valueAt(source.data, path),
  at: below({ source, path: [] }, ...path),
})
