import { CalendarOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { useMemo, useState } from 'react'
import type { CalendarSpan, CalendarView } from '../../model/model.ts'
import { usePhone } from '../core/media.ts'
import { useLang } from '../core/i18n.ts'
import { useOpen } from '../core/open.ts'
import { useMayOpen } from '../core/permission.ts'
import { boundValues, withRoots } from '../fields/bounds.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { ActionDialog } from './actions/ActionDialog.tsx'
import { useActions } from './actions/useActions.ts'
import { headingOf } from './calendar/days.ts'
import { Feeds } from './calendar/Feeds.tsx'
import { Hours } from './calendar/Hours.tsx'
import { Month } from './calendar/Month.tsx'
import { PhoneDays } from './calendar/PhoneDays.tsx'
import { Roster } from './calendar/Roster.tsx'
import type { DaysProps } from './calendar/types.ts'
import { useCalendar, type CalendarWork } from './calendar/useCalendar.ts'
import { PageBar } from './PageBar.tsx'
import { PressOnce, type Pressed } from './PressOnce.tsx'
import { RowDrawer } from './RowDrawer.tsx'
import { Scoped, useScope } from './scope.tsx'
import { useButtons } from './useButtons.ts'
import { WalkBar } from './WalkBar.tsx'
import './views.css'
import './days.css'
import './calendar.css'
import '../lists/lists.css'

/** Days with what stands in them. */
export function CalendarScreen({ view }: { view: CalendarView }) {
  return (
    <Scoped>
      <Body view={view} />
    </Scoped>
  )
}

function Body({ view }: { view: CalendarView }) {
  const scope = useScope()
  const work = useCalendar(view)
  const { page, list, wire } = work
  const [opened, setOpened] = useState<number>()
  const [feeding, setFeeding] = useState(false)
  const place = {
    actions: view.actions,
    resource: view.resource,
    request: wire,
    onDone: list.reload,
    onBehind: list.reload,
  }
  const actions = useActions({ ...place, params: page.values })
  const buttons = useButtons(actions, scope.env)
  const [dropped, drop] = useDropped(view, actions.at('row'))
  const props: DaysProps = {
    view,
    work,
    buttonsOf: buttons.ofRow,
    onOpen: useOpening(view, (row) => setOpened(row.id as number)),
    onDrop: drop,
  }
  return (
    <section className="at-calendar">
      <PageBar page={page} offered={view.filters} buttons={buttons.ofHead()} />
      {feeding && <Feeds view={view} wire={wire} onClose={() => setFeeding(false)} />}
      <Walk view={view} work={work} onFeed={view.feed && (() => setFeeding(true))} />
      <Days {...props} />
      <ActionDialog actions={actions} />
      {dropped && <PressOnce key={dropped.at} pressed={dropped.pressed} {...place} />}
      {view.drawer && opened !== undefined && (
        <RowDrawer
          view={view.drawer}
          id={opened}
          rows={list.rows}
          buttonsOf={buttons.hasRow ? buttons.ofRow : undefined}
          steps={null}
          onClose={() => setOpened(undefined)}
          version={list.rows.find((row) => row.id === opened)?.version}
        />
      )}
    </section>
  )
}

function Days(props: DaysProps) {
  const phone = usePhone()
  const { lines, load } = props.view
  if (phone) return <PhoneDays {...props} />
  if (lines) return <Roster {...props} by={lines.by} />
  return load || props.work.span === 'month' ? <Month {...props} /> : <Hours {...props} />
}

/** The entry that was put on another day: its button is pressed once for each time. */
function useDropped(view: CalendarView, offered: readonly { key: string }[]) {
  const [dropped, setDropped] = useState<{ at: number; pressed: Pressed }>()
  const { drop } = view
  const action = drop && view.actions.find(({ key }) => key === drop.button && offered.some((one) => one.key === key))
  const onDrop = useMemo(
    () =>
      drop && action
        ? (row: WireRow, day: number) =>
            setDropped((old) => ({ at: (old?.at ?? 0) + 1, pressed: { action, row, params: { [drop.sets]: day } } }))
        : undefined,
    [drop, action],
  )
  return [dropped, onDrop] as const
}

function useOpening({ open, drawer }: CalendarView, show: (row: WireRow) => void): DaysProps['onOpen'] {
  const { env } = useScope()
  const go = useOpen()
  const mayOpen = useMayOpen()
  if (open?.kind === 'route') {
    if (!mayOpen(open.to)) return undefined
    return (row) => go(open.to, boundValues(open.with, withRoots(env, { row })) as Record<string, string>)
  }
  return drawer && show
}

/** From month to month, week to week, day to day. */
function Walk({ view, work, onFeed }: { view: CalendarView; work: CalendarWork; onFeed?: (() => void) | undefined }) {
  const t = useT()
  const lang = useLang()
  const { span, days, zone, walk, show, day, today } = work
  return (
    <WalkBar
      heading={headingOf(span, days, lang, zone)}
      isToday={days.includes(today)}
      onWalk={walk}
      onToday={() => show({ span, day: today })}
    >
      {view.spans.length > 1 && (
        <Segmented<CalendarSpan>
          value={span}
          onChange={(next) => show({ span: next, day })}
          options={view.spans.map((one) => ({ value: one, label: t(one) }))}
        />
      )}
      {onFeed && (
        <Button type="text" icon={<CalendarOutlined />} onClick={onFeed} title={t('feeds')} aria-label={t('feeds')} />
      )}
    </WalkBar>
  )
}
