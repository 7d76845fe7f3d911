/** A collector of traces: what OpenTelemetry sends is kept, and can be asked for. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number | string }
}

export interface SentSpan {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: Attribute[]
}

interface Body {
  resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[]
}

export class Collector {
  readonly #server: Server
  /** Everything that came, as it came. */
  readonly bodies: string[] = []

  private constructor() {
    this.#server = createServer((asked, answer) => {
      text(asked).then(
        (body) => {
          this.bodies.push(body)
          answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
        },
        () => answer.destroy(),
      )
    })
  }

  static async open(): Promise<Collector> {
    const collector = new Collector()
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening')
    return collector
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get spans(): SentSpan[] {
    return this.bodies.flatMap((body) =>
      (JSON.parse(body) as Body).resourceSpans.flatMap((one) => one.scopeSpans.flatMap(({ spans }) => spans)),
    )
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}

export const valueOf = ({ attributes }: SentSpan, key: string): string | undefined => {
  const value = attributes.find((one) => one.key === key)?.value
  return value && String(value.stringValue ?? value.intValue)
}
