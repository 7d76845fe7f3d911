import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { dictionaryOf } from '../../../model/fields.ts'
import type { DictionaryValue, GalleryView, Model, PickModel } from '../../../model/model.ts'
import { say } from '../../core/feedback.tsx'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { usePush } from '../../core/push.ts'
import { call as makeCall } from '../../core/request.ts'
import { boundValue } from '../../fields/bounds.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import type { ListHandle } from '../../lists/useList.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'

/** What somebody chooses among pictures. */
export interface Picking {
  model: PickModel
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
  /** Takes back what this person said last; nothing where there is nothing to take back. */
  undo?: () => void
  /** Says again what was taken back last, until something else is said. */
  redo?: () => void
  /** The person may choose here. */
  may: boolean
}

/** A place is its inputs. */
export const placeKey = (place: WireRow, { places }: PickModel): string =>
  (places?.sets ?? []).map((name) => String(place[name])).join('/')

/** Choosing among the pictures of a gallery; undefined where it has none. */
export function usePicking(view: GalleryView, list: ListHandle): Picking | undefined {
  const { pick } = view
  const { params, env } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.pictures.resource, onDone: nothing })
  const action = actions.at('row').find(({ key }) => key === pick?.button)
  const given = useMemo(
    () => (action ? filled(action.fills, { rows: [], params, env }) : params),
    [action, params, env],
  )
  const [placed, reload] = useRead(pick, given, view.pictures.resource)
  const [hand, setHand] = useState<string>()
  const send = useSending(view, action?.call, list, reload)
  const sent = useCallback(
    (picture: unknown, values: WireRow, judged?: unknown) =>
      pick ? send.now({ ...given, [pick.takes]: picture, ...values }, picture, judged) : Promise.resolve(false),
    [pick, given, send],
  )
  const steps = useSteps(pick, sent)
  const presses = usePresses(pick, action !== undefined)
  const { dictionaries } = useRecordCells()
  if (!pick) return undefined
  const inHand = placed.find((place) => placeKey(place, pick) === hand)
  const named = (place: WireRow): WireRow =>
    Object.fromEntries(pick.places?.sets.map((name) => [name, place[name]]) ?? [])
  const out = Object.fromEntries(Object.entries(pick.out).map(([name, bound]) => [name, boundValue(bound, env)]))
  const judged = (row: WireRow): unknown => (send.said.has(row.id) ? send.said.get(row.id) : row[pick.by.name]) ?? null
  const judgedById = (picture: unknown): unknown =>
    judged(list.rows.find(({ id }) => id === picture) ?? { id: picture })
  /** What takes a word back that is thought of a picture now. */
  const back = (before: unknown, now: unknown): Word => ({
    values: { ...(before === null ? out : { [pick.by.name]: before }), ...fromOf(pick, now) },
    judged: before,
  })
  /** The same word, where nobody has said otherwise since it was taken back. */
  const againOf = ({ values, ...word }: Word, before: unknown): Word => ({
    ...word,
    values: { ...values, ...fromOf(pick, before) },
  })
  const judge = (row: WireRow, value: unknown): void => {
    const before = judged(row)
    if (before === value) return
    const word = { values: value === null ? out : { [pick.by.name]: value }, judged: value }
    steps.go({ picture: row.id, word, again: againOf(word, before), back: [back(before, value)] })
  }
  const put = (place: WireRow, picture: unknown): void => {
    const before = judgedById(picture)
    // What goes into a place is thought of as the first value says.
    const kept = thoughts(pick, dictionaries)[0]?.value ?? null
    const taken = { values: { ...named(place), ...out } }
    const word = { values: named(place) }
    const again = againOf(word, before)
    steps.go({ picture, word, again, back: before === kept ? [taken] : [taken, back(before, kept)] })
  }
  const takeOut = (place: WireRow, picture: unknown): void => {
    const { pictures } = pick.places!
    const rows = (place[pictures.in] as WireRow[] | undefined) ?? []
    const at = rows.find((row) => row[pictures.picture] === picture)?.[pictures.at]
    const thought = judgedById(picture)
    const word = { values: { ...named(place), ...out } }
    const putBack = { values: { ...named(place), [pictures.at]: at, ...fromOf(pick, thought) } }
    steps.go({ picture, word, again: againOf(word, thought), back: [putBack] })
  }
  return {
    model: pick,
    places: placed,
    inHand,
    take: (place) => setHand(placeKey(place, pick) === hand ? undefined : placeKey(place, pick)),
    judged,
    pressesOf: (row) => presses(row, judge, inHand && { place: inHand, put }),
    put,
    takeOut,
    ...(steps.undo ? { undo: steps.undo } : {}),
    ...(steps.redo ? { redo: steps.redo } : {}),
    may: action !== undefined,
  }
}

const nothing = (): void => undefined

/** One thing said of a picture. `judged`: what is thought of it then. */
interface Word {
  values: WireRow
  judged?: unknown
}

/** What somebody did, what takes it back, and what does it again. */
interface Step {
  picture: unknown
  word: Word
  again: Word
  back: Word[]
}

/** Steps of a person that can be taken back. */
const MOST_STEPS = 100

type Sent = (picture: unknown, values: WireRow, judged?: unknown) => Promise<boolean>

