import { say } from '../core/feedback.tsx'
import { beginProgress } from '../core/progress.ts'
import { t } from '../core/sentences.ts'
import { clearSession, loadButtons, loadUser, NoMenus, signOut } from '../core/session.ts'

let entering: Promise<void> | undefined

/**
 * Fetches what a person with a token may see and do (spec § 4): user info with the menus, then button
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
    if (await fetchUser()) await fetchButtons()
  } finally {
    arrived()
  }
}

async function fetchUser(): Promise<boolean> {
  try {
    await loadUser()
    return true
  } catch (error) {
    clearSession()
    // An empty menu list is refused without a word; the success-type message is the letter of spec § 8.
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
