import { Dropdown } from 'antd'
import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent, type ReactElement, type WheelEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '../core/sentences.ts'
import { useStore } from '../core/store.ts'
import { apart, type Tab } from './tabs.ts'
import { isPinned, refreshTab, tabStore } from './tabStore.ts'
import { useCloseTabs } from './useCloseTabs.ts'
import { useGroupTitle, useScreenTitle, useTabTitle } from './useTabTitle.ts'
import './tabs.css'

const MIDDLE = 1

/** The open tabs. A middle click or Delete closes one; a right click shows more actions. */
export function TabBar() {
  const t = useT()
  const { tabs, active } = useStore(tabStore)
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [active, tabs.length])
  return (
    <div className="tabs">
      <nav className="tabs-scroll" aria-label={t('tabs')} ref={strip} onWheel={scrollSideways}>
        <ul className="tabs-strip" onKeyDown={moveFocus}>
          {tabs.map((tab) => (
            <TabItem key={tab.key} tab={tab} active={tab.key === active} />
          ))}
        </ul>
      </nav>
      <TabMenu of={active}>
        <button type="button" className="icon-button tabs-more" aria-label={t('tabMenu')}>
          <DownOutlined />
        </button>
      </TabMenu>
    </div>
  )
}

function TabItem({ tab, active }: { tab: Tab; active: boolean }) {
  const t = useT()
  const navigate = useNavigate()
  const close = useCloseTabs()
  const dirty = useStore(tabStore, (state) => state.dirty.has(tab.key))
  const titleOf = useTabTitle()
  const screenOf = useScreenTitle()
  const groupOf = useGroupTitle()
  const beside = useStore(tabStore, ({ tabs }) => apart(tab, tabs, titleOf, screenOf, groupOf))
  const title = beside ? `${titleOf(tab)} · ${beside}` : titleOf(tab)
  const closable = !isPinned(tab.route)
  const closeThis = () => {
    if (closable) void close([tab.key])
  }
  const onAuxClick = (event: MouseEvent) => {
    if (event.button === MIDDLE) closeThis()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Delete') closeThis()
  }
  return (
    <TabMenu of={tab.key} contextual>
      <li className="tab" data-active={active} onAuxClick={onAuxClick} onMouseDown={keepMiddleClick}>
        <button
          type="button"
          className="tab-name clip"
          title={title}
          aria-current={active ? 'page' : undefined}
          tabIndex={active ? 0 : -1}
          onClick={() => void navigate(tab.address)}
          onKeyDown={onKeyDown}
        >
          {title}
          {dirty && <i className="tab-dirty" title={t('unsaved')} />}
        </button>
        {closable && (
          <button
            type="button"
            className="tab-close"
            tabIndex={-1}
            aria-label={t('closeTab', { name: title })}
            onClick={closeThis}
          >
            <CloseOutlined />
          </button>
        )}
      </li>
    </TabMenu>
  )
}

/** The actions of a tab: as its context menu, or under a button. */
function TabMenu({ of, contextual, children }: { of: string; contextual?: boolean; children: ReactElement }) {
  const t = useT()
  const close = useCloseTabs()
  const { tabs } = useStore(tabStore)
  const tab = tabs.find((one) => one.key === of)
  const others = tabs.filter((one) => one.key !== of && !isPinned(one.route)).map((one) => one.key)
  const all = tabs.filter((one) => !isPinned(one.route)).map((one) => one.key)
  const items = [
    { key: 'refresh', label: t('refreshTab'), disabled: !tab, onClick: () => refreshTab(of) },
    { key: 'this', label: t('closeThis'), disabled: !tab || isPinned(tab.route), onClick: () => void close([of]) },
    { key: 'others', label: t('closeOthers'), disabled: !others.length, onClick: () => void close(others) },
    { key: 'all', label: t('closeAll'), disabled: !all.length, onClick: () => void close(all) },
  ]
  return (
    <Dropdown menu={{ items }} trigger={contextual ? ['contextMenu'] : ['click']}>
      {children}
    </Dropdown>
  )
}

/** Without this the middle button would start scrolling. */
function keepMiddleClick(event: MouseEvent): void {
  if (event.button === MIDDLE) event.preventDefault()
}

function scrollSideways(event: WheelEvent<HTMLElement>): void {
  if (event.deltaX === 0) event.currentTarget.scrollLeft += event.deltaY
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Arrow keys move between the tabs: the whole strip is one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const names = [...event.currentTarget.querySelectorAll<HTMLElement>('.tab-name')]
  const at = names.indexOf(document.activeElement as HTMLElement)
  if (!step || at < 0) return
  event.preventDefault()
  names[step(at, names.length - 1)]?.focus()
}
