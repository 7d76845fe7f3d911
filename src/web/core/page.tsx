import { createContext, useContext } from 'react'
import type { ScreenModel } from '../../model/model.ts'

/** What a page knows of itself. A page is a screen open in a tab. */
export interface PageState {
  /** Path of the screen. */
  route: string
  screen: ScreenModel
  /** The query of the address, declared parameters and view state alike. */
  params: Record<string, string>
  /** The page is the one in sight; a hidden page stops asking the server. */
  active: boolean
  /** Grows when the person asks for the page anew: fetch again, keep what is typed. */
  refreshKey: number
  /** There is something typed that is not saved. Asked before the tab or the window closes. */
  setDirty(dirty: boolean): void
  /** Names the tab after what it shows ("王丽" beside "客户详情"). */
  setTitle(title: string | undefined): void
  /** Keeps view state in the address (filters, tab, page) without a step in the history; `undefined` removes a key. */
  setQuery(patch: Record<string, string | undefined>): void
  /** Closes the tab, without a question. */
  close(): void
}

export const PageContext = createContext<PageState | undefined>(undefined)

/** The page a component stands in. */
export function usePage(): PageState {
  const page = useContext(PageContext)
  if (!page) throw new Error('usePage is for components inside a page')
  return page
}
