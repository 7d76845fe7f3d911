import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { useT } from '../core/sentences.ts'
import './page.css'

/** A page that could not be shown, with a way to continue. */
export function PageError({ title, text, onRetry }: { title: string; text: string; onRetry(): void }) {
  const t = useT()
  return (
    <div className="page-error" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="page-error-ways">
        <Button type="primary" onClick={onRetry}>
          {t('retry')}
        </Button>
        <Button onClick={() => location.reload()}>{t('reload')}</Button>
      </div>
    </div>
  )
}

/** After an update the old code is no longer on the server and fails to load. Only a reload helps. */
const isLoadFailure = (error: unknown) =>
  /dynamically imported module|Importing a module script|Failed to fetch/.test(String(error))

function Broken({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const t = useT()
  return isLoadFailure(error) ? (
    <PageError title={t('pageNotLoaded')} text={t('pageNotLoadedText')} onRetry={() => location.reload()} />
  ) : (
    <PageError title={t('pageBroken')} text={t('pageBrokenText')} onRetry={onRetry} />
  )
}

/** Keeps an error of one page away from the other pages. */
export class PageBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <Broken error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}
