import { useCallback, useEffect, useMemo, useState } from 'react'
import { holds } from '../../../model/expr/evaluate.ts'
import { dictionaryOf } from '../../../model/fields.ts'
import type { DictionaryValue, GalleryView, Model, PickModel } from '../../../model/model.ts'
import { say } from '../../core/feedback.tsx'
import { useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { usePush } from '../../core/push.ts'
import { call as makeCall, CallRefused } from '../../core/request.ts'
import { useSession } from '../../core/session.ts'
import { readValue, writeValue } from '../../core/storage.ts'
import { useStore } from '../../core/store.ts'
import { boundValue, idOr } from '../../fields/bounds.ts'
import { useRecordCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Press } from '../../lists/buttons.tsx'
import type { ListHandle } from '../../lists/useList.ts'
import { filled } from '../actions/fills.ts'
import { useActions } from '../actions/useActions.ts'
import { useScope } from '../scope.tsx'
import { WordLine, type Heard, type Word } from './words.ts'

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
  /** Puts a picture of a place where another one of it stands, by the number of that one. */
  move(place: WireRow, picture: unknown, to: unknown): void
  /** Takes back what this person said last; nothing where there is nothing to take back. */
  undo?: () => void
  /** Says again what was taken back last, until something else is said. */
  redo?: () => void
  /** The person may choose here. */
  may: boolean
  /** So many words wait for the connection. */
  waiting: number
}

/** A place is its inputs. */
export const placeKey = (place: WireRow, { places }: PickModel): string =>
  (places?.sets ?? []).map((name) => String(place[name])).join('/')

