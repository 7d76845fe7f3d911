/** An exact list, or `{ "add": […], "drop": […] }` against another one: the same rule for columns, filters and inputs. */
import { inputName, below, type Compilation } from '../base/context.ts'
import { isObject, itemsOf, partBelow, type Part } from './composed.ts'

/** What an item of a list is called: a name, with or without `!`, or what an object calls itself. */
export function nameOfItem({ value }: Part): string {
  if (typeof value === 'string') return inputName(value).name
  return isObject(value) ? String(value.name ?? value.field ?? '') : ''
}

export const isChange = ({ value }: Part): boolean => isObject(value) && ('add' in value || 'drop' in value)

/** The items without those dropped, then those added. What is dropped must be there: `code` and `what` say it else. */
export function changedList(c: Compilation, usual: Part[], change: Part, code: string, what: string): Part[] {
  const names = usual.map(nameOfItem)
  const dropped = itemsOf(partBelow(change, 'drop'))
  for (const { value, at } of dropped)
    if (!names.includes(String(value))) c.unknown(at, code, what, String(value), names)
  const gone = new Set(dropped.map((one) => one.value))
  const kept = usual.filter((item) => !gone.has(nameOfItem(item)))
  return [...kept, ...itemsOf(partBelow(change, 'add'))]
}

/**
 * A change of a change, both against the same usual list: what either drops is gone, but for what the first one added
 * itself; what the first one adds comes first.
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

/** A part of a file as it stands there. */
export const partAt = (source: Part['at']['source'], ...path: Part['at']['path']): Part => ({
  value: path.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], source.data),
  at: below({ source, path: [] }, ...path),
})
