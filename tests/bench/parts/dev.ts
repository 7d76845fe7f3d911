/** `npm run dev`: from saving a schema file to the frame in which the open browser shows it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import type { Copy } from '../project.ts'
import { freePort } from '../../server/support/ports.ts'
import { start } from '../running.ts'
import { median, type Section } from '../report.ts'
import { prepare } from '../watch.ts'
import { LIST, openBrowser, signedIn, VIEWPORT } from './browser.ts'
import type { Started } from './start.ts'

const FILE = 'schemas/screens/customer/list.json'
/** Shown in the language of somebody who has chosen none. */
const LABEL = 'Customers'
const TIMES = 7
const GOAL = 300
const PATIENCE = 120_000
/** Between two saves: what follows a save (menus, generated files) is over by then. */
const PAUSE_MS = 2500

export async function devPart({ root }: Copy, { dataDir }: Started): Promise<Section> {
  const port = await freePort()
  const running = start(
    process.execPath,
    ['bin/atelier.mjs', 'dev'],
    root,
    { DATA_DIR: dataDir, PORT: String(port), DATABASE_URL: '' },
    PATIENCE,
  )
  const browser = await openBrowser()
  try {
    await running.said('listens on')
    const origin = `http://localhost:${port}`
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: await signedIn(browser, origin) })
    const page = await context.newPage()
    await prepare(page)
    await page.goto(`${origin}${LIST}`)
    await page.evaluate(() => window.atelierSeen.rows)
    const times: number[] = []
    for (let i = 0; i < TIMES; i += 1) times.push(await save(page, root, `${LABEL} ${i}`))
    return {
      title: 'npm run dev: from saving a schema to the frame in which the open browser shows it',
      figures: [
        {
          label: 'a screen with another name',
          value: median(times),
          unit: 'ms',
          goal: GOAL,
          note: times.map(Math.round).join(', '),
        },
      ],
    }
  } finally {
    await browser.close()
    await running.stop()
  }
}

async function save(page: Page, root: string, label: string): Promise<number> {
  await page.waitForTimeout(PAUSE_MS)
  const path = join(root, FILE)
  const text = readFileSync(path, 'utf8').replace(/("en": ")[^"]*/, `$1${label}`)
  const shown = page.evaluate(shows, label)
  const began = Date.now()
  writeFileSync(path, text)
  return (await shown) - began
}

/** Resolves to the moment after the frame in which the text is first shown. */
function shows(label: string): Promise<number> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (document.body.innerText.includes(label)) requestAnimationFrame(() => setTimeout(() => resolve(Date.now())))
      else requestAnimationFrame(look)
    }
    look()
  })
}
