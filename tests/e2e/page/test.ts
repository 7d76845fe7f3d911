/** `suite` and `test` of the browser tests: windows are closed afterwards, and nothing may have gone wrong in them. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, test as plain, type TestContext } from 'vitest'
import { App, expect, type Visit } from './app.ts'
import { staged } from './stage.ts'

export { expect } from './app.ts'

/** Where pictures of failed tests are put. */
const PICTURES = 'node_modules/.cache/atelier/failed'

/** Tests that need a browser. */
export const suite = describe.skipIf(!staged)

/** Gives a test windows of its own. */
export const test = plain.extend<{ open: (visit?: Visit) => Promise<App> }>({
  open: async ({ task }, use) => {
    const opened: App[] = []
    await use(async (visit = {}) => {
      const app = await App.open(visit)
      opened.push(app)
      return app
    })
    for (const [i, app] of opened.entries()) await pictureIfFailed(app, task, ` ${i + 1}`)
    const faults = opened.flatMap((app) => app.faults.take())
    for (const app of opened) await app.close()
    expect(faults).toEqual([])
  },
})

/** Windows that the suites of a worker share, and that end with it: one opened anew costs more than most tests. */
const shared = new Map<string, Promise<App>>()

const sharedWindow = (visit: Visit): Promise<App> => {
  const key = JSON.stringify(visit)
  const known =
    shared.get(key) ??
    App.open(visit).then(async (app) => {
      await app.goto('/')
      return app
    })
  shared.set(key, known)
  return known
}

/** A window for all tests of a suite, and of the next one that wants the same. */
export function visiting(visit: Visit, address: () => Promise<string>): () => App {
  let app: App | undefined
  beforeAll(async () => {
    app = await sharedWindow(visit)
    await app.visit(await address())
  })
  afterEach(async ({ task }) => {
    if (!app) return
    const failed = await pictureIfFailed(app, task)
    const faults = app.faults.take()
    // The next test is not to meet a dialog that this one left open.
    if (failed) await app.goto(await address())
    expect(faults).toEqual([])
  })
  return () => {
    if (!app) throw new Error('The window is not open yet')
    return app
  }
}

/** `which`: tells the windows of one test apart. */
async function pictureIfFailed(app: App, task: TestContext['task'], which = ''): Promise<boolean> {
  if (task.result?.state !== 'fail' && !task.result?.errors?.length) return false
  mkdirSync(PICTURES, { recursive: true })
  const path = join(PICTURES, `${nameOf(task).slice(0, 120)}${which}.png`)
  await app.page.screenshot({ path }).catch(() => undefined)
  console.log(`picture of the failed test: ${path}`)
  return true
}

/** Suites and test in one word that a file may be called. */
const nameOf = (task: TestContext['task']): string =>
  `${task.suite ? `${task.suite.name}-` : ''}${task.name}`.replace(/[^\w\u4e00-\u9fff]+/g, '-')
