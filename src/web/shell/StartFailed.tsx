import { en } from '../i18n/en.ts'
import { zh } from '../i18n/zh.ts'
import './page.css'

/** Without the model, neither language nor theme is known: plain text in both languages. */
export function StartFailed({ onRetry }: { onRetry(): void }) {
  return (
    <main className="page-error" role="alert">
      <h2 lang="zh-CN">{zh.startFailed}</h2>
      <p lang="zh-CN">{zh.startFailedText}</p>
      <h2>{en.startFailed}</h2>
      <p>{en.startFailedText}</p>
      <button type="button" onClick={onRetry}>
        {zh.retry} / {en.retry}
      </button>
    </main>
  )
}
