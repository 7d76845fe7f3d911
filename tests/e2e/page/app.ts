/** The product in a window: signed in as somebody, in a language, at a size. */
import { chromium, type Browser, type BrowserContext, type Locator, type Page, type Request } from 'playwright'
import { expect as base } from 'playwright/test'
import type { Lang } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { tokenOf } from './api.ts'
import { Faults, tellFaults } from './faults.ts'
import { Shell } from './shell.ts'
import { browserEndpoint, origin } from './stage.ts'
import { wordsOf, type Words } from './words.ts'

/** Longest anything may take, ms. Generous: the machine may be busy, and a wait ends as soon as it can. */
export const PATIENCE = 20_000

/** Waits for what should be seen. */
export const expect = base.configure({ timeout: PATIENCE })

export interface Visit {
  /** Mobile number of the account; absent: nobody is signed in. */
  as?: string
  /** A session of its own instead of the shared one of the account. */
  token?: string
  lang?: Lang
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  /** Lists have as many rows as the window holds; else ten. */
  fit?: boolean
  /** The machine asks for no movement; dialogs are there at once. */
  still?: boolean
}

/** What a call was asked and what it answered. */
export interface Called<T = unknown> {
  input: Record<string, unknown>
  answer: Answer<T>
}

let shared: Promise<Browser> | undefined
const browser = () => (shared ??= chromium.connect(browserEndpoint()))

/** What the browser remembers from an earlier visit. */
async function memoryOf({ as, token, lang = 'en', theme = 'light', fit = false }: Visit) {
  const bearer = token ?? (as && (await tokenOf(as)))
  const kept = {
    'atelier-language': lang,
    ...(fit ? {} : { 'atelier-rows': '10' }),
    'atelier-theme': JSON.stringify({ accent: '#409EFF', mode: theme }),
    ...(bearer ? { 'atelier-token': bearer } : {}),
  }
  return {
    cookies: [],
    origins: [{ origin: origin(), localStorage: Object.entries(kept).map(([name, value]) => ({ name, value })) }],
  }
}

/** Longest a page may be on its way, ms; a page that is left meanwhile is looked at anew. */
const SETTLING = PATIENCE / 2

/** In the page: resolves when something stands there and nothing is on its way, for two frames. */
const untilSettled = (patience: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = performance.now() + patience
    const waiting = ['.pending', '.at-coming', '.at-coming-rows', '[aria-busy="true"]']
      .map((mark) => `section.page:not([hidden]) ${mark}`)
      .join(', ')
    let quiet = 0
    const look = () => {
      const there = [...document.querySelectorAll('.shell, .login, .status-page, .client')].some((one) =>
        one.checkVisibility(),
      )
      quiet = there && !document.querySelector(waiting) ? quiet + 1 : 0
      if (quiet > 1) resolve()
      else if (performance.now() > end) reject(new Error('The page does not settle'))
      else requestAnimationFrame(look)
    }
    look()
  })

/** In the page, before anything else: keeps every short message, for they go away by themselves. */
const keepMessages = (): void => {
  const said: string[] = []
  Object.assign(window, { said })
  const hear = (node: Node) => {
    if (!(node instanceof Element)) return
    for (const one of node.matches('.ant-message-notice-wrapper')
      ? [node]
      : node.querySelectorAll('.ant-message-notice-wrapper'))
      said.push(one.textContent)
  }
  new MutationObserver((changes) => {
    for (const change of changes) change.addedNodes.forEach(hear)
  }).observe(document, { childList: true, subtree: true })
}

/** In the page: takes the first message with this text, and those before it. */
const takeMessage = ([text, plain]: readonly [string, boolean]): boolean => {
  const { said } = window as unknown as { said: string[] }
  const at = said.findIndex((one) => (plain ? one.includes(text) : new RegExp(text).test(one)))
  said.splice(0, at + 1)
  return at >= 0
}

export class App {
  readonly context: BrowserContext
  readonly page: Page
  /** Changes when a test changes the language. */
  lang: Lang
  readonly faults = new Faults()
  readonly shell: Shell

  private constructor(context: BrowserContext, page: Page, lang: Lang) {
    this.context = context
    this.page = page
    this.lang = lang
    this.shell = new Shell(this)
    this.faults.watch(page)
  }

