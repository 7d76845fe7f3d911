/** The paths of requests that are told apart where requests are counted and followed. */
import type { Model } from '../../model/model.ts'

/** Each path on the wire, with the path of its call. Paths nobody knows are not in it: whoever makes some up must not fill a memory. */
export function pathsOf({ calls, app }: Model): Map<string, string> {
  const named = [...Object.values(calls), ...Object.values(app.engineCalls)].map(({ path }) => path)
  return new Map(named.flatMap((path) => ['', '.json'].map((suffix) => [`/api/${path}${suffix}`, path] as const)))
}
