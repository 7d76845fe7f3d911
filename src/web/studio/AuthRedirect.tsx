import { Button, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { t as now, useT } from '../core/sentences.ts'
import { CallRefused } from '../core/request.ts'
import { signInByWechat } from '../pages/login/ways.ts'
import { useArrive } from '../pages/login/useArrive.ts'
import '../pages/status.css'

/** Comes back from an outside sign-in: the code in the address is exchanged for a session. */
export default function AuthRedirect() {
  const t = useT()
  const navigate = useNavigate()
  const failed = useExchange()
  if (failed === undefined)
    return (
      <div className="status-page" role="status">
        <Spin />
        <p className="status-text">{t('redirecting')}</p>
      </div>
    )
  return (
    <div className="status-page" role="alert">
      <h1>{t('redirectFailed')}</h1>
      <p className="status-text">{failed}</p>
      <Button type="primary" onClick={() => void navigate('/login')}>
        {t('backToSignIn')}
      </Button>
    </div>
  )
}

/** Why it failed, or `undefined` while it is under way. */
function useExchange(): string | undefined {
  const [query] = useSearchParams()
  const code = query.get('code')
  const mobile = query.get('mobile') ?? undefined
  const arrive = useArrive()
  const [failed, setFailed] = useState<string>()
  useEffect(() => {
    if (!code) return
    exchangeOnce(code, mobile)
      .then(arrive)
      .catch((error: unknown) => setFailed(error instanceof CallRefused ? error.msg : now('serverBusy')))
  }, [code, mobile, arrive])
  return code ? failed : now('redirectNoCode')
}

let exchange: { code: string; result: ReturnType<typeof signInByWechat> } | undefined

/** A code is good for one exchange, and React draws a page twice in development. */
function exchangeOnce(code: string, mobile: string | undefined): ReturnType<typeof signInByWechat> {
  if (exchange?.code !== code) exchange = { code, result: signInByWechat({ mobile, code }) }
  return exchange.result
}
