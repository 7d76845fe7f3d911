import {
  DownloadOutlined,
  DownOutlined,
  KeyOutlined,
  LogoutOutlined,
  QuestionCircleOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { ask } from '../core/feedback.tsx'
import { useCore } from '../core/model.ts'
import { useOpen } from '../core/open.ts'
import { useCan } from '../core/permission.ts'
import { t as now, useT } from '../core/sentences.ts'
import { signOut, useRoleName, useSession } from '../core/session.ts'
import { tabStore } from './tabStore.ts'

const SwitchDialog = lazy(() => import('./SwitchDialog.tsx'))

/** Button code of the entry that changes company and role, on the home screen (rules 6.6). */
const SWITCH = 'switch'

/** Ends the session; asks first when unsaved input would be lost. */
async function leave(): Promise<void> {
  const unsaved = tabStore.get().dirty.size > 0
  if (
    unsaved &&
    !(await ask({ title: now('signOutUnsaved'), text: now('unsavedGone'), ok: now('signOut'), danger: true }))
  )
    return
  await signOut(true)
}

/** The letter that stands for a person: the last of a Chinese name, the first of another. */
const initialOf = (name: string): string =>
  /\p{Script=Han}/u.test(name) ? name.slice(-1) : name.slice(0, 1).toUpperCase()

/** The person's name, company and role, with the actions to change them. */
export function UserMenu({ short }: { short: boolean }) {
  const t = useT()
  const { user } = useSession()
  const [switching, setSwitching] = useState(false)
  const items = useItems(short, () => setSwitching(true))
  const name = user?.realName ?? ''
  return (
    <>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <button
          type="button"
          className="icon-button"
          title={t('account')}
          aria-label={short ? `${name} ${t('account')}` : undefined}
        >
          <span className="user-mark" aria-hidden>
            {user?.avatar ? <img src={user.avatar.url} alt="" /> : initialOf(name)}
          </span>
          {!short && (
            <>
              <span className="user-name">
                <span className="clip">{name}</span>
                <small className="clip">{user?.corpName}</small>
              </span>
              <DownOutlined className="user-more" />
            </>
          )}
        </button>
      </Dropdown>
      {switching && (
        <Suspense>
          <SwitchDialog onClose={() => setSwitching(false)} />
        </Suspense>
      )}
    </>
  )
}

function useItems(short: boolean, onSwitch: () => void): MenuProps['items'] {
  const t = useT()
  const { app, routes } = useCore()
  const { user } = useSession()
  const role = useRoleName()
  const can = useCan()
  const open = useOpen()
  const home = routes.find((route) => route.route === app.home)
  const items: NonNullable<MenuProps['items']> = [
    {
      key: 'who',
      disabled: true,
      label: (
        <span className="user-card">
          <strong>{user?.realName}</strong>
          {[user?.corpName, user?.orgName, role].filter(Boolean).join(' · ')}
        </span>
      ),
    },
    { type: 'divider' },
  ]
  if (home?.code && can(home.code, SWITCH))
    items.push({ key: 'switch', icon: <SwapOutlined />, label: t('switchOrg'), onClick: onSwitch })
  const password = app.links.password
  if (password)
    items.push({ key: 'password', icon: <KeyOutlined />, label: t('changePassword'), onClick: () => open(password) })
  // On a phone the bar has no room for these two.
  const { documents, help } = app.links
  if (short && documents)
    items.push({
      key: 'documents',
      icon: <DownloadOutlined />,
      label: (
        <a href={documents} download>
          {t('documents')}
        </a>
      ),
    })
  if (short && help) {
    items.push({
      key: 'help',
      icon: <QuestionCircleOutlined />,
      label: (
        <a href={help} target="_blank" rel="noopener">
          {t('help')}
        </a>
      ),
    })
  }
  items.push({ key: 'out', icon: <LogoutOutlined />, label: t('signOut'), onClick: () => void leave() })
  return items
}