  /** Opens a window of its own. Whoever opens it closes it. */
  static async open(visit: Visit): Promise<App> {
    const { lang = 'en', width = 1440, height = 900, still = false } = visit
    const context = await (
      await browser()
    ).newContext({
      baseURL: origin(),
      viewport: { width, height },
      storageState: await memoryOf(visit),
      hasTouch: width < 500,
      locale: 'en-GB',
      timezoneId: 'Asia/Shanghai',
      reducedMotion: still ? 'reduce' : 'no-preference',
    })
    context.setDefaultTimeout(PATIENCE)
    await context.addInitScript(keepMessages)
    await context.addInitScript(tellFaults)
    return new App(context, await context.newPage(), lang)
  }

  /** What the product itself says, in the language of this window. */
  get say(): Words {
    return wordsOf(this.lang)
  }

  /** The part of the window that holds the page in sight; the others are hidden. */
  get body(): Locator {
    return this.page.locator('section.page:not([hidden])')
  }

  /** Goes to an address by a reload, and waits until a page stands there. */
  async goto(address: string): Promise<void> {
    await this.page.goto(address)
    await this.settled()
  }

  /** Goes to an address inside the product, as the browser's own buttons do, and closes the tabs of before. */
  async visit(address: string): Promise<void> {
    const before = await this.body.elementHandle()
    // A page that is open already keeps its state, whatever the new query says.
    if (new URL(this.page.url()).pathname === address.split('?')[0]) {
      await this.goto(address)
      return this.closeOtherTabs()
    }
    await this.page.evaluate((to) => {
      history.pushState({}, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, address)
    await before?.waitForElementState('hidden')
    await this.settled()
    await this.closeOtherTabs()
  }

  /** Closes every tab but the one in sight and those that cannot be closed. */
  async closeOtherTabs(): Promise<void> {
    const others = this.page.locator('.tabs-strip .tab[data-active=false] .tab-close')
    while ((await others.count()) > 0) await others.first().click()
  }

  /** Waits until nothing is being fetched any more that the page waits for. */
  async settled(): Promise<void> {
    await expect(async () => this.page.evaluate(untilSettled, SETTLING)).toPass({ timeout: PATIENCE })
  }

  /** Does something that makes a call; resolves to what was sent and answered. */
  async calling<T = unknown>(
    path: string,
    act: () => Promise<unknown>,
    which: (input: Record<string, unknown>) => boolean = () => true,
  ): Promise<Called<T>> {
    const [response] = await Promise.all([
      this.page.waitForResponse((one) => one.url().endsWith(`/api/${path}.json`) && which(inputOf(one.request()))),
      act(),
    ])
    return { input: inputOf(response.request()), answer: (await response.json()) as Answer<T> }
  }

  /** Waits for a short message at the top of the window; one that came and went meanwhile counts, once. */
  async hears(text: string | RegExp): Promise<void> {
    const found = typeof text === 'string' ? text : text.source
    const take = () => this.page.evaluate(takeMessage, [found, typeof text === 'string'] as const)
    await expect.poll(take, { message: `the window says ${String(text)}`, timeout: PATIENCE }).toBe(true)
  }

  /** The short messages that nobody has waited for so far. */
  async said(): Promise<string[]> {
    return this.page.evaluate(() => [...(window as unknown as { said: string[] }).said])
  }

  /** The dialog on top. */
  get dialog(): Locator {
    return this.page.locator('.ant-modal:visible, .ant-drawer-content:is(.at-dialog, .at-dialog *):visible').last()
  }

  /** Agrees to, or refuses, the question that is asked. */
  async answer(button: string): Promise<void> {
    const question = this.page.locator('.ant-modal-confirm:visible').last()
    await question.getByRole('button', { name: button, exact: true }).click()
    await expect(question).toHaveCount(0)
  }

  async close(): Promise<void> {
    await this.context.close()
  }
}

function inputOf(request: Request): Record<string, unknown> {
  try {
    return (request.postDataJSON() as { data?: Record<string, unknown> } | null)?.data ?? {}
  } catch {
    return {}
  }
}
