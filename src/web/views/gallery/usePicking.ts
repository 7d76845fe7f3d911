import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dictionaryOf } from '../../../model/fields.ts'
import type { GalleryView, PickModel } from '../../../model/model.ts'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { usePush } from '../../core/push.ts'
import { call as makeCall } from '../../core/request.ts'
import { boundValue } from '../../fields/bounds.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'

/** What somebody chooses among pictures. */
export interface Picking {
  model: PickModel
  /** How far the choosing is. */
  counted: WireRow | undefined
  places: WireRow[]
  /** The place that pictures are put into now. */
  inHand: WireRow | undefined
  take(place: WireRow): void
  /** What is thought of a picture, those not saved yet included. */
  judged(row: WireRow): unknown
  /** What can be done with a picture. */
  pressesOf(row: WireRow): Press[]
  /** Puts a picture into a place, or takes it out of one. */
  put(place: WireRow, picture: unknown): void
  takeOut(place: WireRow, picture: unknown): void
  /** The person may choose here. */
  may: boolean
}

/** A place is its inputs. */
export const placeKey = (place: WireRow, { places }: PickModel): string =>
  (places?.sets ?? []).map((name) => String(place[name])).join('/')

/** Choosing among the pictures of a gallery; undefined where it has none. `onSaved`: something was said of a picture. */
export function usePicking(view: GalleryView, onSaved: () => void): Picking | undefined {
  const { pick } = view
  const { params, env } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.pictures.resource, onDone: nothing })
  const action = actions.at('row').find(({ key }) => key === pick?.button)
  const given = useMemo(
    () => (action ? filled(action.fills, { rows: [], params, env }) : params),
    [action, params, env],
  )
  const [read, reload] = useRead(pick, given, view.pictures.resource)
  const [hand, setHand] = useState<string>()
  const send = useSending(view, action?.call, onSaved, reload)
  const sent = useCallback(
    (picture: unknown, values: WireRow, judged?: unknown) =>
      pick && send.now({ ...given, [pick.takes]: picture, ...values }, picture, judged),
    [pick, given, send],
  )
  const presses = usePresses(pick, { action: action !== undefined, sent })
  if (!pick) return undefined
  const inHand = read.places.find((place) => placeKey(place, pick) === hand)
  const named = (place: WireRow): WireRow =>
    Object.fromEntries(pick.places?.sets.map((name) => [name, place[name]]) ?? [])
  const out = Object.fromEntries(Object.entries(pick.out).map(([name, bound]) => [name, boundValue(bound, env)]))
  const put = (place: WireRow, picture: unknown): void => void sent(picture, named(place))
  return {
    model: pick,
    counted: read.counted,
    places: read.places,
    inHand,
    take: (place) => setHand(placeKey(place, pick) === hand ? undefined : placeKey(place, pick)),
    judged: (row) => (send.said.has(row.id) ? send.said.get(row.id) : row[pick.by.name]),
    pressesOf: (row) => presses(row, out, inHand && { place: inHand, put }),
    put,
    takeOut: (place, picture) => void sent(picture, { ...named(place), ...out }),
    may: action !== undefined,
  }
}

const nothing = (): void => undefined

interface Read {
  counted: WireRow | undefined
  places: WireRow[]
}

/** How far the choosing is, and its places; read again when something is said, by this person or by others. */
function useRead(pick: PickModel | undefined, given: WireRow, resource: string): [Read, () => void] {
  const { part, refreshKey, active } = useScope()
  const [read, setRead] = useState<Read>({ counted: undefined, places: [] })
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((old) => old + 1), [])
  const counter = part.calls[pick?.counter?.call ?? '']
  const places = part.calls[pick?.places?.call ?? '']
  const asked = JSON.stringify(given)
  useEffect(() => {
    if (!active) return undefined
    const stop = new AbortController()
    const ask = async (path: string | undefined): Promise<unknown> =>
      path && (await makeCall(path, JSON.parse(asked) as WireRow, { loading: false, signal: stop.signal })).data
    void Promise.all([ask(counter?.path), ask(places?.path)])
      .then(([counted, rows]) =>
        setRead({ counted: counted as WireRow | undefined, places: (rows as WireRow[]) ?? [] }),
      )
      // The call itself shows its refusal.
      .catch(nothing)
    return () => stop.abort()
  }, [counter, places, asked, turn, refreshKey, active])
  usePush('/api/push/change', (changed) => {
    if (changed.resource === resource) reload()
  })
  return [read, reload]
}

/** Says one thing after the other, shown at once: what was refused is taken back. */
function useSending(view: GalleryView, id: string | undefined, onSaved: () => void, reload: () => void) {
  const { part } = useScope()
  const path = part.calls[id ?? '']?.path
  const [said, setSaid] = useState<ReadonlyMap<unknown, unknown>>(new Map())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const newest = useNewest({ path, onSaved, reload })
  const now = useCallback(
    (input: WireRow, picture: unknown, judged?: unknown) => {
      if (judged !== undefined) setSaid((old) => new Map(old).set(picture, judged))
      waiting.current += 1
      const send = async (): Promise<void> => {
        if (newest.current.path) await makeCall(newest.current.path, input, { loading: false })
      }
      line.current = line.current
        .then(send)
        // The call itself shows its refusal; what it would have said is taken back.
        .catch(() => setSaid((old) => new Map([...old].filter(([id]) => id !== picture))))
        .finally(() => {
          waiting.current -= 1
          if (waiting.current > 0) return
          newest.current.reload()
          newest.current.onSaved()
        })
    },
    [newest],
  )
  return useMemo(() => ({ now, said }), [now, said])
}

interface Saying {
  action: boolean
  sent: (picture: unknown, values: WireRow, judged?: unknown) => unknown
}

/** The buttons of a picture: each value of what may be thought of it, nothing of it, and the place in hand. */
function usePresses(pick: PickModel | undefined, { action, sent }: Saying) {
  const text = useText()
  const t = useT()
  const cells = useRecordCells()
  return (row: WireRow, out: WireRow, hand: { place: WireRow; put: Picking['put'] } | undefined): Press[] => {
    if (!pick || !action) return []
    const { by } = pick
    const values = by.type === 'enum' ? (dictionaryOf(cells.dictionaries, by)?.values ?? []) : []
    return [
      ...values.map(({ name, value, label }) => ({
        key: name,
        label: text(label),
        press: () => void sent(row.id, { [by.name]: value }, value),
      })),
      { key: 'clear', label: t('clear'), press: () => void sent(row.id, out, null) },
      ...(hand
        ? [
            {
              key: 'place',
              label: t('putInto', { place: String(hand.place[pick.places?.title ?? ''] ?? '') }),
              press: () => hand.put(hand.place, row.id),
            },
          ]
        : []),
    ]
  }
}
