/** The gateway that is built in: a message goes to the server's log and is remembered for whoever develops or tests. */
import type { SmsGateway } from '../types.ts'

export interface LoggedSms {
  mobile: string
  text: string
}

const KEPT = 200

/** Sends nothing. `sent` holds the newest messages, oldest first. */
export interface SmsLog extends SmsGateway {
  readonly sent: readonly LoggedSms[]
}

/** `write` gets one line a message: the number masked, digits of codes hidden unless `open` (development). */
export function smsLog(write: (line: string) => void, open = false): SmsLog {
  const sent: LoggedSms[] = []
  return {
    sent,
    async send(mobile, text) {
      sent.push({ mobile, text })
      if (sent.length > KEPT) sent.shift()
      const shown = open ? text : text.replace(/\d{4,}/g, '****')
      write(JSON.stringify({ log: 'sms', mobile: mobile.replace(/^(\d{3})\d+(\d{4})$/, '$1****$2'), text: shown }))
      return { ok: true, ref: `log-${sent.length}` }
    },
  }
}
