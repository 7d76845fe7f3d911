import { loadingCount } from '../core/loading.ts'
import { useT } from '../core/sentences.ts'
import { useStore } from '../core/store.ts'
import './loading.css'

/** Covers the window while a call runs (rules 6.8). A very short call shows nothing. */
export function LoadingOverlay() {
  const t = useT()
  const busy = useStore(loadingCount) > 0
  if (!busy) return null
  return (
    <div className="loading" role="status">
      <span className="loading-box">
        <i className="loading-mark" aria-hidden />
        {t('loading')}
      </span>
    </div>
  )
}
