import { useEffect } from 'react'
import { useText } from '../core/i18n.ts'
import { usePage } from '../core/page.tsx'
import { useScope } from './scope.tsx'

/** The tab is called after somebody, too: several pages of one screen may be open, each of somebody else. `isNamed`: something else names it. */
export function useTabTitle(whose: string | undefined, isNamed = false): void {
  const { setTitle } = usePage()
  const text = useText()
  const label = text(useScope().screen.label)
  useEffect(() => {
    if (!isNamed) setTitle(whose ? `${label} · ${whose}` : undefined)
  }, [isNamed, label, whose, setTitle])
}
