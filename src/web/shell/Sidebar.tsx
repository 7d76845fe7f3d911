import { Menu, type MenuProps } from 'antd'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useSession } from '../core/session.ts'
import { NamedIcon } from './icons.tsx'
import { sidebarOf, type MenuLine } from './menu.ts'

type Items = NonNullable<MenuProps['items']>

/** The menu of granted screens. One group is open at a time (spec § 1). */
export function Sidebar({ route, collapsed, onGo }: { route?: string; collapsed: boolean; onGo?: () => void }) {
  const core = useCore()
  const { menus } = useSession()
  const text = useText()
  const navigate = useNavigate()
  const lines = useMemo(() => sidebarOf(core, menus), [core, menus])
  const items = useMemo<Items>(() => lines.map((line) => itemOf(line, text)), [lines, text])
  const [open, setOpen] = useOpenGroup(core.routes.find((one) => one.route === route)?.group)
  return (
    <div className="side-menu">
      <Menu
        mode="inline" items={items} inlineCollapsed={collapsed} inlineIndent={16}
        selectedKeys={route ? [route] : []}
        openKeys={collapsed ? undefined : open}
        onOpenChange={(keys) => setOpen(keys.slice(-1))}
        onClick={({ key }) => {
          void navigate(key)
          onGo?.()
        }}
      />
    </div>
  )
}

/** The open group follows the page in sight, until the person opens another or closes it. */
function useOpenGroup(group: string | undefined): [string[], (keys: string[]) => void] {
  const [seen, setSeen] = useState(group)
  const [open, setOpen] = useState(group ? [group] : [])
  if (seen !== group) {
    setSeen(group)
    if (group) setOpen([group])
  }
  return [open, setOpen]
}

function itemOf(line: MenuLine, text: ReturnType<typeof useText>): Items[number] {
  const label = text(line.label)
  if (!line.children) return { key: line.key, label, title: label, icon: line.icon ? <NamedIcon name={line.icon} /> : undefined }
  return { key: line.key, label, icon: <NamedIcon name={line.icon} />, children: line.children.map((child) => itemOf({ ...child, icon: undefined }, text)) }
}
