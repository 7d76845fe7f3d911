import { Alert, Button } from 'antd'
import { useCallback, useRef, useState } from 'react'
import type { CallModel, CashdeskView, FilterModel } from '../../model/model.ts'
import { formatMoney, nounInSentence } from '../../model/format.ts'
import { ask } from '../core/feedback.tsx'
import { useLang, useText } from '../core/i18n.ts'
import { call, type CallRefused } from '../core/request.ts'
import { useCells } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { ListHandle } from '../lists/useList.ts'
import { titleOfRow } from './actions/wording.ts'
import { Duty } from './cashdesk/Duty.tsx'
import { FindBox } from './cashdesk/FindBox.tsx'
import { Leap } from './cashdesk/Leap.tsx'
import { centsOf, yuanOf } from './cashdesk/money.ts'
import { overlap } from './cashdesk/parties.ts'
import { Settled, type Paid } from './cashdesk/Settled.tsx'
import { Sitting, type Begun } from './cashdesk/Till.tsx'
import { useDuty, type DutyState } from './cashdesk/useDuty.ts'
import { useWays } from './cashdesk/useWays.ts'
import { ListBody, type ChoosingBox } from './ListBody.tsx'
import { Scoped, useScope } from './scope.tsx'
import './views.css'
import './cashdesk.css'
import '../lists/lists.css'

/** Open rows at the left, the till at the right: find, choose, take or give money, print. */
export function CashdeskScreen({ view }: { view: CashdeskView }) {
  return (
    <Scoped>
      <Desk view={view} />
    </Scoped>
  )
}

/** What stands at the till. `sitting` grows with every customer: what was begun for one ends there. */
interface Served {
  rows: WireRow[]
  sitting: number
}

const NOBODY: Served = { rows: [], sitting: 0 }

/** The desk at work: which rows stand at the till, and how far they have come. */
function useDesk(view: CashdeskView, call: CallModel | undefined) {
  const { changed } = useScope()
  const [{ rows, sitting }, serve] = useState(NOBODY)
  const [paid, setPaid] = useState<Paid>()
  // Why the rows that stood at the till could not be settled any more.
  const [gone, setGone] = useState<string>()
  // What somebody else did meanwhile to the rows at the till.
  const [news, setNews] = useState<string>()
  // Grows when the desk is ready for the next: the list is fetched anew and the box has the focus again.
  const [round, setRound] = useState(0)
  const begunRef: Begun = useRef(undefined)
  const listRef = useRef<ListHandle>(undefined)
  const mayDrop = useMayDrop(begunRef)
  const { sayLeft, sayChanged } = useSayings(view)
  // A part was paid here: that less is due is no news.
  const ownPart = useRef(false)
  // What stands at the till now, for an answer that comes late.
  const taken = useRef<WireRow[]>([])
  const take = (next: WireRow[]): void => {
    taken.current = next
    if (next.length > 0) setGone(undefined)
    if (!overlap(rows, next)) setNews(undefined)
    const before = dueChanged(view, rows, next)
    const told = before.length > 0 && !ownPart.current
    if (before.length > 0) ownPart.current = false
    if (told) void sayChanged(before, next).then((what) => overlap(taken.current, next) && setNews(what))
    if (paid && next.length > 0 && !overlap(paid.rows, next)) setPaid(undefined)
    serve((old) => {
      // Fetched anew and the same as before: what is typed, and what was said of it, stays.
      if (JSON.stringify(old.rows) === JSON.stringify(next)) return old
      return { rows: next, sitting: overlap(old.rows, next) ? old.sitting : old.sitting + 1 }
    })
  }
  const clear = (): void => {
    setNews(undefined)
    serve((old) => ({ rows: [], sitting: old.sitting + 1 }))
    setRound((old) => old + 1)
  }
  return {
    rows,
    sitting,
    paid,
    gone,
    news,
    forget: (): void => setNews(undefined),
    round,
    begunRef,
    mayDrop,
    /** Other rows were chosen; what is begun for those at the till is not lost without a question. */
    choose: (next: WireRow[], list: ListHandle): void => {
      listRef.current = list
      const left = rows.filter(({ id }) => list.left.some((one) => one.id === id) && !next.some((one) => one.id === id))
      if (left.length > 0) {
        take(next)
        if (next.length === 0) void sayLeft(left).then((why) => taken.current.length === 0 && setGone(why))
        return
      }
      if (rows.length === 0 || overlap(rows, next) || !begunRef.current?.()) return take(next)
      void mayDrop().then((drop) => (drop ? take(next) : list.select(rows)))
    },
    pay: (answer: WireRow, cents: Omit<Paid, 'answer' | 'rows'>): void => {
      setPaid({ answer, rows, ...cents })
      clear()
      changed()
    },
    /** A part was paid: the rows come anew, with what is left. */
    renew: (): void => {
      ownPart.current = true
      listRef.current?.reload()
      changed()
    },
    /**
     * A refusal about the rows themselves: they are not open any more, somebody else was quicker. Any other may come of
     * what somebody did to them: they come anew.
     */
    refuse: (refused: CallRefused): void => {
      if (!isAboutRows(view, call, refused)) return listRef.current?.reload()
      setGone(refused.msg)
      clear()
    },
    next: (): void => {
      setPaid(undefined)
      setGone(undefined)
      setRound((old) => old + 1)
    },
  }
}

