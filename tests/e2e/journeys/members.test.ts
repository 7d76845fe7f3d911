/** Points become gifts: asked for, taken back, handed out, and refused to whoever has too few (story H). */
import type { Lang } from '../../../src/model/model.ts'
import { ACCOUNT } from '../page/api.ts'
import { valueOf } from '../page/model.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { journeyIn } from '../page/words.ts'

const ROUTE = '/vip/vip-gift-exchange'

/** A member with so many points. */
async function memberWith(points: number): Promise<{ id: number; name: string }> {
  const customer = await freshRecord('customer', { realName: nextName('Member'), mobile: nextMobile() })
  const grades = await asAdministrator('memberConfig/query', {})
  const free = grades.find(({ tollPrice }) => tollPrice === 0)
  const { id } = await asAdministrator('members/register', {
    ...{ customerId: customer.id, gradeId: free?.id, years: 1 },
  })
  await asAdministrator('integral/change', { memberId: id, change: points, reason: '活动' })
  return { id, name: customer.name }
}

suite.each(journeyIn('zh'))('members, in %s', (lang: Lang) => {
  test('exchange points for gifts', async ({ open }) => {
    const member = await memberWith(100)
    const gift = await freshRecord('goods', { name: nextName('Gift'), integralPrice: 40, stock: 3 })
    const stands = async () => ({
      points: (await asAdministrator('members/detail', { id: member.id })).integral,
      stock: (await asAdministrator('goods/detail', { id: gift.id })).stock,
    })
    const app = await open({ as: ACCOUNT.manager, lang })
    await app.goto(ROUTE)
    const list = Screen.of(app, ROUTE)
    const asks = async (quantity: number) => {
      const form = await list.asks('add')
      await form.put({ memberId: member.name, giftId: gift.name, quantity })
      return form
    }
    const exchange = async (): Promise<number> => {
      const form = await asks(2)
      const { answer } = await app.calling<{ id: number }>('presentexchange/add', () => form.save())
      await form.closed()
      // The notice stays until it is closed, with the number of the exchange.
      await app.page.locator('.ant-notification-notice-close').first().click()
      return answer.data.id
    }

    // A number out of bounds is told, and stays as it was typed.
    const none = await asks(0)
    await none.save()
    await expect(none.fault('quantity')).toContainText(lang === 'zh' ? '不能小于 1' : 'Must not be less than 1')
    expect(await stands()).toEqual({ points: 100, stock: 3 })
    await none.leave()

    const first = await exchange()
    expect(await stands()).toEqual({ points: 20, stock: 1 })
    const cancel = await list.asks('cancel', await list.find(first, member.name))
    await cancel.put({ cancelReason: '不要了' })
    await cancel.save()
    await cancel.closed()
    await expect.poll(stands).toEqual({ points: 100, stock: 3 })

    const second = await exchange()
    await list.agrees('issue', await list.find(second, member.name))
    const state = async () => asAdministrator('presentexchange/detail', { id: second })
    await expect.poll(async () => (await state()).status).toBe(valueOf('exchange_status', 'issued'))

    const refused = await asks(1)
    await refused.save()
    await expect(app.dialog).toContainText(lang === 'zh' ? '积分不足' : 'There are not enough points')
    await refused.leave()
    expect(await stands()).toEqual({ points: 20, stock: 1 })
  })
})
