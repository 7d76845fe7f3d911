import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useT } from '../core/sentences.ts'
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
  return (
    <StatusPage number={401} title={t('unauthorizedTitle')} text={t('unauthorizedText')}>
      <Back />
      {signedIn ? <Go to="/" label={t('goHome')} /> : <Go to="/login" label={t('goSignIn')} />}
    </StatusPage>
  )
}

function Forbidden() {
  const t = useT()
  return (
    <StatusPage number={403} title={t('forbiddenTitle')} text={t('forbiddenText')}>
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
