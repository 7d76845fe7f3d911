import { useEffect, useState, useSyncExternalStore } from 'react'
import { retryPush, usePushStatus, type PushStatus } from '../core/push.ts'
import { useT } from '../core/sentences.ts'
import './connection.css'

const subscribe = (onChange: () => void) => {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** A short break is not shown. */
const PATIENCE = 4000

const isBroken = (status: PushStatus) => status === 'waiting' || status === 'lost'

/** Says that the connection is lost, and that nothing typed is lost. */
export function ConnectionBar() {
  const t = useT()
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const status = usePushStatus()
  const late = useLate(isBroken(status) || status === 'connecting')
  useEffect(() => {
    if (online) retryPush()
  }, [online])
  if (online && !late) return null
  return (
    <div className="connection" role="status">
      <span>{t(online ? 'connectionLost' : 'offline')}</span>
      {online &&
        (status === 'lost' ? (
          <button type="button" onClick={retryPush}>
            {t('reconnect')}
          </button>
        ) : (
          <span className="connection-try">{t('reconnecting')}</span>
        ))}
    </div>
  )
}

/** Whether a condition has been true for longer than the delay of this bar. */
function useLate(holds: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!holds) return
    const timer = setTimeout(() => setLate(true), PATIENCE)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [holds])
  return late
}
