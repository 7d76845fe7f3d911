/**
 * Every kind of place, light and dark, looked at by axe (WCAG 2.2 AA): nothing serious may be wrong. A dialog, a
 * record in its sheet and a phone count as places of their own.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { ACCOUNT } from './page/api.ts'
import type { App, Visit } from './page/app.ts'
import { freshRecord } from './page/records.ts'
import { Screen } from './page/screen.ts'
import { expect, suite, test, visiting } from './page/test.ts'

interface Place {
  name: string
  address(): string | Promise<string>
  enter?(app: App): Promise<unknown>
  leave?(app: App): Promise<unknown>
  /** Made of what other places have too: in the dark and on a phone it is looked at there. */
  alike?: true
}

const openRow = (route: string) => async (app: App) => {
  const screen = Screen.of(app, route)
  await screen.open(screen.rows.first())
  await expect(app.page.locator('.at-drawer article.at-detail')).toBeVisible()
}

/** One of each kind; what differs between two lists is data. */
const PLACES: Place[] = [
  { name: 'figures', address: () => '/dashboard' },
  { name: 'a list with tabs and a left pane', address: () => '/system/staff' },
  { name: 'a tree', address: () => '/system/organizations', alike: true },
  { name: 'a form', address: () => '/change-password', alike: true },
  { name: 'settings', address: () => '/business/business-parameter-setting' },
  { name: 'a record', address: async () => `/customer/detail?id=${(await freshRecord('customer')).id}`, alike: true },
  {
    name: 'a record in a sheet',
    address: () => '/system/users',
    enter: openRow('/system/users'),
    leave: (app) => app.page.locator('.at-drawer .ant-drawer-close').click(),
  },
  {
    name: 'a dialog',
    address: () => '/customer/list',
    enter: (app) => Screen.of(app, '/customer/list').asks('add'),
    leave: (app) => app.page.keyboard.press('Escape'),
  },
  {
    name: 'the search for everything',
    address: () => '/system/roles',
    enter: async (app) => {
      await app.page.keyboard.press('Control+k')
      await expect(app.page.locator('dialog.palette input')).toBeFocused()
    },
    leave: (app) => app.page.keyboard.press('Escape'),
  },
  { name: 'notifications', address: () => '/other/notice' },
  { name: 'columns that scroll, and nothing to press', address: () => '/shooting-tasks/my-tasks' },
  { name: 'a wall', address: () => '/vcr-clip/manage-vcr' },
]

/** What people cannot work with. */
const GRAVE = new Set(['serious', 'critical'])

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Rule and element of everything grave. In the dark the same things stand in other colours: those are looked at. */
async function graveFaults(app: App, theme: Visit['theme']): Promise<string[]> {
  // Without frames of another origin nothing is to be put together in a page of its own, which is what legacy mode leaves out.
  const axe = new AxeBuilder({ page: app.page }).setLegacyMode()
  const { violations } = await (theme === 'dark' ? axe.withRules('color-contrast') : axe.withTags(TAGS)).analyze()
  return violations
    .filter((one) => GRAVE.has(one.impact ?? ''))
    .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`))
}

const LOOKS: [string, Visit][] = [
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['on a phone', { theme: 'light', width: 390, height: 844 }],
]

for (const [look, visit] of LOOKS) {
  suite(look, () => {
    for (const place of PLACES.filter(({ alike }) => look === 'light' || !alike)) {
      suite(place.name, () => {
        const window = visiting({ as: ACCOUNT.administrator, ...visit }, async () => place.address())
        test('can be used by everybody', async () => {
          const app = window()
          await place.enter?.(app)
          await app.settled()
          expect(await graveFaults(app, visit.theme)).toEqual([])
          await place.leave?.(app)
        })
      })
    }

    test('the sign-in page can be used by everybody', async ({ open }) => {
      const app = await open({ ...visit })
      await app.page.goto('/login')
      await expect(app.page.locator('input#mobile')).toBeVisible()
      expect(await graveFaults(app, visit.theme)).toEqual([])
    })
  })
}
