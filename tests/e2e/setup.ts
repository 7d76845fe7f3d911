/** Before all browser tests: one seeded database and one server. Workers are told where it is, and which Chromium is theirs to start. */
import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { directory } from '../server/process/places.ts'
import { startServer } from './server.ts'

/** Where the product answers, and the path of the browser. */
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
  project.provide('stage', { origin: server.origin, browser: executable })
  return async () => {
    await server.stop()
    await data.remove()
  }
}
