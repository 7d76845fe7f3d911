import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restoreLang } from './core/i18n.ts'
import { preload } from './core/lazy.ts'
import { coreModel, loadCore } from './core/model.ts'
import { here } from './core/standalone.ts'
import { restoreToken, token } from './core/token.ts'
import { pages } from './pages/index.ts'
import { isForClients, LOGIN } from './access/guard.ts'
import { provideShell } from './access/prefetch.ts'
import { prefetchShell } from './shell/prefetch.ts'
import { StartFailed } from './shell/StartFailed.tsx'
import { restoreTheme } from './theme/theme.ts'
import './theme/base.css'
import './views/index.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
const root = createRoot(place)

/** Loads the model, takes over what an earlier visit left, and draws. `loaded`: runs once the model is there. */
export async function start(loaded?: () => void): Promise<void> {
  if (here().pathname === LOGIN) preload(pages.login)
  try {
    await loadCore()
  } catch {
    return root.render(<StartFailed onRetry={() => void start(loaded)} />)
  }
  loaded?.()
  restoreToken(isForClients(coreModel(), here().pathname) ? 'client' : 'staff')
  restoreLang()
  restoreTheme()
  // Their code comes while the model and the person are still asked for.
  if (token.get()) prefetchShell()
  else preload(pages.login)
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

provideShell(prefetchShell)
