import { call } from '../../core/request.ts'

/** The calls of signing in (rules 6.7). */
export const CALLS = {
  checkLogin: 'system/checkLogin',
  login: 'system/login',
  passwordByCode: 'system/passwordByCode',
  wxLogin: 'system/wxLogin',
  sendCode: 'system/verifiCode',
  sendWxCode: 'wx/sendCode',
} as const

/** What a successful sign-in brings: a token, or the news that the account must be activated first. */
export type SignedIn = { token: string; customer: boolean } | { activate: true }

interface LoginAnswer {
  token?: string
  activation?: 0 | 1
  userType?: string
}

/** The form has a spinner of its own, and says itself why it was refused. */
const BY_FORM = { loading: false, silent: true } as const

function signedIn(answer: LoginAnswer): SignedIn {
  return answer.token ? { token: answer.token, customer: answer.userType === 'customer' } : { activate: true }
}

/** By password. Activation other than 1 leads through activation (rules 6.4). */
export async function signInByPassword(input: { mobile: string; password: string }): Promise<SignedIn> {
  const { data } = await call<LoginAnswer>(
    CALLS.checkLogin,
    { mobile: input.mobile.trim(), password: input.password },
    BY_FORM,
  )
  return data.activation === 1 ? signedIn(data) : { activate: true }
}

/** By a code sent to the phone; with a new password it activates the account. */
export async function signInByCode(input: { mobile: string; code: string; password?: string }): Promise<SignedIn> {
  const { data } = await call<LoginAnswer>(
    CALLS.login,
    { ...input, mobile: input.mobile.trim(), code: input.code.trim() },
    BY_FORM,
  )
  return data.activation === 1 ? signedIn(data) : { activate: true }
}

/** A new password instead of a forgotten one, by a code; it signs in as well. */
export async function changePasswordByCode(input: {
  mobile: string
  code: string
  password: string
}): Promise<SignedIn> {
  const { mobile, code, password } = input
  const { data } = await call<LoginAnswer>(
    CALLS.passwordByCode,
    { mobile: mobile.trim(), code: code.trim(), password },
    BY_FORM,
  )
  return signedIn(data)
}

/** By a code sent through WeChat, or the code of a WeChat authorisation. Customers may use it too. */
export async function signInByWechat(input: { mobile?: string; code: string }): Promise<SignedIn> {
  const { data } = await call<LoginAnswer>(
    CALLS.wxLogin,
    { mobile: input.mobile?.trim(), code: input.code.trim() },
    BY_FORM,
  )
  return signedIn(data)
}

/** Sends a code. Resolves to what the server says, which in development is the code itself. */
export async function sendCode(way: 'sms' | 'wechat', mobile: string): Promise<string> {
  const answer = await call(way === 'sms' ? CALLS.sendCode : CALLS.sendWxCode, { mobile: mobile.trim() }, BY_FORM)
  return answer.msg
}
