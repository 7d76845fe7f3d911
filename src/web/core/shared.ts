/**
 * Builds a newer value from the parts of the older one wherever they are equal: an unchanged part is the same
 * object as before, so that it is not drawn again. For plain JSON.
 */
export function shared<T>(old: unknown, next: T): T {
  if (Object.is(old, next)) return next
  if (typeof old !== 'object' || typeof next !== 'object' || old === null || next === null) return next
  if (Array.isArray(old) !== Array.isArray(next)) return next
  const before = old as Record<string, unknown>
  const made = (Array.isArray(next) ? [] : {}) as Record<string, unknown>
  let same = Object.keys(before).length === Object.keys(next).length
  for (const [key, value] of Object.entries(next)) {
    made[key] = shared(before[key], value as unknown)
    same &&= key in before && Object.is(made[key], before[key])
  }
  return (same ? old : made) as T
}
