import { LogoutOutlined, TranslationOutlined } from '@ant-design/icons'
import { Alert } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { NavLink, useLocation, useNavigate } from 'react-router-dom'
import type { WebRoute } from '../../../model/web.ts'
import { setLang, useLang, useText } from '../../core/i18n.ts'
import { useCore } from '../../core/model.ts'
import { CallRefused } from '../../core/request.ts'
import { useT } from '../../core/sentences.ts'
import { signOut } from '../../core/session.ts'
import { useStore } from '../../core/store.ts'
import { keepToken, token } from '../../core/token.ts'
import { Brand } from '../../theme/Brand.tsx'
import { Pending } from './Pending.tsx'
import { AccessCode, SignIn } from './SignIn.tsx'
import { openLink, whoCame, type WhoCame } from './ways.ts'
import './client.css'

/** What stands around the pages of a customer: who came, where to go, and signing in where nobody did. */
export default function ClientFrame({ route, children }: { route: WebRoute; children: ReactNode }) {
  const bearer = useStore(token)
  const link = useLink()
  const who = useWho(link.state === 'none' ? bearer : '')
  return (
    <div className="client">
      <Top who={bearer ? who : undefined} />
      {link.state === 'opening' && <Pending />}
      {link.state === 'code' && <AccessCode onCode={link.open} />}
      {link.state === 'ended' && (
        <>
          <Alert type="warning" showIcon message={link.why} className="client-ended" />
          <SignIn onDone={link.leave} />
        </>
      )}
      {link.state === 'none' && (bearer ? <Inside {...{ route, who }}>{children}</Inside> : <SignIn />)}
    </div>
  )
}

interface Link {
  /** `none`: the address holds none, or it was opened. */
  state: 'none' | 'opening' | 'code' | 'ended'
  why?: string
  open(accessCode?: string): Promise<void>
  leave(): void
}

/** The secret of a link in the address is changed for a session at once, and leaves the address. */
function useLink(): Link {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const secret = new URLSearchParams(search).get('t')
  const [told, setTold] = useState<Pick<Link, 'state' | 'why'>>({ state: 'opening' })
  const tried = useRef<string>(undefined)
  const leave = (): void => {
    const rest = new URLSearchParams(search)
    rest.delete('t')
    void navigate({ pathname, search: rest.toString() }, { replace: true })
  }
  const open = async (accessCode?: string): Promise<void> => {
    try {
      keepToken(await openLink(secret ?? '', accessCode))
      leave()
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setTold(error.data.field === 'accessCode' ? { state: 'code' } : { state: 'ended', why: error.msg })
    }
  }
  useEffect(() => {
    if (!secret || tried.current === secret) return
    tried.current = secret
    void open()
  })
  return secret ? { ...told, open, leave } : { state: 'none', open, leave }
}

/** The status of a call whose session has ended. */
const SIGNED_OUT = 401

/** Who came, asked once for each session. */
function useWho(bearer: string): WhoCame | undefined {
  const [who, setWho] = useState<WhoCame>()
  const { pathname } = useLocation()
  useEffect(() => {
    if (!bearer) return
    whoCame().then(setWho, (error: unknown) => {
      // Whose session has ended signs in at once.
      if (error instanceof CallRefused && error.status === SIGNED_OUT) keepToken('')
    })
  }, [bearer, pathname])
  return bearer ? who : undefined
}

function Top({ who }: { who: WhoCame | undefined }) {
  const t = useT()
  const lang = useLang()
  const other = lang === 'zh' ? 'en' : 'zh'
  return (
    <header className="client-top">
      <Brand name={who?.studio ?? ''} />
      {who && <span className="client-who">{[who.realName, who.orderNo].filter(Boolean).join(' · ')}</span>}
      <button
        type="button"
        className="icon-button"
        lang={other === 'zh' ? 'zh-CN' : 'en'}
        aria-label={other === 'zh' ? '中文' : 'English'}
        onClick={() => setLang(other)}
      >
        <TranslationOutlined />
      </button>
      {who && (
        <button type="button" className="icon-button" aria-label={t('signOut')} onClick={() => void signOut()}>
          <LogoutOutlined />
        </button>
      )}
    </header>
  )
}

const DESIGNS = '/client/client-design'
const PHOTOS = '/client/client-view-photos'
const CLASSES = '/client/client-class'

function Inside({ route, who, children }: { route: WebRoute; who: WhoCame | undefined; children: ReactNode }) {
  const t = useT()
  const text = useText()
  const { routes } = useCore()
  const places = routes
    .filter((one) => one.group === route.group && one.menu && (one.route !== CLASSES || who?.classes))
    .sort((a, b) => a.order - b.order)
  return (
    <>
      <main className="client-page">
        {who && who.toConfirm > 0 && !route.route.startsWith(DESIGNS) && (
          <NavLink className="client-todo" to={DESIGNS}>
            {t('designsToConfirm', { count: who.toConfirm })}
          </NavLink>
        )}
        {who && who.toPick > 0 && !route.route.includes('photos') && (
          <NavLink className="client-todo" to={PHOTOS}>
            {t('photosToPick')}
          </NavLink>
        )}
        {children}
      </main>
      <nav className="client-nav" aria-label={t('clientPlaces')}>
        {places.map((one) => (
          <NavLink key={one.route} to={one.route}>
            {text(one.label)}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
