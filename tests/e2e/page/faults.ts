/** What goes wrong on a page without anybody seeing it: console messages, exceptions, broken answers. */
import type { Page } from 'playwright'

/**
 * In the page, before anything else: says on the console when an answer is a fault of ours, whatever was asked. An
 * answer carries its status first (rules 6.7); reading them all here is cheaper than having the browser hand them out.
 */
export const tellFaults = (): void => {
  const broken = /^\{"status":(?:[5-9]\d\d|\d{4,})\b/
  const told = (request: XMLHttpRequest, sent: unknown) => () => {
    if (request.responseType !== '' && request.responseType !== 'text') return
    if (request.status >= 400 || broken.test(request.responseText))
      console.error(`answer: ${request.responseURL} ${String(sent)} → ${request.responseText.slice(0, 2000)}`)
  }
  const send = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'send')?.value as XMLHttpRequest['send']
  XMLHttpRequest.prototype.send = function (this: XMLHttpRequest, sent) {
    this.addEventListener('load', told(this, sent))
    send.call(this, sent)
  }
}

/** Collects the faults of a page; a test fails when one is left. */
export class Faults {
  private readonly found: string[] = []
  private readonly allowed: RegExp[] = []

  watch(page: Page): void {
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.found.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => this.found.push(`exception: ${error.stack ?? error.message}`))
    page.on('crash', () => this.found.push('the page crashed'))
  }

  /** A fault that the test provokes, and therefore does not count. */
  allow(fault: RegExp): void {
    this.allowed.push(fault)
  }

  /** The faults so far that nobody expected; they are not told again. */
  take(): string[] {
    return this.found.splice(0).filter((fault) => !this.allowed.some((allowed) => allowed.test(fault)))
  }
}
