/** Values that are there: neither empty nor left out. */
type Filled<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** An object without what is empty. */
export function filled<T extends object>(values: T): Filled<T> {
  const there: Filled<T> = {}
  for (const name in values) {
    const value = values[name]
    if (value !== null && value !== undefined) there[name] = value
  }
  return there
}
