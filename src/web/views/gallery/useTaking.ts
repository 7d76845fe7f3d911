import { useEffect, useMemo, useRef, useState } from 'react'
import type { ActionModel, CallModel, FieldModel, GalleryView } from '../../../model/model.ts'
import { uploadTarget } from '../../core/calls.ts'
import { useLang } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { call as makeCall, CallRefused, upload, uploadInPieces } from '../../core/request.ts'
import { useStore } from '../../core/store.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { UploadQueue, type QueueState, type QueueWork } from './queue.ts'

/** The button that takes pictures in, and whether it may be pressed now. */
export interface Taking {
  queue: UploadQueue
  action: ActionModel
  of: 'pictures' | 'films'
  /** The inputs of which one must be chosen first; empty: pictures may come. */
  lacking: string
}

/** Answers after which the same is sent again: none, too many at once, a busy server. */
const LATER: ReadonlySet<number> = new Set([0, 429, 503])
/** How often the wall shows what came (ms). */
const SHOWN_EVERY = 2000

/** The button of a gallery that takes pictures in; undefined where the person does not hold it. `filters`: those of the wall. */
export function useTaking(view: GalleryView, queue: UploadQueue, filters: WireRow): Taking | undefined {
  const lang = useLang()
  const { action, input } = useInput(view, filters)
  const { upload: taking } = view
  if (!action || !taking) return undefined
  const given = input()
  const lacks = taking.needs.length > 0 && taking.needs.every(({ name }) => given[name] === undefined)
  return {
    queue,
    action,
    of: view.tile.film ? 'films' : 'pictures',
    lacking: lacks ? taking.needs.map(({ label }) => label[lang]).join(' / ') : '',
  }
}

/** What the button is given by the page and its filters. */
function useInput(view: GalleryView, filters: WireRow) {
  const { params, env, part } = useScope()
  const [action] = useActions({ actions: view.actions, resource: view.pictures.resource, onDone: nothing }).at('top')
  const input = (): WireRow =>
    action
      ? filled(action.fills, {
          rows: [],
          params: { ...params, ...single(filters, part.calls[action.call ?? '']) },
          env,
        })
      : {}
  return { action, input }
}

/** What is chosen in filters, for inputs that take one of it: several chosen say nothing of which. */
const single = (filters: WireRow, call: CallModel | undefined): WireRow =>
  Object.fromEntries(
    Object.entries(filters).map(([name, value]) => {
      const many = call?.input.some((field) => field.name === name && isMany(field.type))
      return [name, Array.isArray(value) && !many ? (value.length === 1 ? value[0] : undefined) : value]
    }),
  )
const isMany = (type: FieldModel['type']): boolean => type === 'refs' || type === 'enums'

const nothing = (): void => undefined

/** Lets the queue work with what the page is about, and shows what came. */
export function useQueueWork(
  view: GalleryView,
  queue: UploadQueue,
  filters: WireRow,
  onCame: () => void,
): { state: QueueState; what: string } {
  const { part } = useScope()
  const t = useT()
  const { upload: taking } = view
  const { action, input } = useInput(view, filters)
  const call = part.calls[action?.call ?? '']
  const known = useKnown(view, input)
  const came = useCame(onCame)
  const work: QueueWork = {
    isThere: async (file) => {
      const there = await known.of()
      return there !== undefined && there.has((await fingerprint(file)) ?? '')
    },
    send: async (file, signal, onProgress) => {
      const { path, part: name } = uploadTarget('upload', 'original')
      const options = { silent: true, signal, onProgress }
      const { data } = view.tile.film
        ? await uploadInPieces<{ id: number }>(path, file, options)
        : await upload<{ id: number }>(path, name, file, options)
      return data.id
    },
    add: async (ids) => {
      if (!call || !taking) return 0
      const sent = { ...input(), [taking.takes]: ids }
      const { data } = await makeCall<{ ids?: number[] } | null>(call.path, sent, { silent: true, loading: false })
      came()
      return data?.ids?.length ?? ids.length
    },
    reasonOf: (error) => {
      if (error instanceof CallRefused) return LATER.has(error.status) ? undefined : error.msg
      return t('uploadError')
    },
  }
  const state = useStore(queue.state)
  // Files on their way stay with what they were chosen for, whatever the page is about meanwhile.
  const now = JSON.stringify([action?.call, input()])
  const [what, setWhat] = useState(now)
  if (!state.running && what !== now) setWhat(now)
  useEffect(() => {
    if (what === now) queue.use(work)
  })
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
  return { state, what }
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
