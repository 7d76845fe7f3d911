import type { ButtonGrant, UserInfo } from '../../model/web.ts'
import { enginePath } from './calls.ts'
import { useLang } from './i18n.ts'
import { call } from './request.ts'
import { shared } from './shared.ts'
import { createStore, useStore } from './store.ts'
import { keepToken, token } from './token.ts'

/** The signed-in person. `buttons` is loaded once the person may enter. */
export interface Session {
  /** The token with which all this was loaded. */
  bearer?: string
  user?: UserInfo['userDO']
  menus: UserInfo['menus']
  settings: Record<string, unknown>
  buttons?: ButtonGrant[]
  /** The person signed out on purpose: the next sign-in does not start at the old address. */
  left?: boolean
  /** The address the person wanted before signing in. */
  arrival?: string
}

const nobody: Session = { menus: [], settings: {} }

/** The session. The token is stored apart (`token.ts`), because it outlives a reload. */
export const session = createStore<Session>(nobody)

/** The session, for components. */
export function useSession(): Session {
  return useStore(session)
}

/** The server returned no menu for this person (rules 6.4: rejected silently). */
export class NoMenus extends Error {}

/** The name of the person's role, in the language of the page. */
export function useRoleName(): string {
  const lang = useLang()
  const { roleName = '', roleNameEn } = useSession().user ?? {}
  return (lang === 'en' && roleNameEn) || roleName
}

/** Loads the person with the menus. Silent: the guard shows the messages of rules 6.4. */
export async function loadUser(): Promise<void> {
  const bearer = token.get()
  const { data } = await call<UserInfo>(enginePath('user'), {}, { silent: true, loading: false })
  if (!data.menus?.length) throw new NoMenus()
  session.set((old) => ({ ...old, bearer, user: data.userDO, menus: data.menus, settings: data.settings ?? {} }))
}

/** Loads the button grants. */
export async function loadButtons(): Promise<void> {
  const { data } = await call<ButtonGrant[]>(enginePath('buttons'), {}, { silent: true, loading: false })
  session.set((old) => ({ ...old, buttons: data }))
}

/** Loads the person, the menus and the grants again while pages are open; the function it returns applies them. */
export async function askAgain(): Promise<() => void> {
  const quiet = { silent: true, loading: false }
  const [{ data: info }, { data: buttons }] = await Promise.all([
    call<UserInfo>(enginePath('user'), {}, quiet),
    call<ButtonGrant[]>(enginePath('buttons'), {}, quiet),
  ])
  const { userDO: user, menus, settings = {} } = info
  return () => session.set((old) => shared(old, { ...old, user, menus, settings, buttons }))
}

/** Stores a token; the guard loads the rest and goes to `arrival`. */
export function signIn(value: string, arrival: string): void {
  session.set({ ...nobody, arrival })
  keepToken(value)
}

/** Clears token, menus and button permissions (rules 6.4), in this browser only. */
export function clearSession(onPurpose = false): void {
  session.set({ ...nobody, left: onPurpose })
  keepToken('')
}

let leavingToken = ''

/** The session of this token ends on purpose: nothing is said about it. Answers a way to take that back. */
export function leaving(bearer: string): () => void {
  leavingToken = bearer
  return () => {
    leavingToken = ''
  }
}

/** Whether the session of this token ends on purpose. */
export const isLeaving = (bearer: string): boolean => bearer !== '' && bearer === leavingToken

/** Ends the session on the server too. Clears it here whatever the server answers. `onPurpose`: by the person. */
export async function signOut(onPurpose = false): Promise<void> {
  // The server tells every window of the session before it answers this one.
  leaving(token.get())
  if (token.get()) await call(enginePath('signOut'), {}, { silent: true, loading: false }).catch(() => undefined)
  clearSession(onPurpose)
}

/** Whether everything is loaded that the person of this token needs to enter. Another window may have signed in somebody else. */
export function isEntered(of: Session, bearer: string): boolean {
  return Boolean(bearer && of.bearer === bearer && of.user && of.buttons)
}
