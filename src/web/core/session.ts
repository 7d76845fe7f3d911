import type { ButtonGrant, UserInfo } from '../../model/web.ts'
import { enginePath } from './calls.ts'
import { call } from './request.ts'
import { shared } from './shared.ts'
import { createStore, useStore } from './store.ts'
import { keepToken, token } from './token.ts'

/** What is known of the person signed in. `buttons` is there once the person may enter. */
export interface Session {
  /** The token all this was fetched with. */
  bearer?: string
  user?: UserInfo['userDO']
  menus: UserInfo['menus']
  settings: Record<string, unknown>
  buttons?: ButtonGrant[]
  /** The person signed out on purpose: the next one does not start at the old address. */
  left?: boolean
  /** Where the person was heading when they signed in. */
  arrival?: string
}

const nobody: Session = { menus: [], settings: {} }

/** The session; the token is kept apart (`token.ts`), since it outlives a reload. */
export const session = createStore<Session>(nobody)

/** The session, for components. */
export function useSession(): Session {
  return useStore(session)
}

/** The server gave a person no menu at all (rules 6.4: rejected silently). */
export class NoMenus extends Error {}

/** Fetches the person with the menus. Quiet: the guard says what rules 6.4 want said. */
export async function loadUser(): Promise<void> {
  const bearer = token.get()
  const { data } = await call<UserInfo>(enginePath('user'), {}, { silent: true, loading: false })
  if (!data.menus?.length) throw new NoMenus()
  session.set((old) => ({ ...old, bearer, user: data.userDO, menus: data.menus, settings: data.settings ?? {} }))
}

/** Fetches the button grants. */
export async function loadButtons(): Promise<void> {
  const { data } = await call<ButtonGrant[]>(enginePath('buttons'), {}, { silent: true, loading: false })
  session.set((old) => ({ ...old, buttons: data }))
}

/** Fetches the person, the menus and the grants anew, changed under an open page; what it answers takes them over. */
export async function askAgain(): Promise<() => void> {
  const quiet = { silent: true, loading: false }
  const [{ data: info }, { data: buttons }] = await Promise.all([
    call<UserInfo>(enginePath('user'), {}, quiet),
    call<ButtonGrant[]>(enginePath('buttons'), {}, quiet),
  ])
  const { userDO: user, menus, settings = {} } = info
  return () => session.set((old) => shared(old, { ...old, user, menus, settings, buttons }))
}

/** Keeps a token; the guard fetches the rest and leads to `arrival`. */
export function signIn(value: string, arrival: string): void {
  session.set({ ...nobody, arrival })
  keepToken(value)
}

/** Clears token, menus and button permissions (rules 6.4), here only. */
export function clearSession(left = false): void {
  session.set({ ...nobody, left })
  keepToken('')
}

/** Ends the session on the server too. Cleared here whatever the server says. `left`: on purpose. */
export async function signOut(left = false): Promise<void> {
  if (token.get()) await call(enginePath('signOut'), {}, { silent: true, loading: false }).catch(() => undefined)
  clearSession(left)
}

/** Whether everything the person of this token needs to enter is loaded. Another window may have signed in somebody else. */
export function isEntered(of: Session, bearer: string): boolean {
  return Boolean(bearer && of.bearer === bearer && of.user && of.buttons)
}
