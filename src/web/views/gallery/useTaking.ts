import { useEffect, useMemo, useRef } from 'react'
import type { ActionModel, GalleryView } from '../../../model/model.ts'
import { uploadTarget } from '../../core/calls.ts'
import { useLang } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { call as makeCall, CallRefused, upload } from '../../core/request.ts'
import { useStore } from '../../core/store.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { UploadQueue, type QueueState, type QueueWork } from './queue.ts'

/** Taking pictures in: the queue, and whether anything may be put into it now. */
export interface Taking {
  queue: UploadQueue
  state: QueueState
  action: ActionModel
  /** The inputs of which one must be chosen first; empty: pictures may come. */
  lacking: string
}

/** How often the wall shows what came (ms). */
const SHOWN_EVERY = 2000

/** Pictures taken in by the button of a gallery; undefined where the person does not hold it. `filters`: those of the wall. */
export function useTaking(view: GalleryView, filters: WireRow, onCame: () => void): Taking | undefined {
  const scope = useScope()
  const t = useT()
  const lang = useLang()
  const { actions, upload: taking } = view
  const [action] = useActions({ actions, resource: view.pictures.resource, onDone: onCame }).at('top')
  const { part, params, env } = scope
  const call = part.calls[action?.call ?? '']
  const input = (): WireRow =>
    action ? filled(action.fills, { rows: [], params: { ...params, ...filters }, env }) : {}
  const known = useKnown(view, input)
  const came = useCame(onCame)
  const target = (): ReturnType<typeof uploadTarget> => uploadTarget('upload', 'original')
  const work: QueueWork = {
    isThere: async (file) => {
      const there = await known.of()
      return there !== undefined && there.has((await fingerprint(file)) ?? '')
    },
    send: async (file, signal, onProgress) => {
      const { path, part: name } = target()
      const { data } = await upload<{ id: number }>(path, name, file, { silent: true, signal, onProgress })
      return data.id
    },
    add: async (ids) => {
      if (!call || !taking) return
      await makeCall(call.path, { ...input(), [taking.takes]: ids }, { silent: true, loading: false })
      came()
    },
    reasonOf: (error) => {
      if (error instanceof CallRefused) return error.status === 0 ? undefined : error.msg
      return t('uploadError')
    },
  }
  const queue = useQueue(work)
  const state = useStore(queue.state)
  if (!action || !call || !taking) return undefined
  const given = input()
  const lacks = taking.needs.length > 0 && taking.needs.every(({ name }) => given[name] === undefined)
  return { queue, state, action, lacking: lacks ? taking.needs.map(({ label }) => label[lang]).join(' / ') : '' }
}

/** One queue for as long as the page is open. */
function useQueue(work: QueueWork): UploadQueue {
  const kept = useRef<UploadQueue>(undefined)
  const queue = (kept.current ??= new UploadQueue(work))
  useEffect(() => queue.use(work))
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent): void => {
      if (queue.state.get().running) event.preventDefault()
    }
    addEventListener('online', queue.wake)
    addEventListener('beforeunload', leaving)
    return () => {
      removeEventListener('online', queue.wake)
      removeEventListener('beforeunload', leaving)
    }
  }, [queue])
  return queue
}

/** What is there already, by content; asked once for the same inputs, and again after a while. */
function useKnown({ upload: taking }: GalleryView, input: () => WireRow) {
  const { part } = useScope()
  const call = part.calls[taking?.known?.call ?? '']
  const by = taking?.known?.by ?? ''
  const newest = useNewest({ call, by, input })
  const asked = useRef<{ of: string; found: Promise<ReadonlySet<string>> }>(undefined)
  return useMemo(
    () => ({
      of: (): Promise<ReadonlySet<string>> | undefined => {
        const { call, by, input } = newest.current
        if (!call || !crypto.subtle) return undefined
        const of = JSON.stringify(input())
        if (asked.current?.of === of) return asked.current.found
        const found = makeCall<WireRow[]>(call.path, input(), { silent: true, loading: false }).then(
          ({ data }) => new Set(data.map((row) => String(row[by]))),
        )
        found.catch(() => (asked.current = undefined))
        asked.current = { of, found }
        return found
      },
    }),
    [newest],
  )
}

/** The content of a file in forty hex digits. */
async function fingerprint(file: File): Promise<string | undefined> {
  if (!crypto.subtle) return undefined
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-1', await file.arrayBuffer()))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Shows what came, not more often than every so often. */
function useCame(onCame: () => void): () => void {
  const newest = useNewest(onCame)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      newest.current()
    }, SHOWN_EVERY)
  }
}
