/** Signing in, activation, locks, codes, the shell's first questions, signing out, changing over (rules 4.1, 4.2, 6.4). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { describe, expect, it } from 'vitest'
import { onOneEngine } from '../support/engines.ts'
import { MOBILES, PASSWORD, type Values } from '../support/product.ts'
import { runScenarios, type Scenario } from '../support/scenarios.ts'
import { useProduct } from '../support/useProduct.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const WRONG = '账号或密码错误'
const LOCKED = '密码错误次数过多，请15分钟后再试'
const SIGN_IN_AGAIN = '保持登录失效，请重新登录'

type SignIn = Scenario<'system/checkLogin'>
const signIn = (mobile: string, password: string, more: Partial<SignIn>): SignIn => ({
  it: '',
  as: 'stranger',
  call: 'system/checkLogin',
  send: { mobile, password },
  ...more,
})

const PASSWORDS: Scenario[] = [
  signIn(MOBILES.manager, PASSWORD, {
    it: 'a mobile and its password give a token and the person',
    keep: { token: 'token' },
    logs: 1,
    data: {
      activation: 1,
      userDO: {
        realName: '孙晓梅',
        mobile: MOBILES.manager,
        corpName: '星宝摄影（重庆）',
        roleName: '店长',
        roleNameEn: 'Store manager',
      },
    },
  }),
  { it: 'the token opens the shell', as: '$token', call: 'index/init', data: { userDO: { realName: '孙晓梅' } } },
  signIn(`  ${MOBILES.manager} `, PASSWORD, { it: 'blanks around the mobile mean nothing', data: { activation: 1 } }),
  signIn(MOBILES.manager, 'Star2025', { it: 'a wrong password is refused', status: 400, msg: WRONG }),
  signIn('13899999999', PASSWORD, { it: 'a mobile that nobody has is refused alike', status: 400, msg: WRONG }),
  signIn(MOBILES.manager, '', { it: 'an empty password is named', status: 400, field: 'password' }),
  signIn('', PASSWORD, { it: 'an empty mobile is named', status: 400, field: 'mobile' }),
  signIn(MOBILES.inactive, PASSWORD, {
    it: 'an account that was never activated gets no token',
    data: { activation: 0 },
  }),
  {
    it: 'no sign-in is done by GET parameters or other names',
    as: 'stranger',
    call: 'system/checkLogin',
    raw: { username: MOBILES.manager, password: PASSWORD },
    status: 400,
  },
]

const LOCK: Scenario[] = [
  ...[1, 2, 3, 4].map((n) =>
    signIn(MOBILES.designer, 'Wrong000', {
      it: `wrong password ${n} of five says no more than that`,
      status: 400,
      msg: WRONG,
    }),
  ),
  signIn(MOBILES.designer, 'Wrong000', {
    it: 'the fifth locks the account',
    status: 400,
    msg: WRONG,
    rows: [['user', { mobile: MOBILES.designer }, { loginFailCount: 5 }]],
  }),
  signIn(MOBILES.designer, PASSWORD, { it: 'then even the right password is refused', status: 400, msg: LOCKED }),
  signIn(MOBILES.retoucher, PASSWORD, { it: 'while others sign in as ever', data: { activation: 1 } }),
  signIn(MOBILES.designer, PASSWORD, {
    it: 'still locked after fourteen minutes',
    later: 14 * MINUTE,
    status: 400,
    msg: LOCKED,
  }),
  signIn(MOBILES.designer, PASSWORD, {
    it: 'free again after fifteen, the count begins anew',
    later: MINUTE + SECOND,
    data: { activation: 1 },
    rows: [['user', { mobile: MOBILES.designer }, { loginFailCount: 0, lockUntil: null }]],
  }),
]

const ACTIVATION: Scenario[] = [
  {
    it: 'a code is sent to the mobile',
    as: 'stranger',
    call: 'system/verifiCode',
    send: { mobile: MOBILES.inactive, purpose: DICT.code_purpose.activation },
    data: { expireSeconds: 300 },
  },
  {
    it: 'and not again within a minute',
    as: 'stranger',
    call: 'system/verifiCode',
    send: { mobile: MOBILES.inactive },
    status: 400,
    field: 'mobile',
    msg: '验证码已发送，请60秒后再试',
  },
  {
    it: 'a number that nobody has gets the same answer',
    as: 'stranger',
    call: 'system/verifiCode',
    send: { mobile: '13877777777' },
    data: { expireSeconds: 300 },
  },
  {
    it: 'a password without a digit is refused',
    as: 'stranger',
    call: 'system/login',
    send: { mobile: MOBILES.inactive, password: 'onlyletters', code: '$code' },
    status: 400,
    field: 'password',
  },
  {
    it: 'one of the commonest is refused',
    as: 'stranger',
    call: 'system/login',
    send: { mobile: MOBILES.inactive, password: 'abc123456', code: '$code' },
    status: 400,
    field: 'password',
  },
  {
    it: 'a wrong code is refused',
    as: 'stranger',
    call: 'system/login',
    send: { mobile: MOBILES.inactive, password: 'Flower2026', code: '000000' },
    status: 400,
    field: 'code',
    msg: '验证码错误或已失效',
  },
  {
    it: 'the code and a new password activate the account',
    as: 'stranger',
    call: 'system/login',
    send: { mobile: MOBILES.inactive, password: 'Flower2026', code: '$code' },
    data: { activation: 1 },
    keep: { activated: 'token' },
    rows: [['user', { mobile: MOBILES.inactive }, { activation: true }]],
  },
  {
    it: 'which is then signed in',
    as: '$activated',
    call: 'index/init',
    data: { userDO: { mobile: MOBILES.inactive } },
  },
  {
    it: 'a code is good once',
    as: 'stranger',
    call: 'system/wxLogin',
    send: { mobile: MOBILES.inactive, code: '$code' },
    status: 400,
    field: 'code',
  },
  signIn(MOBILES.inactive, 'Flower2026', { it: 'the new password holds', data: { activation: 1 } }),
  signIn(MOBILES.inactive, PASSWORD, { it: 'the old one does not', status: 400, msg: WRONG }),
]

const BY_CODE: Scenario[] = [
  {
    it: 'a member of staff enters by code alone',
    as: 'stranger',
    call: 'system/wxLogin',
    send: { mobile: MOBILES.finance, code: '$code' },
    data: { userType: 'staff', activation: 1, userDO: { realName: '何洁' } },
  },
]

const OLD_CODE: Scenario[] = [
  {
    it: 'a code is dead after five minutes',
    as: 'stranger',
    call: 'system/wxLogin',
    send: { mobile: MOBILES.scheduler, code: '$code' },
    later: 5 * MINUTE + SECOND,
    status: 400,
    field: 'code',
  },
]

const OUT: Scenario[] = [
  signIn(MOBILES.selector, PASSWORD, { it: 'somebody signs in twice', keep: { first: 'token' } }),
  signIn(MOBILES.selector, PASSWORD, { it: 'each time with a token of its own', keep: { second: 'token' } }),
  { it: 'signing out ends the session', as: '$first', call: 'system/logout', logs: 1 },
  {
    it: 'whose token is refused from the first reuse on',
    as: '$first',
    call: 'index/init',
    status: 401,
    msg: SIGN_IN_AGAIN,
  },
  { it: 'and refused for signing out too, quietly', as: '$first', call: 'system/logout', status: 200 },
  { it: 'the other session lives on', as: '$second', call: 'index/init', data: { userDO: { realName: '罗丹' } } },
  {
    it: 'for up to twelve hours without use',
    as: '$second',
    call: 'index/init',
    later: 12 * HOUR - MINUTE,
    data: { userDO: { realName: '罗丹' } },
  },
  {
    it: 'each use prolonging it',
    as: '$second',
    call: 'index/init',
    later: 12 * HOUR - MINUTE,
    data: { userDO: { realName: '罗丹' } },
  },
  {
    it: 'and no longer',
    as: '$second',
    call: 'index/init',
    later: 12 * HOUR + MINUTE,
    status: 401,
    msg: SIGN_IN_AGAIN,
  },
]

const OWN_PASSWORD: Scenario[] = [
  signIn(MOBILES.production, PASSWORD, { it: 'a person signs in', keep: { mine: 'token' } }),
  signIn(MOBILES.production, PASSWORD, { it: 'and again elsewhere', keep: { elsewhere: 'token' } }),
  {
    it: 'a wrong old password changes nothing',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: 'Nope2026', password: 'Garden2026' },
    status: 400,
    field: 'oldPassword',
    msg: '旧密码错误',
  },
  {
    it: "nor does another person's mobile",
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.manager, oldPassword: PASSWORD, password: 'Garden2026' },
    status: 400,
    field: 'mobile',
  },
  {
    it: 'nor a password of five characters',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: PASSWORD, password: 'Ab123' },
    status: 400,
    field: 'password',
  },
  {
    it: 'nor one of 31',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: PASSWORD, password: `Ab1${'x'.repeat(28)}` },
    status: 400,
    field: 'password',
  },
  {
    it: 'nor the same once more',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: PASSWORD, password: PASSWORD },
    status: 400,
    field: 'password',
  },
  {
    it: 'nor two that differ',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: PASSWORD, password: 'Garden2026', confirm: 'Garden2027' },
    status: 400,
  },
  {
    it: 'the right one does, and is logged once',
    as: '$mine',
    call: 'user/editPassword',
    send: { mobile: MOBILES.production, oldPassword: PASSWORD, password: 'Garden2026', confirm: 'Garden2026' },
    logs: 1,
  },
  { it: 'this session goes on', as: '$mine', call: 'index/init' },
  { it: 'the others are over', as: '$elsewhere', call: 'index/init', status: 401 },
  signIn(MOBILES.production, 'Garden2026', { it: 'the new password is in force', data: { activation: 1 } }),
]

const RESET: Scenario[] = [
  signIn(MOBILES.cashier, PASSWORD, { it: 'a cashier is signed in', keep: { till: 'token' } }),
  {
    it: 'an administrator resets the password, shown once',
    as: 'administrator',
    call: 'user/restPassword',
    send: { id: '$cashier' },
    keep: { initial: 'initialPassword' },
    logs: 1,
    rows: [['user', { id: '$cashier' }, { activation: false }]],
  },
  { it: "the cashier's session is over", as: '$till', call: 'index/init', status: 401 },
  signIn(MOBILES.cashier, PASSWORD, { it: 'the old password too', status: 400, msg: WRONG }),
  {
    it: 'the initial one only leads to activation',
    as: 'stranger',
    call: 'system/checkLogin',
    send: { mobile: MOBILES.cashier, password: '$initial' },
    data: { activation: 0 },
  },
]

const SWITCH: Scenario[] = [
  signIn(MOBILES.director, PASSWORD, {
    it: 'somebody holds roles in two companies',
    keep: {
      there: 'token',
      me: 'userDO.employeeId',
      here: 'userDO.corpId',
      hereOrg: 'userDO.orgId',
      hereRole: 'userDO.roleId',
    },
  }),
  {
    it: 'the roles of the other company are offered, ten a page',
    as: '$there',
    call: 'role/query',
    send: { corpId: '$chengdu', pageNO: 1, pageRows: 10 },
    total: 2,
    data: [{ corpId: '$chengdu' }, { corpId: '$chengdu' }],
    keep: { role: '0.id', org: '0.orgId' },
  },
  {
    it: 'a company where no role is held offers none',
    as: '$there',
    call: 'role/query',
    send: { corpId: '$guiyang' },
    total: 0,
    data: [],
  },
  {
    it: 'the company, department and role one is in are no change',
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$here', orgId: '$hereOrg', roleId: '$hereRole', employeeId: '$me' },
    status: 400,
    msg: '相同公司不能切换',
  },
  {
    it: 'a role that is not held is refused',
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$chengdu', orgId: '$org', roleId: '$chengduAdmin', employeeId: '$me' },
    status: 400,
    field: 'roleId',
  },
  {
    it: "so is another person's",
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$chengdu', orgId: '$org', roleId: '$role', employeeId: 1 },
    status: 400,
  },
  {
    it: 'the department must be chosen',
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$chengdu', roleId: '$role', employeeId: '$me' },
    status: 400,
    field: 'orgId',
    msg: '请选择部门',
  },
  {
    it: 'and the role',
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$chengdu', orgId: '$org', employeeId: '$me' },
    status: 400,
    field: 'roleId',
    msg: '请选择角色',
  },
  {
    it: 'a role held elsewhere is changed to, with a sentence',
    as: '$there',
    call: 'role/switchUserCompanyAndRole',
    send: { corpId: '$chengdu', orgId: '$org', roleId: '$role', employeeId: '$me' },
    msg: '已切换到星宝摄影（成都），请重新登录',
    logs: 1,
    rows: [['user', { mobile: MOBILES.director }, { currentCorpId: '$chengdu', currentRoleId: '$role' }]],
  },
  {
    it: 'the session of before has ended with that',
    as: '$there',
    call: 'customer/detail',
    send: { id: '$ours' },
    status: 401,
  },
  signIn(MOBILES.director, PASSWORD, {
    it: 'the next sign-in is there',
    data: { userDO: { corpName: '星宝摄影（成都）' } },
    keep: { now: 'token' },
  }),
  {
    it: "and sees that company's records",
    as: '$now',
    call: 'customer/detail',
    send: { id: '$theirs' },
    data: { id: '$theirs' },
  },
  { it: 'and no others', as: '$now', call: 'customer/detail', send: { id: '$ours' }, status: 404, msg: '数据不存在' },
]

onOneEngine('sessions', (engine) => {
  const product = useProduct(engine)
  const codeSentTo = (mobile: string | undefined): string | undefined =>
    /\d{6}/.exec(product().sms.sent.findLast((one) => one.mobile === mobile)?.text ?? '')?.[0]

  describe('by password', () => runScenarios(product, {}, PASSWORDS))
  describe('locked', () => runScenarios(product, {}, LOCK))
  describe('activated', () => {
    const kept = {
      get code() {
        return codeSentTo(MOBILES.inactive)
      },
    }
    runScenarios(product, kept, ACTIVATION)
  })

  describe('by code', () => {
    it('is asked for', async () => {
      for (const mobile of [MOBILES.finance, MOBILES.scheduler])
        expect(await product().send(undefined, 'wx/sendCode', { mobile })).toMatchObject({ status: 200 })
    })
    runScenarios(
      product,
      {
        get code() {
          return codeSentTo(MOBILES.finance)
        },
      },
      BY_CODE,
    )
    runScenarios(
      product,
      {
        get code() {
          return codeSentTo(MOBILES.scheduler)
        },
      },
      OLD_CODE,
    )

    it('five wrong tries use a code up', async () => {
      product().clock.at += 2 * MINUTE
      await product().send(undefined, 'wx/sendCode', { mobile: MOBILES.photographer })
      const code = codeSentTo(MOBILES.photographer)
      const wrong = code === '123456' ? '654321' : '123456'
      for (let n = 0; n < 5; n++)
        expect(
          await product().send(undefined, 'system/wxLogin', { mobile: MOBILES.photographer, code: wrong }),
        ).toMatchObject({ status: 400 })
      expect(await product().send(undefined, 'system/wxLogin', { mobile: MOBILES.photographer, code })).toMatchObject({
        status: 400,
        data: { field: 'code' },
      })
    })

    it('a customer enters the customer area, and no further (I-39)', async () => {
      const { mobile, companyId, id } = await product().row<{ id: number; mobile: string; companyId: number }>(
        'select "id", "mobile", "companyId" from "customer" order by "id" limit 1',
      )
      await product().send(undefined, 'wx/sendCode', { mobile })
      const told = await product().send(undefined, 'system/wxLogin', { mobile, code: codeSentTo(mobile) })
      expect(told).toMatchObject({
        status: 200,
        data: { userType: 'customer', customerDO: { id, mobile, corpId: companyId } },
      })
      const { token } = told.data as { token: string }
      for (const path of ['customer/query', 'customer/detail', 'index/init', 'user/query', 'operatelogs/query'])
        expect(await product().send(token, path, { id })).toMatchObject({ status: 403 })
    })
  })

  describe('signed out', () => runScenarios(product, {}, OUT))
  describe('with a new password', () => runScenarios(product, {}, OWN_PASSWORD))
  describe('with a password reset', () => {
    const kept: Values = {}
    it('by an administrator', async () => {
      kept.cashier = (
        await product().row<{ id: number }>('select "id" from "user" where "mobile" = $1', [MOBILES.cashier])
      ).id
    })
    runScenarios(product, kept, RESET)
  })

  describe('in another company', () => {
    const kept: Values = {}
    it('of the same chain', async () => {
      for (const [name, code] of [
        ['chengdu', 'XB-CD'],
        ['guiyang', 'XB-GY'],
      ])
        kept[name as string] = (
          await product().row<{ id: number }>('select "id" from "company" where "code" = $1', [code])
        ).id
      const customerOf = async (companyId: unknown) =>
        (
          await product().row<{ id: number }>('select min("id") as "id" from "customer" where "companyId" = $1', [
            companyId,
          ])
        ).id
      kept.theirs = await customerOf(kept.chengdu)
      kept.ours = await customerOf((await product().person('director')).companyId)
      kept.chengduAdmin = await product().role('administrator', kept.chengdu as number)
    })
    runScenarios(product, kept, SWITCH)
  })

  describe('the shell', () => {
    it('is told exactly the menus that are granted, with the groups above them, and which of their buttons (I-59)', async () => {
      const { roles, permissions } = product().model
      const { companyId, orgId } = await product().person('limited')
      for (const { name, menus } of Object.values(roles)) {
        const person = await product().hire({ name, companyId, orgId, roleId: await product().role(name, companyId) })
        const told = await product().must(person, 'index/init')
        const shown = told.menus as { id: number; code: string; parentId?: number }[]
        const groups = new Set(shown.map((menu) => menu.parentId))
        expect({
          name,
          codes: shown
            .filter((menu) => !groups.has(menu.id))
            .map((menu) => menu.code)
            .sort(),
        }).toEqual({ name, codes: Object.keys(menus).sort() })
        const buttons = await product().list(person, 'index/init_page_btn')
        const expected = Object.entries(menus).flatMap(([menuCode, granted]) =>
          (permissions[menuCode]?.buttons ?? []).map(({ code }) => ({
            menuCode,
            code,
            status: granted.includes(code) ? 1 : 0,
          })),
        )
        const sorted = (list: { menuCode: string; code: string }[]) =>
          [...list].sort((a, b) => (`${a.menuCode}.${a.code}` < `${b.menuCode}.${b.code}` ? -1 : 1))
        expect({ name, buttons: sorted(buttons) }).toEqual({ name, buttons: sorted(expected) })
      }
    })

    it("counts unread messages exactly, and marks only one's own (I-52)", async () => {
      const { employeeId } = await product().person('telemarketer')
      const unread = await product().count('pushMessage', '"receiverId" = $1 and "isRead" = 0', [employeeId])
      expect(unread).toBeGreaterThan(99)
      expect(await product().post('telemarketer', 'pushMessage/queryIsReadSum')).toMatchObject({
        status: 200,
        count: unread,
        data: { count: unread },
      })
      const [message] = await product().must('telemarketer', 'pushMessage/queryAccpetMessage', {
        isRead: DICT.is_read.unread,
        pageRows: 1,
      })
      expect(
        await product().post('manager', 'pushMessage/updateIsRead', { id: message?.id, isRead: DICT.is_read.read }),
      ).toMatchObject({
        status: 403,
      })
      expect(
        await product().post('telemarketer', 'pushMessage/updateIsRead', {
          id: message?.id,
          isRead: DICT.is_read.read,
        }),
      ).toMatchObject({
        status: 200,
      })
      expect(await product().post('telemarketer', 'pushMessage/queryIsReadSum')).toMatchObject({ count: unread - 1 })
    })
  })
})
