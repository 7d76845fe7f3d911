import './patch.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { restoreLang } from './core/i18n.ts'
import { preload } from './core/lazy.ts'
import { coreModel, loadCore } from './core/model.ts'
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

/** Loads the model, takes over what an earlier visit left, and draws. */
async function start(): Promise<void> {
  try {
    await loadCore()
  } catch {
    return root.render(<StartFailed onRetry={() => void start()} />)
  }
  restoreToken(isForClients(coreModel(), location.pathname) ? 'client' : 'staff')
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
if (location.pathname === LOGIN) preload(pages.login)
void start()
