import { say } from '../core/feedback.tsx'
import { coreModel } from '../core/model.ts'
import { loadViews } from '../core/savedViews.ts'
import { beginProgress } from '../core/progress.ts'
import { t } from '../core/sentences.ts'
import { clearSession, isEntered, loadButtons, loadUser, NoMenus, session, signOut } from '../core/session.ts'
import { here } from '../core/standalone.ts'
import { token } from '../core/token.ts'
import { askScreen, warmUpSoon } from './prefetch.ts'

let entering: Promise<void> | undefined

/**
 * Fetches what a person with a token may see and do (rules 6.4): user info with the menus, then button
 * permissions. Never rejects: on failure the session is gone, and the guard leads to the sign-in page.
 */
export function enter(): Promise<void> {
  entering ??= fetchAll().finally(() => {
    entering = undefined
  })
  return entering
}

async function fetchAll(): Promise<void> {
  const arrived = beginProgress()
  try {
    // Another window may have signed in meanwhile: then the answer belongs to the old token, and is asked for again.
    do {
      // Lists may open with a saved view, so the views come before the first rows are asked for.
      const [found] = await Promise.all([fetchUser(), loadViews()])
      if (found) {
        askForPage()
        await fetchButtons()
      }
    } while (token.get() && !isEntered(session.get(), token.get()))
  } finally {
    arrived()
  }
}

/** Whatever comes of it, the page asks for itself what it does not find. */
function askForPage(): void {
  const core = coreModel()
  const person = session.get()
  const { pathname, search } = here()
  if (!core) return
  askScreen(core, person.arrival ?? pathname + search, person).catch(() => undefined)
  warmUpSoon(core)
}

async function fetchUser(): Promise<boolean> {
  const bearer = token.get()
  try {
    await loadUser()
    return true
  } catch (error) {
    if (token.get() !== bearer) return false
    clearSession()
    // An empty menu list is refused without a word; the success-type message is the letter of rules 6.8.
    if (!(error instanceof NoMenus)) say.done(t('signInAgain'))
    return false
  }
}

async function fetchButtons(): Promise<void> {
  try {
    await loadButtons()
  } catch {
    await signOut()
    say.error(t('noButtons'))
  }
}