/** Choosing among the pictures of a gallery; undefined where it has none. */
export function usePicking(view: GalleryView, list: ListHandle): Picking | undefined {
  const { pick } = view
  const { params, env, part } = useScope()
  const actions = useActions({ actions: view.actions, resource: view.pictures.resource, onDone: nothing })
  const action = actions.at('row').find(({ key, show }) => key === pick?.button && (!show || holds(show, env)))
  const given = useMemo(() => (action ? filled(action.fills, { rows: [], params, env }) : {}), [action, params, env])
  const [placed, reload] = useRead(pick, useKnown(pick, given), view.pictures.resource)
  const [hand, setHand] = useState<string>()
  const send = useSending(view, { path: part.calls[action?.call ?? '']?.path ?? '', list, reload })
  const { now: tell } = send
  const sent = useCallback(
    (picture: unknown, values: WireRow, judged?: unknown) =>
      pick ? tell({ ...given, [pick.takes]: picture, ...values }, picture, judged) : Promise.resolve(false),
    [pick, given, tell],
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
  const back = (before: unknown, now: unknown): Saying => ({
    values: { ...(before === null ? out : { [pick.by.name]: before }), ...fromOf(pick, now) },
    judged: before,
  })
  /** The same word, where nobody has said otherwise since it was taken back. */
  const againOf = ({ values, ...word }: Saying, before: unknown): Saying => ({
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
  /** The number of a picture in a place. */
  const numberIn = (place: WireRow, picture: unknown): unknown => {
    const { pictures } = pick.places!
    const rows = (place[pictures.in] as WireRow[] | undefined) ?? []
    return rows.find((row) => row[pictures.picture] === picture)?.[pictures.at]
  }
  const move = (place: WireRow, picture: unknown, to: unknown): void => {
    const { at } = pick.places!.pictures
    const before = numberIn(place, picture)
    if (before === undefined || before === to) return
    const word = { values: { ...named(place), [at]: to } }
    steps.go({ picture, word, again: word, back: [{ values: { ...named(place), [at]: before } }] })
  }
  const takeOut = (place: WireRow, picture: unknown): void => {
    const { pictures } = pick.places!
    const at = numberIn(place, picture)
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
    move,
    ...(steps.undo ? { undo: steps.undo } : {}),
    ...(steps.redo ? { redo: steps.redo } : {}),
    may: action !== undefined,
    waiting: send.waiting,
  }
}

const nothing = (): void => undefined

/** One thing said of a picture. `judged`: what is thought of it then. */
interface Saying {
  values: WireRow
  judged?: unknown
}

/** What somebody did, what takes it back, and what does it again. */
interface Step {
  picture: unknown
  word: Saying
  again: Saying
  back: Saying[]
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
  const tell = (step: Step, { values, judged }: Saying): Promise<boolean> => {
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

/** What the call of the places is asked with: what the button is given, and the parameters of the page that it takes. */
function useKnown(pick: PickModel | undefined, given: WireRow): WireRow {
  const { part, params } = useScope()
  const inputs = part.calls[pick?.places?.call ?? '']?.input ?? []
  const known = inputs.flatMap(({ name }) => (params[name] === undefined ? [] : [[name, idOr(params[name])] as const]))
  return { ...Object.fromEntries(known), ...given }
}

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

/** Says one thing after the other, shown at once: what was refused is taken back, what was not heard is said again. */
function useSending(view: GalleryView, { path, list, reload }: Sending) {
  const { user } = useSession()
  // What somebody else said on this machine is theirs.
  const [kept] = useState(`${user?.employeeId ?? ''} ${path}`)
  const [line] = useState(() => new WordLine(readValue<Kept>(KEPT)?.[kept] ?? [], (words) => keepWords(kept, words)))
  const [said, setSaid] = useState<ReadonlyMap<unknown, unknown>>(() => saidBy(line))
  const newest = useNewest({ path, list, reload })
  const state = useStore(line.state)
  // New rows say it themselves, and what others said since.
  const [rows, setRows] = useState(list.rows)
  if (rows !== list.rows) {
    setRows(list.rows)
    setSaid(saidBy(line))
  }
  useEffect(() => {
    if (view.pick && list.changed > 0 && line.state.get().waiting === 0) newest.current.list.reload()
  }, [view.pick, list.changed, newest, line])
  useEffect(() => {
    const read = (): void => {
      if (line.state.get().waiting > 0) return
      newest.current.reload()
      newest.current.list.reload()
    }
    line.use(async (word) => {
      const heard = await sendWord(newest.current.path, word)
      if (heard !== 'lost') setTimeout(read)
      return heard
    })
    addEventListener('online', line.wake)
    return () => {
      removeEventListener('online', line.wake)
      line.close()
    }
  }, [line, newest])
  const now = useCallback(
    async (input: WireRow, picture: unknown, judged?: unknown): Promise<boolean> => {
      if (judged !== undefined) setSaid((old) => new Map(old).set(picture, judged))
      const heard = await line.say({ input, requestNo: crypto.randomUUID(), picture, judged })
      // What it would have said is taken back.
      if (!heard) setSaid((old) => new Map([...old].filter(([id]) => id !== picture)))
      return heard
    },
    [line],
  )
  return { now, said, waiting: state.offline ? state.waiting : 0 }
}

interface Sending {
  /** The address of the call; empty where nothing is said. */
  path: string
  list: ListHandle
  reload: () => void
}

/** A refusal is told here: where there was no answer, nobody needs to hear of it. */
const sendWord = (path: string, { input, requestNo }: Word): Promise<Heard> =>
  makeCall(path, input, { loading: false, silent: true, requestNo }).then(
    () => 'heard',
    (error: unknown) => {
      if (!(error instanceof CallRefused)) throw error
      if (error.status === 0) return 'lost'
      say.error(error.msg)
      return 'refused'
    },
  )

/** What is thought of pictures by words that nobody has heard yet. */
const saidBy = (line: WordLine): ReadonlyMap<unknown, unknown> =>
  new Map(line.words().flatMap(({ picture, judged }) => (judged === undefined ? [] : [[picture, judged]])))

const KEPT = 'words'
type Kept = Record<string, Word[]>

/** Keeps the words that wait, by who said them and by which call. */
function keepWords(kept: string, words: readonly Word[]): void {
  const { [kept]: _before, ...others } = readValue<Kept>(KEPT) ?? {}
  const all = { ...others, ...(words.length > 0 ? { [kept]: [...words] } : {}) }
  writeValue(KEPT, Object.keys(all).length > 0 ? all : undefined)
}

/** The place in hand, and what puts a picture into it. */
interface Hand {
  place: WireRow
  put: Picking['put']
}

/** The buttons of a picture: each value of what may be thought of it, nothing of it, and the place in hand. */
function usePresses(pick: PickModel | undefined, may: boolean) {
  const text = useText()
  const t = useT()
  const cells = useRecordCells()
  /** It keeps its digit while no place is in hand. */
  const placePress = (row: WireRow, hand: Hand | undefined): Press => {
    if (!hand) return { key: 'place', label: t('putInto', { place: '…' }), why: t('placeFirst'), press: nothing }
    const place = String(hand.place[pick?.places?.title ?? ''] ?? '')
    return { key: 'place', label: t('putInto', { place }), press: () => hand.put(hand.place, row.id) }
  }
  return (row: WireRow, judge: (row: WireRow, value: unknown) => void, hand: Hand | undefined): Press[] => {
    if (!pick || !may) return []
    return [
      ...thoughts(pick, cells.dictionaries).map(({ name, value, label }) => ({
        key: name,
        label: text(label),
        press: () => judge(row, value),
      })),
      { key: 'clear', label: t('clear'), press: () => judge(row, null) },
      ...(pick.places ? [placePress(row, hand)] : []),
    ]
  }
}
