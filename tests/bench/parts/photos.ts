/**
 * A session's originals, sent to a server of its own: until the pictures to look at are made of each, its memory
 * meanwhile, and whether all come once from a browser whose line is cut and whose page is loaded again.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { freePort } from '../../server/support/ports.ts'
import { caller } from '../calling.ts'
import { MOBILE, PASSWORD, type Product } from '../product.ts'
import type { Section } from '../report.ts'
import { start } from '../running.ts'
import { sessionOf } from '../session.ts'
import { openBrowser, signedIn, VIEWPORT } from './browser.ts'

const ORIGINALS = 200
const PIXELS = { width: 6000, height: 4000 }
/** How many are sent at once. */
const AT_ONCE = 4
const SECONDS = 60
const MEMORY = 400
const PATIENCE = 60_000
const SESSION = 8_100_000_000
const WALL = '/shooting/shooting-picture'
/** The share of the photos that has come when the line is cut, the page is loaded again, and the line is cut again. */
const TROUBLES = [0.2, 0.5, 0.8]
/** How long the line stays cut (ms), and how long all may take. */
const CUT = 3000
const LONGEST = 600_000

/** A photograph of 24 megapixels and about six megabytes: soft shapes with the grain of a sensor. */
async function original(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer()
  return sharp(grain)
    .resize({ ...PIXELS, fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The same picture as another file: what stands behind the end of a JPEG is not looked at. */
const another = (bytes: Buffer): Buffer => Buffer.concat([bytes, randomBytes(16)])

async function send(origin: string, token: string, name: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('original', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/upload/upload1.json`, { method: 'POST', body: form, headers })
  const told = (await answer.json()) as { status: number }
  if (told.status !== 200) throw new Error(`${name}: ${JSON.stringify(told)}`)
}

/** The process that makes its pictures, the only one it begins; Linux only. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

/** The most memory the process has held (MB); Linux only. */
function mostMemory(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

interface Interrupted {
  seconds: number
  came: number
  twice: number
}

/** The same from a wall in Chromium, where the line is cut twice and the page loaded again once. */
async function interrupted(product: Product, origin: string, directory: string, picture: Buffer): Promise<Interrupted> {
  await sessionOf(product, SESSION, 0)
  const paths = Array.from({ length: ORIGINALS }, (_, n) => join(directory, `IMG_${n}.jpg`))
  for (const path of paths) writeFileSync(path, another(picture))
  const photos = (): Promise<{ came: number; contents: number }[]> =>
    product.db.query(
      'select count(*)::int as "came", count(distinct "sha1")::int as "contents" from "photo" where "orderSessionId" = $1',
      [SESSION],
    )
  const until = async (came: number): Promise<void> => {
    const end = performance.now() + LONGEST
    while (((await photos())[0]?.came ?? 0) < came) {
      if (performance.now() > end) throw new Error(`${JSON.stringify(await photos())} of ${came} photos came`)
      await setTimeout(200)
    }
  }
  const browser = await openBrowser()
  try {
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: await signedIn(browser, origin) })
    const page = await context.newPage()
    // Leaving while photos are on their way is asked about.
    page.on('dialog', (dialog) => void dialog.accept())
    const choose = async (): Promise<void> => {
      await page.goto(`${origin}${WALL}?orderSessionId=${SESSION}`)
      await page.locator('.at-wall').waitFor()
      await page.locator('section.page:not([hidden]) input[type=file]').first().setInputFiles(paths)
    }
    const began = performance.now()
    await choose()
    for (const [i, share] of TROUBLES.entries()) {
      await until(Math.floor(ORIGINALS * share))
      if (i === 1) await choose()
      else {
        await context.setOffline(true)
        await setTimeout(CUT)
        await context.setOffline(false)
      }
    }
    await until(ORIGINALS)
    const seconds = (performance.now() - began) / 1000
    // What is still on its way would come twice now.
    await page.waitForLoadState('networkidle')
    const [{ came, contents } = { came: 0, contents: 0 }] = await photos()
    return { seconds, came, twice: came - contents }
  } finally {
    await browser.close()
  }
}

export async function photosPart(root: string, product: Product): Promise<Section> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-photos-'))
  const port = await freePort()
  const env = { DATABASE_URL: product.url, DATA_DIR: dataDir, PORT: String(port) }
  const server = start(process.execPath, ['bin/atelier.mjs', 'serve'], root, env, PATIENCE)
  try {
    await server.said('Atelier listens on')
    const origin = `http://127.0.0.1:${port}`
    const { token } = await caller(origin, '')('system/checkLogin', {
      mobile: MOBILE,
      password: PASSWORD,
    })
    const picture = await original()
    const before = mostMemory(server.pid)
    const began = performance.now()
    let next = 0
    const hand = async (): Promise<void> => {
      for (let n = next++; n < ORIGINALS; n = next++) await send(origin, token, `IMG_${n}.jpg`, another(picture))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, hand))
    const seconds = (performance.now() - began) / 1000
    const most = mostMemory(server.pid)
    const ofPictures = mostMemory(childOf(server.pid))
    const browsed = await interrupted(product, origin, dataDir, picture)
    const note = `each of ${(picture.length / 1024 / 1024).toFixed(1)} MB and 24 megapixels, ${AT_ONCE} at once, sender on the same machine`
    return {
      title: 'Originals of a session, until all have their pictures to look at',
      figures: [
        { label: `${ORIGINALS} originals`, value: seconds, unit: 's', goal: SECONDS, note },
        {
          label: 'memory of the server meanwhile',
          value: most,
          unit: 'MB',
          goal: MEMORY,
          note: `${Math.round(before)} MB before; the process that makes the pictures ${Math.round(ofPictures)} MB`,
        },
        {
          label: 'from a browser, its line cut twice, its page loaded again',
          value: browsed.seconds,
          unit: 's',
          note: `${browsed.came} came`,
        },
        { label: 'photos that did not come', value: ORIGINALS - browsed.came, unit: '', goal: 0 },
        { label: 'photos that came twice', value: browsed.twice, unit: '', goal: 0 },
      ],
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
