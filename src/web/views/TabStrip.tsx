import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

interface Tab {
  key: string
  label: ReactNode
}

interface StripProps {
  tabs: readonly Tab[]
  active: string | undefined
  onChange: (key: string) => void
  label?: string
  panel: string
  quiet?: boolean
}

/** What the arrow at an end and the fade beside it cover, in pixels; `.at-strip-box` of lists.css says the same. */
const COVERED = 56

/** Scrolls the strip alone, so far that the tab is wholly in sight. */
function bringInside(strip: Element, tab: Element): void {
  const [box, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < box.left + COVERED) strip.scrollLeft -= box.left + COVERED - own.left
  else if (own.right > box.right - COVERED) strip.scrollLeft += own.right - box.right + COVERED
}

/** At which ends of the strip tabs are out of sight. Half pixels of a zoomed page are no tab. */
function hiddenEnds(strip: Element): 'both' | 'end' | 'none' | 'start' {
  const before = strip.scrollLeft > 1
  const after = strip.scrollWidth - strip.clientWidth - strip.scrollLeft > 1
  if (before && after) return 'both'
  if (before) return 'start'
  return after ? 'end' : 'none'
}

/** A press for whoever has a mouse alone; keys and fingers walk the tabs themselves. */
function Onward({ to, strip }: { to: -1 | 1; strip: { readonly current: HTMLElement | null } }) {
  return (
    <span
      aria-hidden
      className={to < 0 ? 'at-strip-on at-strip-back' : 'at-strip-on'}
      onClick={() => {
        const box = strip.current
        box?.scrollBy({ left: to * box.clientWidth * 0.7, behavior: 'smooth' })
      }}
    >
      {to < 0 ? <LeftOutlined /> : <RightOutlined />}
    </span>
  )
}

/**
 * Tabs in one line that scrolls when it is too short for them, and says at which end it goes on. Arrow keys move
 * between them.
 */
export function TabStrip({ tabs, active, onChange, label, panel, quiet }: StripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const [hidden, setHidden] = useState<ReturnType<typeof hiddenEnds>>('none')
  useEffect(() => {
    const box = strip.current
    const chosen = box?.querySelector('[aria-selected="true"]')
    if (!box || !chosen) return
    // Counts come after the names and move the tabs.
    const observer = new ResizeObserver(() => {
      bringInside(box, chosen)
      setHidden(hiddenEnds(box))
    })
    for (const one of [box, ...box.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [active, tabs.length])
  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === active)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    const next = to === undefined ? undefined : tabs[to]
    if (!next) return
    event.preventDefault()
    onChange(next.key)
    strip.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.key)}"]`)?.focus()
  }
  return (
    <div className={quiet ? 'at-strip-box at-strip-quiet' : 'at-strip-box'} data-hidden={hidden}>
      <div
        role="tablist"
        aria-label={label}
        className="at-strip"
        ref={strip}
        onKeyDown={walk}
        onScroll={(event) => setHidden(hiddenEnds(event.currentTarget))}
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            data-tab={tab.key}
            id={`${panel}-${tab.key}`}
            aria-selected={tab.key === active}
            aria-controls={panel}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => onChange(tab.key)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {(hidden === 'start' || hidden === 'both') && <Onward to={-1} strip={strip} />}
      {(hidden === 'end' || hidden === 'both') && <Onward to={1} strip={strip} />}
    </div>
  )
}

/** Tabs with their panels. A panel is made when first opened, and then only hidden, so that typed values stay. */
export function TabPanels({
  tabs,
  active,
  onChange,
  label,
}: {
  tabs: readonly (Tab & { draw: () => ReactNode })[]
  active: string | undefined
  onChange: (key: string) => void
  label?: string
}) {
  const id = `p${useId()}`
  const [visited, setVisited] = useState<readonly string[]>(active === undefined ? [] : [active])
  if (active !== undefined && !visited.includes(active)) setVisited([...visited, active])
  return (
    <div className="at-tabbed">
      <TabStrip tabs={tabs} active={active} onChange={onChange} label={label} panel={id} />
      <div id={id} className="at-panels">
        {tabs
          .filter((tab) => visited.includes(tab.key))
          .map((tab) => (
            <div
              key={tab.key}
              role="tabpanel"
              aria-labelledby={`${id}-${tab.key}`}
              hidden={tab.key !== active}
              className="at-panel"
            >
              {tab.draw()}
            </div>
          ))}
      </div>
    </div>
  )
}
