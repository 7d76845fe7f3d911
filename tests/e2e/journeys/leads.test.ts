/** Expectant mothers and children from the first word on, and the classes of the mothers (story I). */
import type { DictionaryValues } from '../../../src/generated/dictionaries.ts'
import type { Lang } from '../../../src/model/model.ts'
import { DAY, dayOf, dayText } from '../../../src/model/zone.ts'
import { ACCOUNT, person, tokenOf } from '../page/api.ts'
import type { App } from '../page/app.ts'
import { Form } from '../page/form.ts'
import { model, valueOf } from '../page/model.ts'
import { asAdministrator } from '../page/people.ts'
import { freshRecord } from '../page/records.ts'
import { nextMobile, nextName } from '../page/samples.ts'
import { Screen } from '../page/screen.ts'
import { expect, suite, test } from '../page/test.ts'
import { Wizard } from '../page/wizard.ts'
import { journeyIn } from '../page/words.ts'

type Row = Record<string, unknown> & { id: number }

const today = dayOf(dayText(Date.now(), model.app.timezone), model.app.timezone)
const FULL = model.dictionaries.class_status?.values.find((one) => one.name === 'full')?.label
const lead = (id: number): Promise<Row> => asAdministrator('lead/detail', { id })
const bookingsOf = (classSchId: number): Promise<Row[]> =>
  asAdministrator('clubClassSch/queryByClass', { classSchId, sort: ['id'] })

/** A class tomorrow, of one place. */
async function lesson(): Promise<{ id: number; club: { id: number; name: string }; subject: string }> {
  const club = await freshRecord('club')
  const subject = await freshRecord('subject', { name: nextName('Course') })
  const setting = { roomName: 'R1', startTime: '10:00', endTime: '11:30', seats: [{ seatNo: 'A1' }] }
  const { id: settingId } = await freshRecord('clubClassSetting', { clubId: club.id, ...setting })
  const { id } = await freshRecord('clubClassSch', { settingId, classDate: today + DAY })
  return { id, club, subject: subject.name }
}

async function member(clubId: number): Promise<string> {
  const mother = { businessType: valueOf('business_type', 'pregnant'), expectdate: today + 90 * DAY }
  const { id: leadId, name } = await freshRecord('lead', {
    ...mother,
    motherName: nextName('Mother'),
    mobile: nextMobile(),
  })
  await asAdministrator('clubLead/add', { leadId, clubId })
  return name
}

async function tracks(app: App, route: string, id: number, name: string): Promise<void> {
  const list = Screen.of(app, route)
  const form = await list.asks('track', await list.find(id, name))
  await form.put({ content: '约了下周' })
  await form.save()
  await form.closed()
  await expect.poll(async () => (await lead(id)).followStatus).toBe(valueOf('lead_status', 'followingUp'))
}

