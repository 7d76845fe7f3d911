/** Sign-ins and refusals on the server's own log, one JSON line each: whatever a name holds, a line stays a line (check 26). */
import { maskPhone } from '../../model/format.ts'

export type SecurityEvent =
  | 'signIn'
  | 'signInFailed'
  | 'signInLocked'
  | 'signOut'
  | 'codeSent'
  | 'codeRefused'
  | 'codeNotSent'
  | 'codeWrong'
  | 'passwordChanged'
  | 'passwordReset'
  | 'tooMany'

interface SecurityLine {
  event: SecurityEvent
  mobile?: string
  userId?: number
  ip?: string
  why?: string
}

/** Writes a line; numbers are masked, secrets have no place in it. */
export function securityLog({ mobile, ...line }: SecurityLine, now: number): void {
  const masked = mobile === undefined ? undefined : maskPhone(mobile)
  process.stdout.write(
    `${JSON.stringify({ time: new Date(now).toISOString(), log: 'security', ...line, mobile: masked })}\n`,
  )
}
