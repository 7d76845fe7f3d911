/**
 * Who takes money by a payment code. The provider is an adapter: `PAY_URL` names an HTTP service, the bearer of its
 * calls is `PAY_TOKEN`. Without it the code is only a number, and a person says by hand that it was paid.
 *
 *     POST   PAY_URL         {code, amount, title, seconds}   → {address}, what the QR code holds
 *     GET    PAY_URL/<code>  → {paid, way, tradeNo}           `way` is the code of a way of paying
 *     DELETE PAY_URL/<code>  → the same; nobody can pay the code any more
 */
import type { Cents } from '../../../model/units.ts'

interface NewCode {
  code: string
  amount: Cents
  title: string
  /** How long it can be paid. */
  seconds: number
}

/** What became of a code. */
export type CodeState = { paid: false } | { paid: true; way: string; tradeNo: string }

export interface PaymentProvider {
  /** Nobody but a person knows whether a code was paid. */
  readonly byHand: boolean
  /** Opens a code; answers what its QR code holds. */
  open(code: NewCode): Promise<string>
  ask(code: string): Promise<CodeState>
  /** Nobody can pay the code from now on; answers whether somebody had. */
  close(code: string): Promise<CodeState>
}

/** The provider did not answer, or what it answered is none of the above. */
export class ProviderSilent extends Error {}

const TIMEOUT_MS = 5000
const UNPAID: CodeState = { paid: false }

/** The provider the environment asks for. */
export const providerOf = (env: NodeJS.ProcessEnv = process.env): PaymentProvider =>
  env.PAY_URL ? overHttp(env.PAY_URL, env.PAY_TOKEN ?? '') : BY_HAND

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const BY_HAND: PaymentProvider = {
  byHand: true,
  open: ({ code }) => Promise.resolve(code),
  ask: () => Promise.resolve(UNPAID),
  close: () => Promise.resolve(UNPAID),
}

function overHttp(url: string, token: string): PaymentProvider {
  const send = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    try {
      const answer = await fetch(`${url}${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      if (!answer.ok) throw new ProviderSilent(`answered ${answer.status}`)
      const told: unknown = await answer.json()
      return isRecord(told) ? told : {}
    } catch (error) {
      throw error instanceof ProviderSilent ? error : new ProviderSilent('no answer', { cause: error })
    }
  }
  const stateOf = ({ paid, way, tradeNo }: Record<string, unknown>): CodeState => {
    if (paid === false) return UNPAID
    if (paid === true && typeof way === 'string' && typeof tradeNo === 'string') return { paid, way, tradeNo }
    throw new ProviderSilent('answers neither that a code is paid nor that it is not')
  }
  return {
    byHand: false,
    open: async ({ amount, ...code }) => {
      const { address } = await send('POST', '', { ...code, amount: amount / 100 })
      if (typeof address === 'string' && address !== '') return address
      throw new ProviderSilent('answers no address')
    },
    ask: async (code) => stateOf(await send('GET', `/${code}`)),
    close: async (code) => stateOf(await send('DELETE', `/${code}`)),
  }
}
