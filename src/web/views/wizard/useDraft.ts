import { toJS } from '@formily/reactive'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { DraftModel } from '../../../model/model.ts'
import type { WebPart } from '../../../model/web.ts'
import { call, CallRefused } from '../../core/request.ts'
import type { WireRow } from '../../fields/types.ts'
import type { FormHandle } from '../../forms/useForm.ts'
import { isEmpty } from '../../../model/validate/index.ts'

/** The content of a draft: the typed values, the titles of chosen records, and the step. */
export interface DraftContent {
  values: WireRow
  titles: WireRow
  at: number
}

/** The delay after the last change, ms. */
const PAUSE = 1500

interface DraftKeeper {
  savedAt: number | undefined
  /** Stops storing: the work is done. `remove`: the draft itself is deleted too. */
  end(remove: boolean): Promise<void>
}

/** `kept`: id of the draft; undefined before it is first saved. */
interface Keeping {
  draft: DraftModel | undefined
  part: WebPart
  handle: FormHandle
  at: number
  round: number
  draftId: { current: unknown }
}

/** Stores unfinished work automatically. A failed save is tried again with the next change: the typed values are still on the page. */
export function useDraft({ draft, part, handle, at, round, draftId }: Keeping): DraftKeeper {
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
          const isKept = draftId.current !== undefined
          // What was taken out again is taken out of the draft, too.
          const copies = Object.fromEntries(
            draft.copies
              .map((name) => [name, content.values[name] ?? null] as const)
              .filter(([, value]) => isKept || !isEmpty(value)),
          )
          const input = { ...copies, [draft.content]: content, ...(draftId.current ? { id: draftId.current } : {}) }
          const { data } = await call<WireRow>(
            part.calls[draftId.current ? draft.edit : draft.add]?.path ?? '',
            input,
            {
              silent: true,
              loading: false,
            },
          )
          draftId.current ??= data?.id ?? data
          setSavedAt(Date.now())
        })
        .catch((error: unknown) => {
          if (!(error instanceof CallRefused)) throw error
        })
    }, PAUSE)
    return () => clearTimeout(timer)
    // Every change of the typed values (`round`) and of the step must save; the other values stay the same.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [draft, part, form, live, at, round, draftId])

  const end = useCallback(
    async (remove: boolean) => {
      ended.current = true
      await saving.current
      if (remove && draft && draftId.current)
        await call(part.calls[draft.del]?.path ?? '', { id: draftId.current }, { silent: true, loading: false }).catch(
          () => undefined,
        )
    },
    [draft, part, draftId],
  )
  return { savedAt, end }
}

const filled = (row: WireRow): WireRow => Object.fromEntries(Object.entries(row).filter(([, value]) => !isEmpty(value)))
