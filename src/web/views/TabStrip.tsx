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

/** Scrolls the strip alone, so far that the tab is wholly in it. */
function bringInside(strip: Element, tab: Element): void {
  const [box, own] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (own.left < box.left) strip.scrollLeft -= box.left - own.left
  else if (own.right > box.right) strip.scrollLeft += own.right - box.right
}

/** Tabs in one line that scrolls when it is too short for them. Arrow keys move between them. */
export function TabStrip({ tabs, active, onChange, label, panel, quiet }: StripProps) {
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = strip.current
    const chosen = box?.querySelector('[aria-selected="true"]')
    if (!box || !chosen) return
    // Counts come after the names and move the tabs.
    const observer = new ResizeObserver(() => bringInside(box, chosen))
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
    <div
      role="tablist"
      aria-label={label}
      className={quiet ? 'at-strip at-strip-quiet' : 'at-strip'}
      ref={strip}
      onKeyDown={walk}
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
