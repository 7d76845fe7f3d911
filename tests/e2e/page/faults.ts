/** What goes wrong on a page without anybody seeing it: console messages, exceptions, broken answers. */
import type { Page, Response } from 'playwright'

/** Status of an answer that is a fault of ours, whatever was asked. */
const FAULT = 500

/** Collects the faults of a page; a test fails when one is left. */
export class Faults {
  private readonly found: string[] = []
  private readonly allowed: RegExp[] = []

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.found.push(`console ${message.type()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => this.found.push(`exception: ${error.stack ?? error.message}`))
    page.on('crash', () => this.found.push('the page crashed'))
    page.on('response', (response) => void this.look(response))
  }

  /** A fault that the test provokes, and therefore does not count. */
  allow(fault: RegExp): void {
    this.allowed.push(fault)
  }

  /** The faults so far that nobody expected; they are not told again. */
  take(): string[] {
    return this.found.splice(0).filter((fault) => !this.allowed.some((allowed) => allowed.test(fault)))
  }

  private async look(response: Response): Promise<void> {
    if (!response.url().includes('/api/')) return
    // A page that closes takes its answers with it.
    const answer = (await response.json().catch(() => undefined)) as { status?: number; msg?: string } | undefined
    if ((answer?.status ?? 0) < FAULT && response.status() < 400) return
    this.found.push(
      `answer ${answer?.status ?? response.status()}: ${response.url()} ${response.request().postData() ?? ''} → ${answer?.msg ?? ''}`,
    )
  }
}
