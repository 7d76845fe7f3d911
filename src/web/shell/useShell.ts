import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { WebRoute } from '../../model/web.ts'
import { useCore } from '../core/model.ts'
import { startPush, stopPush } from '../core/push.ts'
import { useSession } from '../core/session.ts'
import { readText, writeText } from '../core/storage.ts'
import { useStore } from '../core/store.ts'
import { token } from '../core/token.ts'
import { codesOf, isGranted } from '../access/guard.ts'
import { prefetchKinds } from '../access/prefetch.ts'
import { followMoves, leaveTabs, openTabs, tabStore, visit } from './tabStore.ts'
import { useDocumentTitle } from './useDocumentTitle.ts'
import { useTabTitle } from './useTabTitle.ts'

/** Keeps the tabs of the signed-in person, and shows the page of the address among them. */
export function usePersonsTabs(route: WebRoute | undefined): void {
  const core = useCore()
  const { user, menus } = useSession()
  const person = user?.employeeId ?? user?.id
  const location = useLocation()
  useLayoutEffect(() => {
    if (person === undefined) return
    const codes = codesOf(menus)
    openTabs(core, person, (one) => isGranted(core, one, codes))
    return leaveTabs
    // A new model must not close the pages: only a change of the person resets the tabs.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [person])
  useLayoutEffect(() => followMoves(core), [core])
  useLayoutEffect(() => {
    if (!route) return
    visit(route, location)
  }, [route, location, person])
}

/** The code of other pages is there before they are opened. A phone, which may pay for what it fetches, waits for each. */
export function useKindsAhead(phone: boolean): void {
  const core = useCore()
  const person = useSession()
  const who = person.user?.id
  useEffect(() => {
    if (who !== undefined && !phone) void prefetchKinds(core, person)
    // Once for each person: what was fetched stays.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [who, phone])
}

/** The push socket, while somebody is signed in. */
export function usePushSocket(): void {
  const bearer = useStore(token)
  useEffect(() => {
    if (!bearer) return
    startPush(bearer)
    return stopPush
  }, [bearer])
}

/** The browser asks before the window closes while there is unsaved input. */
export function useUnsavedGuard(): void {
  const unsaved = useStore(tabStore, (state) => state.dirty.size > 0)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}

/** Whether the sidebar is narrow; stored for the next visit (rules 6.1). */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => readText('sidebar') === 'closed')
  return [
    collapsed,
    (next) => {
      writeText('sidebar', next ? 'closed' : 'opened')
      setCollapsed(next)
    },
  ]
}

/** The route of the visible page. */
export function useShownRoute(): WebRoute | undefined {
  const core = useCore()
  const path = useStore(tabStore, (state) => state.pages.find((page) => page.key === state.active)?.route)
  return useMemo(() => core.routes.find((route) => route.route === path), [core, path])
}

/** Sets the window title from the visible page, unless a page without the shell does. */
export function useActiveTitle(hidden: boolean): void {
  const nameOf = useTabTitle()
  const page = useStore(tabStore, (state) => state.pages.find((one) => one.key === state.active))
  const tab = useStore(tabStore, (state) => state.tabs.find((one) => one.key === state.active))
  useDocumentTitle(
    page && !hidden ? nameOf(tab ?? { key: page.key, route: page.route, address: page.route }) : undefined,
  )
}

/** `?` tells the keys, where nobody types. Keys are heard as soon as the page is drawn, however busy the machine is. */
export function useHelpKey(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      const busy = 'input, textarea, [contenteditable="true"], .ant-modal, .ant-drawer, [role=dialog], dialog'
      if (event.target instanceof Element && event.target.closest(busy)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [open, setOpen]
}

/** Ctrl/⌘ K opens the palette on every page. */
export function usePaletteKey(): [boolean, (open: boolean) => void] {
  const [open, setOpen] = useState(false)
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return [open, setOpen]
}
