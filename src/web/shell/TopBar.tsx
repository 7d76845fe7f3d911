import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined, SearchOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import { useCallback, useRef } from 'react'
import type { WebRoute } from '../../model/web.ts'
import { useT } from '../core/sentences.ts'
import { Bell } from './Bell.tsx'
import { Crumbs } from './Crumbs.tsx'
import { EditingButton } from './editing/EditingButton.tsx'
import { FullScreen } from './FullScreen.tsx'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { Links } from './Links.tsx'
import { ThemeSwitch } from './ThemeSwitch.tsx'
import { UserMenu } from './UserMenu.tsx'
import './topbar.css'

interface Props {
  route?: WebRoute
  phone: boolean
  collapsed: boolean
  onMenu(): void
  onSearch(): void
}

/** The bar above every page: the path on the left, tools for every page on the right. */
export function TopBar({ route, phone, collapsed, onMenu, onSearch }: Props) {
  const bar = useRef<HTMLElement>(null)
  // Each popup follows its opener in the DOM, for the keyboard and for screen readers.
  const container = useCallback(() => bar.current ?? document.body, [])
  return (
    <header className="top" ref={bar}>
      <ConfigProvider getPopupContainer={container}>
        <MenuButton phone={phone} collapsed={collapsed} onMenu={onMenu} />
        <Crumbs route={route} short={phone} />
        <div className="top-tools">
          <SearchButton short={phone} onSearch={onSearch} />
          {!phone && (
            <>
              <EditingButton />
              <FullScreen />
              <Links />
            </>
          )}
          <LanguageSwitch />
          <ThemeSwitch />
          <Bell />
          <UserMenu short={phone} />
        </div>
      </ConfigProvider>
    </header>
  )
}

function MenuButton({ phone, collapsed, onMenu }: Pick<Props, 'phone' | 'collapsed' | 'onMenu'>) {
  const t = useT()
  const label = t(phone ? 'openMenu' : collapsed ? 'expand' : 'collapse')
  const Icon = phone ? MenuOutlined : collapsed ? MenuUnfoldOutlined : MenuFoldOutlined
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onMenu}>
      <Icon />
    </button>
  )
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

function SearchButton({ short, onSearch }: { short: boolean; onSearch(): void }) {
  const t = useT()
  return (
    <button
      type="button"
      className={short ? 'icon-button' : 'top-search'}
      aria-label={short ? t('palette') : undefined}
      aria-haspopup="dialog"
      title={t('palette')}
      onClick={onSearch}
    >
      <SearchOutlined />
      {!short && (
        <>
          <span>{t('search')}</span>
          <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </>
      )}
    </button>
  )
}
