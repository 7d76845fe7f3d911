/** A production clerk with a scanner: the code of a label opens its product, and nothing is done to it twice. */
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT, call, tokenOf } from '../page/api.ts'
import { valueOf } from '../page/model.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

suite.each(journeyIn('zh'))('production with a scanner, in %s', (lang: Lang) => {
  test('opens a product by its code, and says why nothing is to be done with one', async ({ open }) => {
    const delivered = { produceStatus: [valueOf('produce_status', 'delivered')], pageNO: 1, pageRows: 1 }
    const [one] = await call('workProduct/query', delivered, await tokenOf(ACCOUNT.administrator))
    if (!one) throw new Error('nothing is delivered')
    const app = await open({ as: ACCOUNT.production, lang })
    await app.goto('/produce/produce-receipt')
    const field = app.body.locator('.at-scan input')
    await field.fill(one.workProductNo.toLowerCase())
    await field.press('Enter')
    await app.hears(lang === 'zh' ? '到件后才能质检' : 'Take it in first')
    await expect(app.page.locator('.ant-modal')).toHaveCount(0)
    await field.fill('ZP0')
    await field.press('Enter')
    await app.hears('ZP0')

    await app.goto('/produce/produce-order')
    await expect(app.body.locator('.at-scan')).toBeVisible()
    await app.scans(one.workProductNo)
    await expect(app.page).toHaveURL(new RegExp(`/produce/produce-order-detail\\?id=${one.id}$`))
  })
})
