/** A wall of many pictures in Chromium: until it is seen, how smoothly it scrolls, and how far ahead it fetches. */
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright'
import sharp from 'sharp'
import { splitForWeb } from '../../../generator/emit/web.ts'
import { pathOfKey } from '../../../src/server/files/names.ts'
import { diskStore } from '../../../src/server/files/store.ts'
import type { Product } from '../product.ts'
import { median, type Section } from '../report.ts'
import { keyOf, sessionOf } from '../session.ts'
import { prepare } from '../watch.ts'
import { entered, openBrowser, signedIn, VIEWPORT } from './browser.ts'

const TIMES = 5
const PICTURES = 3000
const SESSION = 8_000_000_000
const WALL = '/shooting/shooting-picture'
/** Scrolled for so many frames, so far in each (px). */
const FRAMES = 400
const STEP = 60
const SLOW = 20
const AHEAD = 1.2
/** So long somebody looks at the page before (ms): what comes next is fetched meanwhile. */
const LOOK_MS = 4000

const BOX = 'section.page:not([hidden]) .at-wall'
/** Every picture in sight is there. */
const seen = `(() => {
  const box = document.querySelector('${BOX}')
  const images = [...box.querySelectorAll('img')].filter((one) => one.getBoundingClientRect().top < box.getBoundingClientRect().bottom)
  return images.length > 8 && images.every((one) => one.complete && one.naturalWidth > 0)
})()`

/** A thumbnail with grain in it, under the key of each picture. */
async function thumbnails(directory: string): Promise<void> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const grain = sharp({ create: { width: 480, height: 320, channels: 3, background: '#888888', noise } })
  const first = join(directory, 'first.webp')
  writeFileSync(first, await grain.webp({ quality: 72 }).toBuffer())
  for (let n = 1; n <= PICTURES; n += 1) {
    const path = join(directory, pathOfKey(keyOf(n)))
    mkdirSync(dirname(path), { recursive: true })
    linkSync(first, path)
  }
}

/** The pictures of the wall alone, in a page without the product: what the browser itself takes to scroll them. */
const BARE = '#bare'
const bared = (page: Page): Promise<void> =>
  page.evaluate<void>(`(() => {
    const { height, width } = document.querySelector('${BOX}').getBoundingClientRect()
    const [first] = document.querySelectorAll('${BOX} img')
    const across = Math.floor(width / first.width)
    const sources = ${JSON.stringify(Array.from({ length: PICTURES }, (_, i) => keyOf(i + 1)))}
    document.body.innerHTML = '<div id="bare" style="position:relative;overflow:auto;height:' + height + 'px;width:' + width + 'px"></div>'
    const box = document.querySelector('${BARE}')
    sources.forEach((key, i) => {
      const image = new Image(first.width, first.height)
      image.loading = 'lazy'
      image.decoding = 'async'
      image.src = first.src.replace(/[0-9a-f]{40}[.]webp/, key)
      const [left, top] = [(i % across) * first.width, Math.floor(i / across) * (first.height + 28)]
      image.style.cssText = 'position:absolute;left:' + left + 'px;top:' + top + 'px'
      box.append(image)
    })
  })()`)

/** How long each frame took while this was scrolled (ms). */
const scrolled = (page: Page, selector: string): Promise<number[]> =>
  page.evaluate<number[]>(`(async () => {
    const box = document.querySelector('${selector}')
    const frame = () => new Promise(requestAnimationFrame)
    const times = []
    let last = await frame()
    for (let i = 0; i < ${FRAMES}; i++) {
      box.scrollTop += ${STEP}
      const now = await frame()
      times.push(now - last)
      last = now
    }
    return times
  })()`)

/** How far below what is in sight the last row begins whose pictures are fetched, in screens. */
const ahead = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const box = document.querySelector('${BOX}').getBoundingClientRect()
    const tops = [...document.querySelectorAll('${BOX} img')].map((one) => one.getBoundingClientRect().top)
    return (Math.max(...tops) - box.bottom) / box.height
  })()`)

/** How many of these frames were slow (%). */
const slowOf = (times: readonly number[]): number => (100 * times.filter((one) => one > SLOW).length) / times.length

export async function wallPart(product: Product, webDir: string): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'atelier-wall-'))
  await thumbnails(directory)
  await sessionOf(product, SESSION, PICTURES)
  const served = await product.serve({ split: splitForWeb, webDir, files: diskStore(directory) })
  const origin = `http://127.0.0.1:${served.port}`
  const browser = await openBrowser()
  try {
    const state = await signedIn(browser, origin)
    const found: Record<'open' | 'slow' | 'bare' | 'ahead', number[]> = { open: [], slow: [], bare: [], ahead: [] }
    for (let i = 0; i < TIMES; i += 1) {
      const context = await browser.newContext({ viewport: VIEWPORT, storageState: state })
      const page = await context.newPage()
      await prepare(page)
      await page.goto(`${origin}/resource/site-scene`, { waitUntil: 'networkidle' })
      await page.waitForTimeout(LOOK_MS)
      found.open.push(await entered(page, `${WALL}?orderSessionId=${SESSION}`, seen))
      await page.waitForLoadState('networkidle')
      found.ahead.push(await ahead(page))
      found.slow.push(slowOf(await scrolled(page, BOX)))
      found.ahead.push(await ahead(page))
      await bared(page)
      await page.waitForLoadState('networkidle')
      found.bare.push(slowOf(await scrolled(page, BARE)))
      await context.close()
    }
    return {
      title: `A wall of ${PICTURES.toLocaleString('en-US')} pictures in Chromium, ${TIMES} times, the middle of them`,
      figures: [
        {
          label: 'from leaving for it to the frame with every picture in sight',
          value: median(found.open),
          unit: 'ms',
          goal: 500,
        },
        { label: `frames over ${SLOW} ms while it is scrolled`, value: median(found.slow), unit: '%', goal: 1 },
        {
          label: 'the same of the bare pictures, without the product',
          value: median(found.bare),
          unit: '%',
        },
        {
          label: 'thumbnails fetched ahead, at most',
          value: Math.max(...found.ahead),
          unit: 'screens',
          goal: AHEAD,
        },
      ],
    }
  } finally {
    await browser.close()
    await served.close()
    rmSync(directory, { recursive: true, force: true })
  }
}
