/** Which screens and resources a run is about: all of them, unless `npm test -- <name>` or `--changed` says some. */
import type { Selection } from './selection.ts'

const only = process.env.ATELIER_ONLY ? (JSON.parse(process.env.ATELIER_ONLY) as Selection) : undefined

/** How many a sweep over the whole must meet, so that it does not pass for want of work; of a part nothing is known. */
export const atLeast = (count: number): number => (only ? 0 : count)

export const isWantedRoute = (route: string): boolean => !only || only.routes.includes(route)
export const isWantedResource = (resource: string): boolean => !only || only.resources.includes(resource)
