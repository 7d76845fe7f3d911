import { mayBePhoneNumber, notASignInNumber } from '../../../model/local.ts'
import type { Text } from '../../../model/model.ts'
import type { SentenceKey } from '../../i18n/zh.ts'

/** 6-30 characters with at least one digit and one letter (rules 6.5). */
const PASSWORD = /^(?=.*\d)(?=.*[A-Za-z]).{6,30}$/

/** The number one signs in with; spaces around it do not count (rules 6.5). */
export function mobileRule({ mobile }: { mobile: string }): SentenceKey | Text | undefined {
  if (!mobile.trim()) return 'mobileRequired'
  return mayBePhoneNumber(mobile.trim()) ? undefined : notASignInNumber()
}

/** A password that exists already: the server alone knows whether it is right. */
export function passwordRule({ password }: { password: string }): SentenceKey | undefined {
  return password ? undefined : 'passwordRequired'
}

/** A password that is being chosen. */
export function newPasswordRule({ password }: { password: string }): SentenceKey | undefined {
  if (!password) return 'passwordRequired'
  return PASSWORD.test(password) ? undefined : 'passwordRule'
}

/** The same once more. */
export function repeatRule({ password, repeat }: { password: string; repeat: string }): SentenceKey | undefined {
  if (!repeat) return 'repeatRequired'
  return repeat === password ? undefined : 'passwordsDiffer'
}

/** A code that was sent. */
export function codeRule({ code }: { code: string }): SentenceKey | undefined {
  return code.trim() ? undefined : 'codeRequired'
}