/** Whether a refusal names the rows, or where one is settled at a time what became of it, and not what was typed. */
function isAboutRows({ pay }: CashdeskView, call: CallModel | undefined, { data: { field } }: CallRefused): boolean {
  if (pay.rows !== undefined || field === undefined) return field === pay.rows && field !== undefined
  return call?.input.every(({ name }) => name !== field) ?? false
}

/** Rows of which another amount is due than before, as they were. */
function dueChanged({ pay: { due } }: CashdeskView, old: readonly WireRow[], next: readonly WireRow[]): WireRow[] {
  return old.filter((row) => {
    const now = next.find(({ id }) => id === row.id)
    return now !== undefined && centsOf(now[due.name]) !== centsOf(row[due.name])
  })
}

/**
 * Says of rows that stood at the till why they have left the list, and of those that stand there why another amount is
 * due of them: what the server knows of it, else that it is so.
 */
function useSayings({ resource, pay }: CashdeskView) {
  const t = useT()
  const cells = useCells()
  const { part } = useScope()
  const path = pay.became === undefined ? undefined : part.calls[pay.became]?.path
  const known = async (rows: readonly WireRow[]): Promise<string | undefined> => {
    if (path === undefined || pay.rows === undefined) return undefined
    const asked = { [pay.rows]: rows.map(({ id }) => id) }
    const told = await call<{ say?: string }>(path, asked, { silent: true, loading: false }).catch(() => undefined)
    return told?.data.say || undefined
  }
  const nameOf = (row: WireRow): string => titleOfRow(row, part.resources[resource], cells)
  const and = cells.lang === 'zh' ? '、' : ', '
  return {
    sayLeft: async (rows: readonly WireRow[]): Promise<string> =>
      (await known(rows)) ?? t('leftTill', { names: rows.map(nameOf).join(and) }),
    sayChanged: async (before: readonly WireRow[], now: readonly WireRow[]): Promise<string> => {
      const { name, label } = pay.due
      const amounts = before.map((row) => {
        const due = now.find(({ id }) => id === row.id)?.[name]
        return t('dueChanged', {
          ...{ name: nameOf(row), label: label[cells.lang] },
          ...{ was: formatMoney(yuanOf(centsOf(row[name]))), now: formatMoney(yuanOf(centsOf(due))) },
        })
      })
      return (await known(before)) ?? amounts.join(cells.lang === 'zh' ? '；' : '; ')
    },
  }
}

