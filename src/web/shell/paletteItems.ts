import type { Lang, Text } from '../../model/model.ts'
import type { UserInfo, WebCore } from '../../model/web.ts'
import { codesOf, isGranted } from '../access/guard.ts'
import { groupTitleOf, needsParams, titleOf } from './menu.ts'

/** A target of the palette. */
export interface Hit {
  key: string
  title: string
  hint?: string
  icon?: string
  address: string
}

const MOST = 8

/** The screens the person may open, as results. */
export function screenHits(core: WebCore, menus: UserInfo['menus'], lang: Lang): (Hit & { names: Text })[] {
  const codes = codesOf(menus)
  return core.routes
    .filter((route) => route.shell && route.tab && isGranted(core, route, codes) && !needsParams(route))
    .map((route) => {
      const names = titleOf(route, menus)
      const icon = route.icon ?? core.groups[route.group ?? '']?.icon
      return {
        key: route.route,
        title: names[lang],
        hint: groupTitleOf(core, route, menus)?.[lang],
        icon,
        address: route.route,
        names,
      }
    })
}

/** The results whose name, in either language, contains the typed text; names that begin with it come first. */
export function matching(hits: (Hit & { names: Text })[], typed: string): Hit[] {
  const words = typed.trim().toLowerCase()
  if (!words) return hits.slice(0, MOST)
  const place = (hit: { names: Text; key: string; hint?: string }) => {
    const places = [hit.names.zh, hit.names.en, hit.hint ?? '']
      .map((name) => name.toLowerCase().indexOf(words))
      .filter((at) => at >= 0)
    return places.length ? Math.min(...places) : -1
  }
  return hits
    .map((hit) => ({ hit, at: place(hit) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, MOST)
    .map(({ hit }) => hit)
}
