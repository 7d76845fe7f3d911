import { CloseOutlined, DownOutlined, FilterOutlined, SearchOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer, Popover } from 'antd'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { FilterModel, Lang } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { useLang, useText } from '../core/i18n.ts'
import { useCells } from '../fields/context.tsx'
import { keepChoices } from '../fields/keepChoices.ts'
import { useT } from '../fields/sentences.ts'
import { FilterItem, widthOfFilter } from './FilterItem.tsx'
import { slashPressed } from './keys.ts'
import { filterText } from './filterText.ts'
import { useFilters, type Filtering, type Filters } from './useFilters.ts'
import { useNamedFilters } from './useNamedFilters.ts'

interface BarPlace {
  offered: readonly FilterModel[]
  filtered: boolean
  phone: boolean
  active: boolean
  /** Drawn below the filters in the sheet of a phone. */
  sheet?: ((onClose: () => void) => ReactNode) | undefined
  children?: ReactNode
}
type BarProps = BarPlace & { filters: Filters }

/** Widths in the bar, px: the space between filters, and the buttons beside them. */
const BETWEEN = 12
const BUTTONS = 210
/** Heights, px: the frame of the panel, and the least space for its filters. */
const PANEL = 110
const LOWEST = 160

/** The number of filters that fit into the line; at least one. */
function fitting(offered: readonly FilterModel[], room: number, lang: Lang): FilterModel[] {
  let left = room - BUTTONS
  return offered.filter((filter, at) => (left -= widthOfFilter(filter, lang) + BETWEEN) >= 0 || at === 0)
}

/** Filters in one line, the rest behind "more". Enter and Ctrl+Enter search, / focuses the first filter. */
export function FilterBar({ filtering, ...place }: BarPlace & { filtering: Filtering }) {
  // The typed values are kept here, so that a key does not redraw the table.
  const filters = useFilters(filtering)
  useNamedFilters(filtering, place.offered)
  return place.phone ? <PhoneBar {...place} filters={filters} /> : <DeskBar {...place} filters={filters} />
}

/** Searches and closes the open panel. */
function useSearch(filters: Filters) {
  const [open, setOpen] = useState(false)
  const search = () => {
    filters.apply()
    setOpen(false)
  }
  return { open, setOpen, search }
}

/** Draws filters as items of one bar. */
function useItems(filters: Filters) {
  const prefix = `q${useId()}-`
  return (filter: FilterModel) => (
    <FilterItem
      key={filter.name}
      prefix={prefix}
      filter={filter}
      value={filters.draft[filter.name]}
      row={filters.row}
      env={filters.env}
      onChange={filters.change}
    />
  )
}

interface FrameProps {
  bar?: React.RefObject<HTMLDivElement | null>
  filters: Filters
  search: () => void
  /** Hidden filters that are set, shown as chips. */
  rest: readonly FilterModel[]
  /** Buttons at the end of the bar. */
  end: ReactNode
  children: ReactNode
}

/** The bar: filters, the buttons at its end, chips below. */
function BarFrame({ bar, filters, search, rest, end, children }: FrameProps) {
  return (
    <div
      className="at-bar"
      ref={bar}
      role="search"
      onKeyDownCapture={keepChoices}
      onKeyDown={(event) => searchKeys(event, search)}
    >
      {children && <div className="at-filters">{children}</div>}
      <div className="at-bar-end">{end}</div>
      <Chips filters={filters} shown={rest} />
    </div>
  )
}

function DeskBar({ filters, offered, filtered, active, children }: BarProps) {
  const t = useT()
  const [bar, room] = useRoom()
  const searching = useSearch(filters)
  const item = useItems(filters)
  useSlash(bar, active)
  const inLine = fitting(offered, room, useLang())
  const rest = offered.filter((filter) => !inLine.includes(filter))
  return (
    <BarFrame bar={bar} filters={filters} search={searching.search} rest={rest} end={children}>
      {offered.length > 0 && (
        <>
          {inLine.map(item)}
          <Button icon={<SearchOutlined />} onClick={searching.search}>
            {t('search')}
          </Button>
          {filtered && (
            <Button type="text" onClick={filters.clear}>
              {t('reset')}
            </Button>
          )}
          {rest.length > 0 && <MoreFilters bar={bar} items={rest.map(item)} {...searching} onClear={filters.clear} />}
        </>
      )}
    </BarFrame>
  )
}

/** The width of the panel and the space around it (px): with less beside the button it would reach over the menu. */
const WIDE = 664
/** Between the button and the panel (px). */
const GAP = 4

interface MoreProps extends ReturnType<typeof useSearch> {
  bar: React.RefObject<HTMLDivElement | null>
  items: ReactNode
  onClear: () => void
}