/** Asks before what is begun at the till is given up. */
function useMayDrop(begunRef: Begun): () => Promise<boolean> {
  const t = useT()
  return useCallback(async () => {
    if (!begunRef.current?.()) return true
    const drop = await ask({ title: t('dropSplit'), text: t('dropSplitText'), ok: t('dropIt'), danger: true })
    if (drop) begunRef.current = undefined
    return drop
  }, [begunRef, t])
}

function Desk({ view }: { view: CashdeskView }) {
  const t = useT()
  const text = useText()
  const { part } = useScope()
  const duty = useDuty(view.duty)
  const call = part.calls[view.pay.call]
  const desk = useDesk(view, call)
  const { rows, paid } = desk
  const root = useRef<HTMLDivElement>(null)
  const till = useRef<HTMLElement>(null)
  const filter = view.rows.filters[0] as FilterModel
  const choosing: ChoosingBox = {
    many: view.pay.rows !== undefined,
    onChosen: desk.choose,
    box: (list) => <FindBox filter={filter} list={list} round={desk.round} desk={root} mayDrop={desk.mayDrop} />,
  }
  if (!call) return <p className="at-empty">{t('noRecord')}</p>
  const aside = { view, call, desk, duty }
  return (
    <div className="at-desk" ref={root}>
      <div className="at-desk-rows">
        {view.duty && <Duty duty={view.duty} state={duty} />}
        <ListBody view={view.rows} choosing={choosing} />
      </div>
      {!paid && rows.length > 0 && <Leap rows={rows} due={view.pay.due} till={till} />}
      <aside className="at-desk-till" ref={till} aria-label={text(call.label)}>
        {view.pay.split ? <InWays {...aside} split={view.pay.split} /> : <Aside {...aside} ways={NO_WAYS} />}
      </aside>
    </div>
  )
}

interface AsideProps {
  view: CashdeskView
  call: CallModel
  desk: ReturnType<typeof useDesk>
  duty: DutyState
  ways: readonly WireRow[]
}

const NO_WAYS: readonly WireRow[] = []

/** The right side where money goes in several ways: which there are is known before the first row is chosen. */
function InWays({ split, ...aside }: Omit<AsideProps, 'ways'> & { split: Parameters<typeof useWays>[0] }) {
  return <Aside {...aside} ways={useWays(split)} />
}

/** The right side: what was settled, what is to be settled, or what to do. */
function Aside({ view, call, desk, duty, ways }: AsideProps) {
  const t = useT()
  const lang = useLang()
  const { part } = useScope()
  const { rows, paid, gone } = desk
  if (paid) return <Settled view={view} paid={paid} onNext={desk.next} />
  if (gone) return <Gone why={gone} onNext={desk.next} />
  if (rows.length === 0) {
    const name = nounInSentence(part.resources[view.resource]?.label[lang] ?? '', lang)
    return <p className="at-empty">{t('choosePayable', { name })}</p>
  }
  return (
    <>
      {desk.news && (
        <Alert
          className="at-till-news"
          type="warning"
          showIcon
          closable
          onClose={desk.forget}
          message={desk.news}
          role="alert"
        />
      )}
      <Sitting
        key={desk.sitting}
        view={view}
        call={call}
        ways={ways}
        rows={rows}
        duty={duty}
        begunRef={desk.begunRef}
        onPaid={desk.pay}
        onPart={desk.renew}
        onRefused={desk.refuse}
      />
    </>
  )
}

/** Why nothing is settled: somebody else was quicker. */
function Gone({ why, onNext }: { why: string; onNext: () => void }) {
  const t = useT()
  return (
    <div className="at-gone">
      <Alert type="warning" showIcon message={why} role="alert" />
      <Button type="primary" onClick={onNext}>
        {t('nextInLine')}
      </Button>
    </div>
  )
}
