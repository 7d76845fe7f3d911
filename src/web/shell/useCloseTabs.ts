import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { ask } from '../core/feedback.tsx'
import { t } from '../core/sentences.ts'
import { closeTabs, isPinned, tabStore } from './tabStore.ts'
import { useTabTitle } from './useTabTitle.ts'

/** Closes tabs by key; asks first when one of them has unsaved input. */
export function useCloseTabs(): (keys: string[]) => Promise<void> {
  const navigate = useNavigate()
  const titleOf = useTabTitle()
  return useCallback(
    async (keys) => {
      const { tabs, dirty } = tabStore.get()
      const unsaved = tabs.filter((tab) => keys.includes(tab.key) && dirty.has(tab.key) && !isPinned(tab.route))
      const [only] = unsaved
      const title =
        unsaved.length > 1 || !only
          ? t('closeManyUnsaved', { count: unsaved.length })
          : t('closeUnsaved', { name: titleOf(only) })
      if (only && !(await ask({ title, text: t('unsavedGone'), ok: t('close'), danger: true }))) return
      const next = closeTabs(keys)
      if (next) void navigate(next.address)
    },
    [navigate, titleOf],
  )
}
