import { createContext, useContext } from 'react'
import type { ScreenModel } from '../../model/model.ts'

/** The context of a page. A page is a screen open in a tab. */
export interface PageState {
  /** Path of the screen. */
  route: string
  screen: ScreenModel
  /** The query of the address: declared parameters and view state. */
  params: Record<string, string>
  /** Whether the page is visible; a hidden page sends no requests. */
  active: boolean
  /** Grows when the person asks to reload the page: load again, keep typed values. */
  refreshKey: number
  /** Reports unsaved input, of the page or of something over it. The tab and the window then ask before they close. */
  setDirty(dirty: boolean, of?: 'page' | 'dialog'): void
  /** Sets the title of the tab ("王丽" beside "客户详情"). `fact`: what tells the record from its namesakes. */
  setTitle(title: string | undefined, fact?: string): void
  /** Stores view state in the address (filters, tab, page) without a step in the history; `undefined` removes a key. */
  setQuery(patch: Record<string, string | undefined>): void
  /** Shows another record in the place of this one: its tab takes the place of this tab, unless something unsaved is in it. */
  goOn(query: Record<string, string | undefined>): void
  /** What the page remembers beyond its address while its tab is open, though the page itself may make room for others. */
  kept: Map<string, unknown>
  /** Closes the tab, without a question, and goes to an address, else to the page that was in sight before. */
  close(to?: string): void
}

export const PageContext = createContext<PageState | undefined>(undefined)

/** The page of a component. */
export function usePage(): PageState {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is for components inside a page')
  return page
}
