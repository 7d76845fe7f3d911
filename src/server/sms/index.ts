/**
 * Short messages. The gateway is an adapter: `SMS_URL` names an HTTP service that takes
 * `POST {mobile, text}` with the bearer `SMS_TOKEN` and answers any 2xx; without it messages are only logged.
 */
import type { SmsGateway } from '../types.ts'
import { smsLog } from './log.ts'

export { smsLog } from './log.ts'
export type { LoggedSms, SmsLog } from './log.ts'

const TIMEOUT_MS = 10_000

/** The gateway the environment asks for. */
export function createSmsGateway(env: NodeJS.ProcessEnv, write: (line: string) => void): SmsGateway {
  if (!env.SMS_URL) return smsLog(write, env.ATELIER_DEV_CODES === '1')
  return httpGateway(env.SMS_URL, env.SMS_TOKEN ?? '')
}

/** A service over HTTP. What goes wrong is an answer, not an exception: a message that fails is shown as failed. */
export function httpGateway(url: string, token: string): SmsGateway {
  return {
    async send(mobile, text) {
      try {
        const answer = await fetch(url, {
          method: 'POST',
          signal: AbortSignal.timeout(TIMEOUT_MS),
          body: JSON.stringify({ mobile, text }),
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        })
        const body = (await answer.text()).slice(0, 100)
        return answer.ok ? { ok: true, ref: body } : { ok: false, error: `${answer.status} ${body}` }
      } catch (error) {
        return { ok: false, error: error instanceof Error ? error.message.slice(0, 100) : 'no answer' }
      }
    },
  }
}
