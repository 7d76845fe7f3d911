/** Signing in and the first list in Chromium: bytes, cold and warm times, and from the button to the rows. */
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { splitForWeb } from '../../../generator/emit/web.ts'
import { findBrowser } from '../../e2e/browser.ts'
import { gzipBytes } from '../bytes.ts'
import { MOBILE, PASSWORD, type Product } from '../product.ts'
import { median, type Section } from '../report.ts'
import { answered, fetchedUntil, painted, prepare, seenAfter } from '../watch.ts'

export const LIST = '/customer/list'
const TIMES = 5
/** What a person needs to type; meanwhile the page fetches what comes next. */
const TYPING_MS = 1500
export const VIEWPORT = { width: 1440, height: 900 }

export async function openBrowser(): Promise<Browser> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('there is no Chromium; name one in CHROMIUM_PATH')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

/** The browser's storage of somebody who signed in. */
export async function signedIn(browser: Browser, origin: string): Promise<SignedIn> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await prepare(page)
  await enter(page, origin)
  await page.waitForURL((url) => url.pathname === LIST)
  const state = await context.storageState()
  await context.close()
  return state
}

async function enter(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?redirect=${encodeURIComponent(LIST)}`)
  await painted(page, 'form')
  await page.locator('input[type=tel], input[autocomplete=username]').first().fill(MOBILE)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.waitForTimeout(TYPING_MS)
  await page.locator('button[type=submit]').click()
}

/** From leaving for a screen to the frame that shows it (ms): the product is there already. */
export async function entered(page: Page, address: string, shown: string): Promise<number> {
  const seen = await seenAfter(page, shown)
  const at = await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    return performance.now()
  }, address)
  return (await seen()) - at
}

interface Visit {
  at: number
  addresses: string[]
  answered: number
}

/** Opens an address in this context; when what it shows was painted, and what was fetched for it. */
async function visit(context: BrowserContext, address: string, what: 'form' | 'rows'): Promise<Visit> {
  const page = await context.newPage()
  await prepare(page)
  await page.goto(address, { waitUntil: 'commit' })
  const at = await painted(page, what)
  const found = { at, addresses: await fetchedUntil(page, at), answered: await answered(page, '/query.json') }
  await page.close()
  return found
}

/** Cold and warm visits of an address, each time in a browser that knows nothing. */
async function visits(
  browser: Browser,
  state: SignedIn | undefined,
  address: string,
  what: 'form' | 'rows',
): Promise<{ cold: number; warm: number; addresses: string[] }> {
  const cold: Visit[] = []
  const warm: Visit[] = []
  for (let i = 0; i < TIMES; i += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT, ...(state ? { storageState: state } : {}) })
    cold.push(await visit(context, address, what))
    warm.push(await visit(context, address, what))
    await context.close()
  }
  return {
    cold: median(cold.map((one) => one.at)),
    warm: median(warm.map((one) => one.at)),
    addresses: cold[0]?.addresses ?? [],
  }
}

async function signInToList(browser: Browser, origin: string): Promise<number> {
  const context = await browser.newContext({ viewport: VIEWPORT })
  const page = await context.newPage()
  await prepare(page)
  await enter(page, origin)
  const at = await painted(page, 'rows')
  const pressed = await page.evaluate(() => window.atelierSeen.submitted)
  await context.close()
  return at - pressed
}

export async function browserPart(product: Product, webDir: string): Promise<Section> {
  const served = await product.serve({ split: splitForWeb, webDir })
  const origin = `http://127.0.0.1:${served.port}`
  const browser = await openBrowser()
  try {
    const state = await signedIn(browser, origin)
    const form = await visits(browser, undefined, `${origin}/login`, 'form')
    const list = await visits(browser, state, `${origin}${LIST}`, 'rows')
    const pressed: number[] = []
    for (let i = 0; i < TIMES; i += 1) pressed.push(await signInToList(browser, origin))
    const kilobytes = async (addresses: string[]): Promise<number> => (await gzipBytes(addresses)) / 1000
    return {
      title: `In Chromium, ${TIMES} times each, the middle of them`,
      figures: [
        {
          label: 'sign-in, gzip',
          value: await kilobytes(form.addresses),
          unit: 'kB',
          goal: 270,
          note: `${form.addresses.length} files`,
        },
        {
          label: 'first list, gzip',
          value: await kilobytes(list.addresses),
          unit: 'kB',
          goal: 600,
          note: `${list.addresses.length} files, the model among them`,
        },
        { label: 'sign-in painted, cold', value: form.cold, unit: 'ms' },
        { label: 'sign-in painted, warm', value: form.warm, unit: 'ms' },
        { label: 'first rows painted, cold', value: list.cold, unit: 'ms' },
        { label: 'first rows painted, warm', value: list.warm, unit: 'ms' },
        {
          label: 'from the button of sign-in to the rows of the list',
          value: median(pressed),
          unit: 'ms',
          goal: 400,
          note: `from ${Math.round(Math.min(...pressed))} to ${Math.round(Math.max(...pressed))}`,
        },
      ],
    }
  } finally {
    await browser.close()
    await served.close()
  }
}
