import { Menu, type MenuProps } from 'antd'
import { useMemo, useState, type MouseEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useSession } from '../core/session.ts'
import { NamedIcon } from '../theme/icons.tsx'
import { sidebarOf, type MenuLine } from './menu.ts'
import { openAddress } from './tabStore.ts'
import { prefetchScreen } from '../access/prefetch.ts'

type Items = NonNullable<MenuProps['items']>

/** The menu of granted screens. One group is open at a time (rules 6.1). */
export function Sidebar({ route, collapsed, onGo }: { route?: string; collapsed: boolean; onGo?: () => void }) {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  const navigate = useNavigate()
  const lines = useMemo(() => sidebarOf(core, menus), [core, menus])
  const items = useMemo<Items>(() => {
    const named = (line: MenuLine) => (
      // A link, so that it can be opened in a window of its own; a plain press is the menu's.
      <a href={line.key} tabIndex={-1} onMouseEnter={() => prefetchScreen(core, line.key)} onClick={followPlainly}>
        {text(line.label)}
      </a>
    )
    return lines.map((line) => itemOf(line, text, named))
  }, [lines, text, core])
  const [open, setOpen] = useOpenGroup(core.routes.find((one) => one.route === route)?.group)
  return (
    <div className="side-menu">
      <Menu
        mode="inline"
        items={items}
        inlineCollapsed={collapsed}
        inlineIndent={16}
        selectedKeys={route ? [route] : []}
        openKeys={collapsed ? undefined : open}
        onOpenChange={(keys) => setOpen(keys.slice(-1))}
        onClick={({ key }) => {
          void navigate(openAddress(key))
          onGo?.()
        }}
      />
    </div>
  )
}

/** Leaves a press to the menu, but for one that asks for another window. */
function followPlainly(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) event.stopPropagation()
  else event.preventDefault()
}

/** The open group follows the visible page, until the person opens or closes a group. */
function useOpenGroup(group: string | undefined): [string[], (keys: string[]) => void] {
  const [seen, setSeen] = useState(group)
  const [open, setOpen] = useState(group ? [group] : [])
  if (seen !== group) {
    setSeen(group)
    if (group) setOpen([group])
  }
  return [open, setOpen]
}

function itemOf(
  line: MenuLine,
  text: (label: MenuLine['label']) => string,
  named: (line: MenuLine) => ReactNode,
): Items[number] {
  const icon = <NamedIcon name={line.icon} />
  if (!line.children) return { key: line.key, label: named(line), title: text(line.label), icon }
  const children = line.children.map((child) => ({ key: child.key, label: named(child), title: text(child.label) }))
  return { key: line.key, label: text(line.label), icon, children }
}
