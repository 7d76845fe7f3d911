import { call } from '../../core/request.ts'
import type { SignedIn } from '../../pages/login/ways.ts'

const QUIET = { loading: false } as const

/** What a customer is told of themselves. */
export interface WhoCame {
  studio?: string
  realName?: string
  orderNo?: string
  toConfirm: number
  toPick: number
  classes: boolean
}

/** Changes the secret of a link for a token. The page says itself why a link opens nothing. */
export async function openLink(t: string, accessCode?: string): Promise<string> {
  const input = { t, ...(accessCode ? { accessCode } : {}) }
  const { data } = await call<{ token: string }>('clientAccess/enter', input, {
    ...QUIET,
    silent: accessCode === undefined,
  })
  return data.token
}

/** By mobile and code. */
export async function signInAsCustomer(input: { mobile: string; code: string }): Promise<SignedIn> {
  const { data } = await call<{ token: string }>(
    'system/wxLogin',
    { mobile: input.mobile.trim(), code: input.code.trim(), userType: 'customer' },
    { ...QUIET, silent: true },
  )
  return { token: data.token, customer: true }
}

/** Who came, and what waits for their word. */
export async function whoCame(): Promise<WhoCame> {
  return (await call<WhoCame>('clientAccess/mine', {}, { ...QUIET, silent: true })).data
}
