import { useCallback, useEffect, useState } from 'react'
import { EDITING, type Edit, type EditingAnswer, type EditingRequest } from '../../../model/editing.ts'
import { useCore } from '../../core/model.ts'
import { token } from '../../core/token.ts'
import { useT } from './sentences.ts'

async function ask(request: EditingRequest): Promise<EditingAnswer> {
  const response = await fetch(EDITING, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token.get()}` },
    body: JSON.stringify(request),
  })
  return (await response.json()) as EditingAnswer
}

export interface Editing {
  shown: EditingAnswer | undefined
  /** What was last written, or why nothing was. */
  said: { ok: boolean; text: string } | undefined
  busy: boolean
  change(edit: Edit): Promise<void>
  undo(): Promise<void>
}

/** What of a screen can be changed, asked anew for each model, and the changes. */
export function useEditing(route: string): Editing {
  const t = useT()
  const { hash } = useCore()
  const [shown, setShown] = useState<EditingAnswer>()
  const [said, setSaid] = useState<Editing['said']>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    let late = false
    ask({ do: 'show', route }).then(
      (answer) => {
        if (late) return
        setShown(answer)
        if (answer.why) setSaid({ ok: false, text: answer.why })
      },
      () => !late && setSaid({ ok: false, text: t('failed') }),
    )
    return () => {
      late = true
    }
  }, [route, hash, t])
  const make = useCallback(
    async (request: EditingRequest, done: 'written' | 'undone') => {
      setBusy(true)
      try {
        const { why, files = [], undoable } = await ask(request)
        if (why) return setSaid({ ok: false, text: why })
        setShown((old) => old && { ...old, ...(undoable === undefined ? {} : { undoable }) })
        if (files.length > 0) setSaid({ ok: true, text: t(done, { files: files.join(', ') }) })
      } catch {
        setSaid({ ok: false, text: t('failed') })
      } finally {
        setBusy(false)
      }
    },
    [t],
  )
  return {
    ...{ shown, said, busy },
    change: (edit) => make({ do: 'edit', route, edit }, 'written'),
    undo: () => make({ do: 'undo' }, 'undone'),
  }
}
