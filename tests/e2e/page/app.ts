/** The product in a window: signed in as somebody, in a language, at a size. */
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
  type Request,
} from 'playwright'
import { expect as base } from 'playwright/test'
import type { Lang } from '../../../src/model/model.ts'
import type { Answer } from '../../../src/model/web.ts'
import { launchBrowser } from '../browser.ts'
import { tokenOf } from './api.ts'
import { Faults, tellFaults } from './faults.ts'
import { Shell } from './shell.ts'
import { browserPath, origin } from './stage.ts'
import { wordsOf, type Words } from './words.ts'

/** Longest anything may take, ms. Generous: a page took half a minute to open at a load of ten a core, and a wait ends as soon as it can. */
export const PATIENCE = 90_000

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
  /** Dialogs come and go with movement. Else the machine asks for none, so that a press never meets a button on its way. */
  moving?: boolean
}

/** What a call was asked and what it answered. */
export interface Called<T = unknown> {
  input: Record<string, unknown>
  answer: Answer<T>
}

let shared: Promise<Browser> | undefined
const browser = () => (shared ??= launchBrowser(browserPath()))

/** What the browser remembers from an earlier visit. */
async function memoryOf({ as, token, lang = 'en', theme = 'light', fit = false }: Visit): Promise<Memory> {
  const bearer = token ?? (as && (await tokenOf(as)))
  return {
    'atelier-language': lang,
    ...(fit ? {} : { 'atelier-rows': '10' }),
    'atelier-theme': JSON.stringify({ accent: '#409EFF', mode: theme }),
    ...(bearer ? { 'atelier-token': bearer } : {}),
  }
}

type Memory = Record<string, string>

/** In the page, before anything else: the first time, nothing is remembered but this. */
const remember = (memory: Memory): void => {
  if (window !== window.top || location.protocol === 'about:' || sessionStorage.getItem('remembered') !== null) return
  sessionStorage.setItem('remembered', '')
  localStorage.clear()
  for (const [name, value] of Object.entries(memory)) localStorage.setItem(name, value)
}

/** What a window looks like, which a test cannot change. */
const lookOf = ({ width = 1440, height = 900, moving = false }: Visit): BrowserContextOptions => ({
  viewport: { width, height },
  hasTouch: width < 500,
  reducedMotion: moving ? 'no-preference' : 'reduce',
})

/** Contexts that no window stands in, by how their windows look: their scripts need not be fetched and compiled again. */
const free = new Map<string, BrowserContext[]>()

async function newContext(visit: Visit): Promise<BrowserContext> {
  const context = await (
    await browser()
  ).newContext({ ...lookOf(visit), baseURL: origin(), locale: 'en-GB', timezoneId: 'Asia/Shanghai' })
  context.setDefaultTimeout(PATIENCE)
  await context.addInitScript(keepMessages)
  await context.addInitScript(tellFaults)
  return context
}

/** Longest a page may be on its way, ms; a page that is left meanwhile is looked at anew. */
const SETTLING = PATIENCE / 2

/**
 * In the page: resolves when something stands there and nothing is on its way, for two frames and until the page has
 * nothing else to do: what was drawn hears keys only when its effects ran, and on a busy machine frames come before them.
 */
const untilSettled = (patience: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = performance.now() + patience
    const marks = ['.pending', '.at-coming', '.at-coming-rows', '.at-input-coming', '[aria-busy="true"]']
    const waiting = marks.map((mark) => `section.page:not([hidden]) ${mark}`).join(', ')
    const stands = (): boolean =>
      !document.querySelector(waiting) &&
      [...document.querySelectorAll('.shell, .login, .status-page, .client')].some((one) => one.checkVisibility())
    let quiet = 0
    const look = () => {
      quiet = stands() ? quiet + 1 : 0
      if (quiet > 1) requestIdleCallback(() => (stands() ? resolve() : look()), { timeout: 300 })
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

  private readonly look: string

  private constructor(context: BrowserContext, page: Page, lang: Lang, look: string) {
    this.context = context
    this.page = page
    this.lang = lang
    this.look = look
    this.shell = new Shell(this)
    this.faults.watch(page)
  }

  /** Opens a window of its own, with nothing in its storage but what the visit says. Whoever opens it closes it. */
  static async open(visit: Visit): Promise<App> {
    const { lang = 'en' } = visit
    const look = JSON.stringify(lookOf(visit))
    const context = free.get(look)?.pop() ?? (await newContext(visit))
    const page = await context.newPage()
    await page.addInitScript(remember, await memoryOf(visit))
    return new App(context, page, lang, look)
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
    // A page that goes while it is asked is asked again when the next one is there.
    const take = () => this.page.evaluate(takeMessage, [found, typeof text === 'string'] as const).catch(() => false)
    await expect.poll(take, { message: `the window says ${String(text)}`, timeout: PATIENCE }).toBe(true)
  }

  /** The short messages that nobody has waited for so far. */
  async said(): Promise<string[]> {
    return this.page.evaluate(() => [...(window as unknown as { said: string[] }).said])
  }

  /** Types as a scanner does, wherever the cursor stands: a sign each five milliseconds, however busy the machine is. */
  async scans(text: string): Promise<void> {
    const keys = await this.context.newCDPSession(this.page)
    const began = Date.now() / 1000
    const signs = [...text].map((sign) => ({ key: sign, text: sign }))
    const enter = { key: 'Enter', code: 'Enter', text: '\r', windowsVirtualKeyCode: 13 }
    for (const [at, key] of [...signs, enter].entries()) {
      const timestamp = began + at * 0.005
      await keys.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key, timestamp })
      await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, timestamp })
    }
    await keys.detach()
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

  /** What could be pressed if no notice stood there, by its words. */
  coveredByNotices(): Promise<string[]> {
    return this.page.evaluate(() => {
      const notices = document.querySelector<HTMLElement>('.ant-notification')
      if (!notices) throw new Error('no notice is shown')
      const pressed = (one: Element): boolean => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      }
      const others = [...document.querySelectorAll('button, a, input, [role=tab]')].filter(
        (one) => !notices.contains(one),
      )
      const before = others.filter(pressed)
      notices.style.display = 'none'
      const without = others.filter(pressed)
      notices.style.display = ''
      return without.filter((one) => !before.includes(one)).map((one) => one.textContent || one.outerHTML)
    })
  }

  /** Closes its pages and leaves what the browser has read of the product to the next window that looks the same. */
  async close(): Promise<void> {
    for (const page of this.context.pages()) await page.close()
    await this.context.setOffline(false)
    await this.context.clearPermissions()
    free.set(this.look, [...(free.get(this.look) ?? []), this.context])
  }
}

function inputOf(request: Request): Record<string, unknown> {
  try {
    return (request.postDataJSON() as { data?: Record<string, unknown> } | null)?.data ?? {}
  } catch {
    return {}
  }
}