/**
 * Steps are taken back one by one, the last first, and done again in turn; what was refused is none, and what another
 * changed since stays. Something new ends what could be done again.
 */
function useSteps(
  pick: PickModel | undefined,
  sent: Sent,
): { go: (step: Step) => void; undo?: () => void; redo?: () => void } {
  const t = useT()
  const [done, setDone] = useState<readonly Step[]>([])
  const [undone, setUndone] = useState<readonly Step[]>([])
  const tell = (step: Step, { values, judged }: Word): Promise<boolean> => {
    setDone((old) => [...old, step].slice(-MOST_STEPS))
    return sent(step.picture, values, judged).then((heard) => {
      if (!heard) setDone((old) => old.filter((one) => one !== step))
      return heard
    })
  }
  const go = (step: Step): void => {
    setUndone([])
    void tell(step, step.word)
  }
  const takeBack = async (step: Step): Promise<void> => {
    for (const { values, judged } of step.back) if (!(await sent(step.picture, values, judged))) return
    setUndone((old) => [...old, step])
    say.info(t('takenBack'))
  }
  const [last, next] = [done.at(-1), undone.at(-1)]
  if (!pick?.from) return { go }
  return {
    go,
    ...(last
      ? {
          undo: () => {
            setDone((old) => old.filter((one) => one !== last))
            void takeBack(last)
          },
        }
      : {}),
    ...(next
      ? {
          redo: () => {
            setUndone((old) => old.filter((one) => one !== next))
            void tell(next, next.again).then((heard) => heard && say.info(t('doneAgain')))
          },
        }
      : {}),
  }
}

/** What may be thought of a picture. */
const thoughts = ({ by }: PickModel, dictionaries: Model['dictionaries']): DictionaryValue[] =>
  by.type === 'enum' ? (dictionaryOf(dictionaries, by)?.values ?? []) : []

/** The input that says what is thought of a picture until now. */
const fromOf = ({ from }: PickModel, now: unknown): WireRow => (from ? { [from]: now === null ? [] : [now] } : {})

/** The places of pictures; read again when something is said, by this person or by others. */
function useRead(pick: PickModel | undefined, given: WireRow, resource: string): [WireRow[], () => void] {
  const { part, refreshKey, active } = useScope()
  const [read, setRead] = useState<WireRow[]>([])
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((old) => old + 1), [])
  const places = part.calls[pick?.places?.call ?? '']
  const asked = JSON.stringify(given)
  useEffect(() => {
    if (!active || !places) return undefined
    const stop = new AbortController()
    makeCall<WireRow[]>(places.path, JSON.parse(asked) as WireRow, { loading: false, signal: stop.signal })
      .then(({ data }) => setRead(data))
      // The call itself shows its refusal.
      .catch(nothing)
    return () => stop.abort()
  }, [places, asked, turn, refreshKey, active])
  usePush('/api/push/change', (changed) => {
    if (changed.resource === resource) reload()
  })
  return [read, reload]
}

/** Says one thing after the other, shown at once: what was refused is taken back. */
function useSending(view: GalleryView, id: string | undefined, list: ListHandle, reload: () => void) {
  const { part } = useScope()
  const path = part.calls[id ?? '']?.path
  const [said, setSaid] = useState<ReadonlyMap<unknown, unknown>>(NOTHING_SAID)
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const newest = useNewest({ path, list, reload })
  // The rows say it themselves by now, and what others said since.
  useEffect(() => {
    if (waiting.current === 0) setSaid(NOTHING_SAID)
  }, [list.rows])
  useEffect(() => {
    if (view.pick && list.changed > 0 && waiting.current === 0) newest.current.list.reload()
  }, [view.pick, list.changed, newest])
  const now = useCallback(
    (input: WireRow, picture: unknown, judged?: unknown): Promise<boolean> => {
      if (judged !== undefined) setSaid((old) => new Map(old).set(picture, judged))
      waiting.current += 1
      const send = async (): Promise<boolean> => {
        if (newest.current.path) await makeCall(newest.current.path, input, { loading: false })
        return true
      }
      const heard = line.current
        .then(send)
        // The call itself shows its refusal; what it would have said is taken back.
        .catch(() => {
          setSaid((old) => new Map([...old].filter(([id]) => id !== picture)))
          return false
        })
        .finally(() => {
          waiting.current -= 1
          if (waiting.current > 0) return
          newest.current.reload()
          newest.current.list.reload()
        })
      line.current = heard
      return heard
    },
    [newest],
  )
  return useMemo(() => ({ now, said }), [now, said])
}

const NOTHING_SAID: ReadonlyMap<unknown, unknown> = new Map()

/** The buttons of a picture: each value of what may be thought of it, nothing of it, and the place in hand. */
function usePresses(pick: PickModel | undefined, may: boolean) {
  const text = useText()
  const t = useT()
  const cells = useRecordCells()
  return (
    row: WireRow,
    judge: (row: WireRow, value: unknown) => void,
    hand: { place: WireRow; put: Picking['put'] } | undefined,
  ): Press[] => {
    if (!pick || !may) return []
    return [
      ...thoughts(pick, cells.dictionaries).map(({ name, value, label }) => ({
        key: name,
        label: text(label),
        press: () => judge(row, value),
      })),
      { key: 'clear', label: t('clear'), press: () => judge(row, null) },
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
