/** Child rows that a call replaces by what they are about, not by their ids. */

/** Entries that are there already, told by these fields, get their ids: they are changed and not added anew. */
export function withIds<T extends { id?: number }>(
  sent: readonly T[],
  existing: readonly NoInfer<T>[],
  keys: readonly (keyof T)[],
): T[] {
  return sent.map((entry) => {
    if (entry.id !== undefined) return entry
    const known = existing.find((row) => keys.every((key) => row[key] === entry[key]))
    return known ? { ...entry, id: known.id } : entry
  })
}
