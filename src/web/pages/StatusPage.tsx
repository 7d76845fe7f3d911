import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { LOGIN, loginAddress } from '../access/guard.ts'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'
import { useRoleName } from '../core/session.ts'
import { useStore } from '../core/store.ts'
import { token } from '../core/token.ts'
import './status.css'

function StatusPage({
  number,
  title,
  text,
  children,
}: {
  number: number
  title: string
  text: string
  children: ReactNode
}) {
  return (
    <div className="status-page">
      <p className="status-number" aria-hidden>
        {number}
      </p>
      <h1>{title}</h1>
      <p className="status-text">{text}</p>
      <div className="status-ways">{children}</div>
    </div>
  )
}

/** Back to where one came from, unless one came from outside. */
function Back() {
  const t = useT()
  const navigate = useNavigate()
  return <Button onClick={() => void (history.length > 1 ? navigate(-1) : navigate('/'))}>{t('back')}</Button>
}

function Go({ to, label }: { to: string; label: string }) {
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => void navigate(to)}>
      {label}
    </Button>
  )
}

function Unauthorized() {
  const t = useT()
  const signedIn = Boolean(useStore(token))
  const { name, to } = useHere()
  return (
    <StatusPage
      number={401}
      title={t('unauthorizedTitle')}
      text={name ? t('unauthorizedHere', { name }) : t('unauthorizedText')}
    >
      <Back />
      {signedIn ? <Go to="/" label={t('goHome')} /> : <Go to={to} label={t('goSignIn')} />}
    </StatusPage>
  )
}

/** The screen that this page stands for, if it does, and the way to sign in that leads back to it. */
function useHere(): { name?: string; to: string } {
  const text = useText()
  const { pathname: path, search } = useLocation()
  const route = useCore().routes.find((one) => one.route === path && one.guest)
  return route ? { name: text(route.label), to: loginAddress({ path, search, left: false }) } : { to: LOGIN }
}

/** Whoever typed something before a right was missing finds it where they were. */
function Forbidden() {
  const t = useT()
  const { state } = useLocation() as { state: { kept?: boolean } | null }
  const text = t('forbiddenText')
  return (
    <StatusPage number={403} title={t('forbiddenTitle')} text={state?.kept ? `${t('forbiddenKept')} ${text}` : text}>
      <Back />
      <Go to="/" label={t('goHome')} />
    </StatusPage>
  )
}

/** A screen that the role does not include, by its name. */
export function Refused({ screen }: { screen: string }) {
  const t = useT()
  const role = useRoleName()
  return (
    <StatusPage number={403} title={t('refusedTitle', { role, screen })} text={t('forbiddenText')}>
      <Back />
      <Go to="/" label={t('goHome')} />
    </StatusPage>
  )
}

function NotFound() {
  const t = useT()
  return (
    <StatusPage number={404} title={t('notFoundTitle')} text={t('notFoundText')}>
      <Back />
      <Go to="/" label={t('goHome')} />
    </StatusPage>
  )
}

/** The pages that say why there is no page. */
export const statusPages = { unauthorized: Unauthorized, forbidden: Forbidden, notFound: NotFound }
