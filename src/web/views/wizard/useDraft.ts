import { toJS } from '@formily/reactive'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftModel } from '../../../model/model.ts'
import type { WebPart } from '../../../model/web.ts'
import { call, CallRefused } from '../../core/request.ts'
import type { WireRow } from '../../fields/types.ts'
import type { FormHandle } from '../../forms/useForm.ts'
import { isEmpty } from '../../../model/validate/index.ts'

/** What a draft keeps: the values as typed, what chosen records are called, and the step. */
export interface DraftContent {
  values: WireRow
  titles: WireRow
  at: number
}

/** After the last change, ms. */
const PAUSE = 1500

interface DraftKeeper {
  savedAt: number | undefined
  /** Nothing is kept any more: the work is done. `remove`: the draft itself goes too. */
  end(remove: boolean): Promise<void>
}

/** `kept`: id of the record that keeps this work; nothing before the first saving. */
interface Keeping {
  draft: DraftModel | undefined
  part: WebPart
  handle: FormHandle
  at: number
  round: number
  kept: { current: unknown }
}

/** Keeps unfinished work by itself. A saving that fails is tried again with the next change: what is typed is still on the page. */
export function useDraft({ draft, part, handle, at, round, kept }: Keeping): DraftKeeper {
  const saving = useRef<Promise<void>>(Promise.resolve())
  const ended = useRef(false)
  const [savedAt, setSavedAt] = useState<number>()
  const { form, live, changed } = handle

  useEffect(() => {
    if (!draft || ended.current || !changed()) return
    const timer = setTimeout(() => {
      saving.current = saving.current
        .then(async () => {
          if (ended.current) return
          const content: DraftContent = {
            values: filled(toJS(form.values) as WireRow),
            titles: filled({ ...live.titles }),
            at,
          }
          const copies = Object.fromEntries(
            draft.copies.map((name) => [name, content.values[name]]).filter(([, value]) => !isEmpty(value)),
          )
          const input = { ...copies, [draft.content]: content, ...(kept.current ? { id: kept.current } : {}) }
          const { data } = await call<WireRow>(part.calls[kept.current ? draft.edit : draft.add]?.path ?? '', input, {
            silent: true,
            loading: false,
          })
          kept.current ??= data?.id ?? data
          setSavedAt(Date.now())
        })
        .catch((error: unknown) => {
          if (!(error instanceof CallRefused)) throw error
        })
    }, PAUSE)
    return () => clearTimeout(timer)
    // Every change of what is typed (`round`) and of the step is a reason to save; the rest stays the same.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, part, form, live, at, round, kept])

  const end = useCallback(
    async (remove: boolean) => {
      ended.current = true
      await saving.current
      if (remove && draft && kept.current)
        await call(part.calls[draft.del]?.path ?? '', { id: kept.current }, { silent: true, loading: false }).catch(
          () => undefined,
        )
    },
    [draft, part, kept],
  )
  return { savedAt, end }
}

const filled = (row: WireRow): WireRow => Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)))