/** The button that opens the filters that do not fit into the line. */
function MoreFilters({ bar, items, open, setOpen, search, onClear }: MoreProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  const [{ below, lacking }, setRoom] = useState({ below: 0, lacking: 0 })
  const measure = () => {
    const line = bar.current?.firstElementChild?.getBoundingClientRect()
    const right = button.current?.getBoundingClientRect().right ?? 0
    setRoom({ below: innerHeight - (line?.bottom ?? 0), lacking: Math.max(0, WIDE - (right - (line?.left ?? 0))) })
  }
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        measure()
        setOpen(next)
      }}
      trigger="click"
      placement="bottomRight"
      align={{ offset: [lacking, GAP] }}
      arrow={false}
      destroyOnHidden
      content={<Panel items={items} room={below} onSearch={search} onClear={onClear} onClose={() => setOpen(false)} />}
    >
      <Button ref={button} type="text" aria-expanded={open}>
        {t('moreFilters')} <DownOutlined aria-hidden />
      </Button>
    </Popover>
  )
}

/** `room`: px between the line of filters and the end of the window. A higher panel would make the page scroll, and the button being pressed would move away. */
function Panel({
  items,
  room,
  onSearch,
  onClear,
  onClose,
}: {
  items: ReactNode
  room: number
  onSearch: () => void
  onClear: () => void
  onClose: () => void
}) {
  const t = useT()
  return (
    <div
      className="at-filter-panel"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        searchKeys(event, onSearch)
      }}
    >
      <div className="at-filter-grid" style={{ maxHeight: Math.max(room - PANEL, LOWEST) }}>
        {items}
      </div>
      <div className="at-dialog-foot">
        <span className="at-quiet at-grow">{t('ctrlEnter')}</span>
        <Button onClick={onClear}>{t('reset')}</Button>
        <Button type="primary" onClick={onSearch}>
          {t('search')}
        </Button>
      </div>
    </div>
  )
}

/** On a phone the first filter is visible, the others are in a sheet. */
function PhoneBar({ filters, offered, sheet, children }: BarProps) {
  const t = useT()
  const { open, setOpen, search } = useSearch(filters)
  const item = useItems(filters)
  const [first, ...rest] = offered
  const set = rest.filter((filter) => !isEmpty(filters.draft[filter.name])).length
  return (
    <>
      <BarFrame filters={filters} search={search} rest={rest} end={children}>
        {(first || sheet) && (
          <>
            {first && item(first)}
            {(rest.length > 0 || sheet) && (
              <Badge count={set} size="small">
                <Button
                  icon={<FilterOutlined />}
                  onClick={() => setOpen(true)}
                  aria-label={t('moreFilters')}
                  aria-expanded={open}
                />
              </Badge>
            )}
          </>
        )}
      </BarFrame>
      <FilterSheet open={open} onClose={() => setOpen(false)} onClear={filters.clear} onSearch={search}>
        {rest.map(item)}
        {sheet?.(() => setOpen(false))}
      </FilterSheet>
    </>
  )
}

/** Filters in a sheet from below. */
function FilterSheet({
  open,
  onClose,
  onClear,
  onSearch,
  children,
}: {
  open: boolean
  onClose: () => void
  onClear: () => void
  onSearch: () => void
  children: ReactNode
}) {
  const t = useT()
  const foot = (
    <div className="at-dialog-foot">
      <Button onClick={onClear}>{t('reset')}</Button>
      <Button type="primary" onClick={onSearch}>
        {t('search')}
      </Button>
    </div>
  )
  return (
    <Drawer open={open} onClose={onClose} placement="bottom" height="80%" title={t('moreFilters')} footer={foot}>
      <div className="at-filter-grid" onKeyDownCapture={keepChoices} onKeyDown={(event) => searchKeys(event, onSearch)}>
        {children}
      </div>
    </Drawer>
  )
}

/** Filters that are set but hidden, each with a cross. */
function Chips({ filters, shown }: { filters: Filters; shown: readonly FilterModel[] }) {
  const t = useT()
  const text = useText()
  const cells = useCells()
  const set = shown.filter((filter) => !isEmpty(filters.draft[filter.name]))
  if (set.length === 0) return null
  return (
    <ul className="at-chips">
      {set.map((filter) => (
        <li key={filter.name} className="at-chip">
          {text(filter.label)}: {filterText(filter, filters.draft[filter.name], filters.row, cells)}
          <button
            type="button"
            onClick={() => filters.remove(filter)}
            aria-label={t('removeFilter', { name: text(filter.label) })}
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Enter searches from a line of text, Ctrl+Enter from anywhere in the filters (rules 6.5). */
function searchKeys(event: KeyboardEvent, search: () => void): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const line =
    event.target instanceof HTMLInputElement &&
    event.target.getAttribute('role') !== 'combobox' &&
    !event.target.closest('.ant-picker')
  if (!line && !event.ctrlKey && !event.metaKey) return
  event.preventDefault()
  event.stopPropagation()
  search()
}

function useRoom() {
  const bar = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(1000)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element) return
    const measure = () => {
      const end = element.querySelector<HTMLElement>('.at-bar-end')?.scrollWidth ?? 0
      if (element.clientWidth > 0) setRoom(element.clientWidth - end)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [bar, room] as const
}

/** `/` anywhere on the page focuses the first filter. */
function useSlash(bar: React.RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active) return
    const slash = (event: globalThis.KeyboardEvent) => {
      if (!slashPressed(event)) return
      const first = bar.current?.querySelector<HTMLInputElement>('.at-filters input')
      if (!first) return
      event.preventDefault()
      first.focus()
    }
    addEventListener('keydown', slash)
    return () => removeEventListener('keydown', slash)
  }, [bar, active])
}