suite.each(journeyIn('zh'))('leads, in %s', (lang: Lang) => {
  test('an expectant mother is collected, claimed, followed up, and becomes a baby', async ({ open }) => {
    const app = await open({ as: ACCOUNT.telemarketer, lang })
    await app.goto('/pregnant/pregnant-collection')
    const name = nextName('Mother')
    const form = await Screen.of(app, '/pregnant/pregnant-collection').asks('add')
    await form.put({ motherName: name, mobile: nextMobile(), expectdate: today + 70 * DAY })
    const { answer } = await app.calling<{ id: number }>('lead/add', () => form.save())
    await form.closed()
    const { id } = answer.data
    expect(await lead(id)).toMatchObject({ gestationWeek: 30, bizState: valueOf('lead_biz_state', 'pool') })

    await app.goto('/pregnant/pregnant-pool')
    const pool = Screen.of(app, '/pregnant/pregnant-pool')
    await pool.does('claim', await pool.find(id, name))
    await expect.poll(async () => (await lead(id)).bizState).toBe(valueOf('lead_biz_state', 'inHand'))
    await app.goto('/pregnant/pregnant-tracking')
    await tracks(app, '/pregnant/pregnant-tracking', id, name)

    await app.goto(`/pregnant/pregnant-detail?id=${id}`)
    const born = await Screen.of(app, '/pregnant/pregnant-detail').asks('toBaby', app.body.locator('.at-head'))
    await born.put({ birthday: today })
    await born.save()
    await born.closed()
    const babies = await asAdministrator('lead/queryBusiness', {
      ...{ businessType: valueOf('business_type', 'baby'), nameOrTel: name },
    })
    expect(babies).toMatchObject([{ motherName: name }])
  })

  test('a child is put on file, given out, followed up and lost', async ({ open }) => {
    const manager = await open({ as: ACCOUNT.manager, lang })
    await manager.goto('/child/child-Add')
    const name = nextName('Mother')
    const form = Form.onPage(manager, '/child/child-Add')
    const babyName = nextName('Child')
    await form.put({ motherName: name, babyName, mobile: nextMobile(), birthday: today - 900 * DAY })
    const { answer } = await manager.calling<{ id: number }>('lead/add', () => form.save())
    const { id } = answer.data
    await expect(manager.page).toHaveURL(new RegExp(`/child/child-detail\\?id=${id}`))
    const user = await person(await tokenOf(ACCOUNT.telemarketer))
    await manager.goto('/child/child-Allocation')
    const waiting = Screen.of(manager, '/child/child-Allocation')
    const assign = await waiting.asks('assign', await waiting.find(id, name))
    await assign.put({ employeeId: user.realName })
    await assign.save()
    await assign.closed()
    await manager.goto(`/child/child-detail?id=${id}`)
    await Screen.of(manager, '/child/child-detail').does('putOnFile', manager.body.locator('.at-head'))
    await manager.hears(manager.lang === 'zh' ? `已为「${name}」建档` : `“${name}” is a customer on file`)
    await expect(manager.page).toHaveURL(/\/order\/make-order\?/)
    const order = new Wizard(manager, '/order/make-order').form
    await expect(order.item('customerId')).toContainText(name)
    await expect(order.item('babyMemberId')).toContainText(babyName)
    const business = order.item('businessType')
    await expect(business.getByRole('radio', { checked: true })).toHaveValue(String(valueOf('business_type', 'child')))

    const app = await open({ as: ACCOUNT.telemarketer, lang })
    await app.goto('/child/my-business')
    await tracks(app, '/child/my-business', id, name)
    const list = Screen.of(app, '/child/my-business')
    const lose = await list.asks('lose', await list.find(id, name))
    await lose.fillAll(1)
    await lose.save()
    await lose.closed()
    expect(await lead(id)).toMatchObject({ bizState: valueOf('lead_biz_state', 'lost') })

    // Of what is lost nothing is offered but to take it back.
    await manager.goto(`/child/unsigned-child?tab=${valueOf('lead_biz_state', 'lost')}`)
    const unsigned = Screen.of(manager, '/child/unsigned-child')
    const lost = await unsigned.find(id, name)
    await expect(lost.locator('.at-row-buttons button')).toHaveCount(1)
    await unsigned.agrees('recover', lost)
    await expect.poll(async () => (await lead(id)).bizState).toBe(valueOf('lead_biz_state', 'pool'))
  })

  test('a class gets its course, is booked, is full, is waited for and called off', async ({ open }) => {
    const { id, club, subject } = await lesson()
    const [first, second] = [await member(club.id), await member(club.id)]
    const app = await open({ as: ACCOUNT.classAssistant, lang })
    const route = '/pregnant-class/course-schedule'
    const there = async () => {
      await app.goto(`${route}?clubId=${club.id}`)
      await app.settled()
      return app.body.locator('[data-row-key]').first()
    }
    const list = Screen.of(app, route)
    const course = await list.asks('setSubject', await there())
    await course.put({ subjectId: subject })
    await course.save()
    await course.closed()

    const asks = async (name: string) => {
      const form = await list.asks('booking', await there())
      await form.put({ clubLeadId: name })
      return form
    }
    const booking = await asks(first)
    await booking.save()
    await booking.closed()
    const refused = await asks(second)
    // The dialog says of which class it is, and that it is full.
    await expect(app.dialog.locator('.at-told')).toContainText(subject)
    await expect(app.dialog.locator('.at-told')).toContainText(String(FULL?.[lang]))
    await refused.save()
    await expect(app.dialog).toContainText(lang === 'zh' ? '名额已满' : 'The class is full')
    await refused.item('wait').locator('.ant-switch, .ant-checkbox-input, .ant-radio-wrapper').first().click()
    await refused.save()
    await refused.closed()
    const states = async () => (await bookingsOf(id)).map((one) => one.bookingStatus).toSorted()
    const status = (name: DictionaryValues['course_booking_status']) => valueOf('course_booking_status', name)
    await expect.poll(states).toEqual([status('booked'), status('waiting')].toSorted())

    // Below its row the class shows who comes; what is done there shows in the row, too.
    const third = await member(club.id)
    const late = await asks(third)
    await late.item('wait').locator('.ant-switch, .ant-checkbox-input, .ant-radio-wrapper').first().click()
    await late.save()
    await late.closed()
    const lessonRow = await there()
    const waits = model.resources.clubClassSch?.fields.waitCount?.label[lang] ?? ''
    const heads = await app.body.locator('.at-table th').allTextContents()
    const waiting = lessonRow.locator('> td').nth(heads.indexOf(waits))
    await expect(waiting).toHaveText('2')
    await lessonRow.locator('.ant-table-row-expand-icon').click()
    const leaves = await Screen.of(app, '/pregnant-class/course-tracking').asks(
      'cancel',
      app.body.locator('.ant-table-expanded-row [data-row-key]', { hasText: third }),
    )
    await leaves.put({ cancelReason: '不来了' })
    await leaves.save()
    await leaves.closed()
    await expect(waiting).toHaveText('1')

    // On a phone, too, a class shows who comes.
    const phone = await open({ as: ACCOUNT.classAssistant, lang, width: 390, height: 844 })
    await phone.goto(`${route}?clubId=${club.id}`)
    const card = phone.body.locator('.at-card').first()
    await card.getByRole('button', { expanded: false }).click()
    await expect(card.locator('.at-card')).toHaveCount(3)
    await expect(card).toContainText(first)
    await expect(card).toContainText(second)

    // Nobody is signed in before the day.
    await app.goto('/pregnant-class/course-tracking')
    const tracking = Screen.of(app, '/pregnant-class/course-tracking')
    const [{ id: bookingId } = { id: 0 }] = await bookingsOf(id)
    const row = await tracking.find(bookingId, first)
    // Where words are long it stands behind ⋯.
    const more = row.getByRole('button', { name: app.say.view('more') })
    if (await more.isVisible()) await more.click()
    const name = tracking.label('signIn')
    const button = row.getByRole('button', { name }).or(app.page.getByRole('menuitem', { name }).locator('[title]'))
    await expect(button).toHaveAttribute('aria-disabled', 'true')

    const [usual] = await asAdministrator('club/select')
    await app.goto('/pregnant-class/course-calendar')
    // A long name is shortened there.
    await expect(app.body.getByRole('search')).toContainText((usual?.label ?? club.name).slice(0, 6))
    const on = dayText(today + DAY, model.app.timezone)
    await app.goto(`/pregnant-class/course-calendar?clubId=${club.id}&on=${on}`)
    await expect(app.body.locator('.at-hours')).toContainText(subject)
    // The month has it, too, and leads to the day.
    await app.body.locator('.ant-segmented').getByText(app.say.view('month'), { exact: true }).click()
    const inMonth = app.body.locator('.at-month .at-day', { hasText: subject })
    await expect(inMonth).toHaveCount(1)
    await inMonth.locator('b').click()
    await expect(app.body.locator('.at-hours-day')).toHaveCount(1)
    await expect(app.body.locator('.at-hours')).toContainText(subject)

    const off = await list.asks('callOff', await there())
    await expect(app.dialog).toContainText(
      lang === 'zh' ? '所有预约取消并短信通知' : 'All bookings are cancelled and told by SMS',
    )
    await off.put({ reason: '讲师生病' })
    await off.save()
    await off.closed()
    await expect.poll(states).toEqual([status('cancelled'), status('calledOff'), status('calledOff')])
  })
})
