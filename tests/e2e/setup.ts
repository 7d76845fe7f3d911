/** Before all browser tests: one seeded database, one server, one Chromium. Workers are told where they are. */
import type { TestProject } from 'vitest/node'
import { findBrowser, launchBrowser } from './browser.ts'
import { directory } from '../server/process/places.ts'
import { startServer } from './server.ts'

/** Where the product and the browser are found. */
export interface Stage {
  origin: string
  browser: string
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Nothing when there is no browser: then every test is skipped. */
    stage: Stage | null
  }
}

export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executable = findBrowser()
  if (!executable) {
    console.log(
      'SKIPPED: no Chromium was found and none could be installed; no screen was opened. Name one in CHROMIUM_PATH.',
    )
    project.provide('stage', null)
    return undefined
  }
  const data = await directory()
  const server = await startServer(data.dataDir).catch((error: unknown) => {
    void data.remove()
    throw error
  })
  const browser = await launchBrowser(executable)
  project.provide('stage', { origin: server.origin, browser: browser.wsEndpoint() })
  return async () => {
    await browser.close()
    await server.stop()
    await data.remove()
  }
}
