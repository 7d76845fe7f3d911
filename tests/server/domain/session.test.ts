import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Requests } from '../../../src/generated/wire.ts'
import { DICT } from '../../../src/generated/dictionaries.ts'
import { hashPassword } from '../../../src/server/auth/passwords.ts'
import { DEV_CODE } from '../../../src/server/platform/auth/codes.ts'
import { cleanSessions } from '../../../src/server/platform/auth/sessions.ts'
import { ABSOLUTE_MS, IDLE_MS } from '../../../src/server/auth/index.ts'
import { rulesEngines } from '../db/engines.ts'
import { lightPasswords, replaceScrypt } from '../support/passwords.ts'
import { MONDAY, PASSWORD, STRANGER, Studio } from './studio.ts'

const MINUTE = 60_000
const LIN = '13800000003'
const NOBODY = '13899999999'

describe.each(rulesEngines)('signing in on $name', (engine) => {
  let studio: Studio
  beforeAll(async () => {
    studio = await Studio.open(engine)
  })
  // Only now: what the studio is copied from is for other files too, which pay the whole price.
  lightPasswords()
  beforeAll(async () => {
    await studio.db.query('update "user" set "password" = $1', [await hashPassword(PASSWORD)])
  })
  afterAll(() => studio.close())
  let day = 0
  /** Each test has a day of its own: pauses and locks of the last are over. */
  beforeEach(async () => {
    delete process.env.ATELIER_DEV_CODES
    day += 1
    studio.clock.at = MONDAY + day * 2 * ABSOLUTE_MS
    await studio.db.query(
      'update "user" set "status" = 1, "activation" = true, "loginFailCount" = 0, "lockUntil" = null',
    )
  })

  const checkLogin = (mobile: string, password: string, from = STRANGER) =>
    studio.call(from, 'system/checkLogin', { mobile, password })
  const who = (token: string) => studio.auth.authenticate(token, '10.0.0.9')
  const lastCode = (): string => /\d{6}/.exec(studio.sms.sent.at(-1)?.text ?? '')?.[0] ?? ''

  describe('by password', () => {
    it('gives a token and the person; the mobile is trimmed', async () => {
      const told = await checkLogin(` ${LIN} `, PASSWORD)
      expect(told).toMatchObject({
        status: 200,
        data: {
          activation: 1,
          token: expect.stringMatching(/^[\w-]{43}$/),
          userDO: {
            realName: '林静',
            mobile: LIN,
            orgName: '电销部',
            corpId: 1,
            corpName: '星宝摄影（重庆）',
            roleName: '电销专员',
          },
        },
      })
      const { token } = told.data as { token: string }
      expect(await who(token)).toMatchObject({
        kind: 'staff',
        employeeId: studio.people.lin?.employeeId,
        companyId: 1,
        roleId: studio.people.lin?.roleId,
        orgPath: studio.people.lin?.orgPath,
      })
    })

    it('keeps of the token only its SHA-256, and logs the sign-in', async () => {
      const token = await studio.signIn(LIN)
      const row = await studio.row<{ token: string }>('select * from "loginSession" order by "id" desc limit 1')
      expect(row.token).toMatch(/^[0-9a-f]{64}$/)
      expect(JSON.stringify(row)).not.toContain(token)
      expect(
        await studio.row(
          'select "call", "event", "eventEn", "realname", "ip" from "operateLog" order by "id" desc limit 1',
        ),
      ).toEqual({ call: 'login', event: '登录', eventEn: 'Sign in', realname: '林静', ip: '10.0.0.9' })
    })

    it('answers the same for an unknown number and a wrong password', async () => {
      const [wrong, unknown] = [await checkLogin(LIN, 'wrong1'), await checkLogin(NOBODY, 'wrong1')]
      expect(wrong).toMatchObject({ status: 400, msg: '账号或密码错误' })
      expect(unknown).toEqual(wrong)
    })

    it('looks at the password while the try is counted: what is counted for an account only takes no time of its own', async () => {
      const order: string[] = []
      const { query } = studio.db
      const counting = vi.spyOn(studio.db, 'query').mockImplementation((async (text: string, values: unknown[]) => {
        const rows = await query.call(studio.db, text, values)
        if (text.includes('"loginFailCount" = case')) order.push('counted')
        return rows
      }) as typeof query)
      const putBack = replaceScrypt(() => (_password, _salt, _length, _options, done) => {
        order.push('looking')
        done(null, Buffer.alloc(32))
      })
      try {
        await checkLogin(LIN, 'wrong1')
      } finally {
        counting.mockRestore()
        putBack()
      }
      expect(order).toEqual(['looking', 'counted'])
    })

    it.each([
      ['an account', LIN],
      ['a number without an account', '13899999998'],
    ])('locks %s for fifteen minutes after five wrong passwords', async (_, mobile) => {
      const msgs = []
      for (let n = 0; n < 6; n++) msgs.push((await checkLogin(mobile, 'wrong1')).msg)
      expect(msgs).toEqual([...Array(5).fill('账号或密码错误'), '密码错误次数过多，请15分钟后再试'])
      studio.clock.at += 15 * MINUTE - 1
      expect((await checkLogin(mobile, PASSWORD)).msg).toBe('密码错误次数过多，请15分钟后再试')
      expect((await checkLogin('13800000004', PASSWORD)).status).toBe(200)
      studio.clock.at += 2
      expect((await checkLogin(mobile, PASSWORD)).msg).toBe(mobile === LIN ? '' : '账号或密码错误')
    })

    it.each([
      ['an account', LIN],
      ['a number without an account', '13899999997'],
    ])('gives %s five tries again once a lock is over', async (_, mobile) => {
      const tries = async (): Promise<string[]> => {
        const msgs = []
        for (let n = 0; n < 6; n++) msgs.push((await checkLogin(mobile, 'wrong1')).msg)
        return msgs
      }
      const first = await tries()
      studio.clock.at += 15 * MINUTE + 1
      expect(await tries()).toEqual(first)
    })

    it('gives a burst of parallel guesses no more looks than five', async () => {
      const msgs = await Promise.all(Array.from({ length: 12 }, () => checkLogin(LIN, 'wrong1').then(({ msg }) => msg)))
      expect(msgs.filter((msg) => msg === '账号或密码错误')).toHaveLength(5)
    })

    it('is not locked by others where the person signed in before; there five wrong ones lock too', async () => {
      const others = { ...STRANGER, ip: '203.0.113.7' }
      await studio.signIn(LIN)
      studio.clock.at += 16 * MINUTE
      for (let n = 0; n < 6; n++) await checkLogin(LIN, 'wrong1', others)
      expect((await checkLogin(LIN, PASSWORD, others)).msg).toContain('15分钟后再试')
      expect((await checkLogin(LIN, PASSWORD, { ...STRANGER, ip: '198.51.100.2' })).msg).toContain('15分钟后再试')
      expect((await checkLogin(LIN, PASSWORD)).status).toBe(200)
      studio.clock.at += 16 * MINUTE
      for (let n = 0; n < 6; n++) await checkLogin(LIN, 'wrong1', others)
      for (let n = 0; n < 5; n++) expect((await checkLogin(LIN, 'wrong1')).msg).toBe('账号或密码错误')
      expect((await checkLogin(LIN, PASSWORD)).msg).toContain('15分钟后再试')
    })

    it('forgets wrong passwords once the right one was given', async () => {
      for (let n = 0; n < 4; n++) await checkLogin(LIN, 'wrong1')
      expect((await checkLogin(LIN, PASSWORD)).status).toBe(200)
      for (let n = 0; n < 4; n++) await checkLogin(LIN, 'wrong1')
      expect((await checkLogin(LIN, PASSWORD)).status).toBe(200)
    })

    it('tells a disabled account only to who knows its password', async () => {
      await studio.db.query('update "user" set "status" = 0 where "mobile" = $1', [LIN])
      expect((await checkLogin(LIN, 'wrong1')).msg).toBe('账号或密码错误')
      expect((await checkLogin(LIN, PASSWORD)).msg).toBe('账号已停用，请联系管理员')
    })

    it('gives an account that is not activated no token', async () => {
      await studio.db.query('update "user" set "activation" = false where "mobile" = $1', [LIN])
      expect((await checkLogin(LIN, PASSWORD)).data).toEqual({ activation: 0 })
    })

    it.each([
      [{ password: PASSWORD }, 'mobile'],
      [{ mobile: LIN }, 'password'],
      [{ mobile: LIN, password: 5 }, 'password'],
      [{ mobile: ['x'], password: PASSWORD }, 'mobile'],
      [{ mobile: LIN, password: 'x'.repeat(101) }, 'password'],
    ])('refuses %j at %s', async (input, field) => {
      expect(await studio.raw(STRANGER, 'system/checkLogin', input)).toMatchObject({ status: 400, data: { field } })
    })
  })

  describe('by code', () => {
    const send = (mobile: string) => studio.call(STRANGER, 'system/verifiCode', { mobile })
    const enter = (mobile: string, code: string) => studio.call(STRANGER, 'system/wxLogin', { mobile, code })

    it('lets staff in, once for each code', async () => {
      expect(await send(LIN)).toEqual({ status: 200, msg: '', data: { expireSeconds: 300 } })
      const code = lastCode()
      expect(await enter(LIN, code)).toMatchObject({
        status: 200,
        data: { userType: 'staff', activation: 1, token: expect.any(String) },
      })
      expect(await enter(LIN, code)).toMatchObject({ status: 400, msg: '验证码错误或已失效', data: { field: 'code' } })
    })

    it('is not sent twice within a minute, and the newer one counts', async () => {
      await send(LIN)
      const first = lastCode()
      studio.clock.at += MINUTE - 1
      expect(await send(LIN)).toMatchObject({ status: 400, msg: '验证码已发送，请60秒后再试' })
      studio.clock.at += 1
      expect((await send(LIN)).status).toBe(200)
      expect((await enter(LIN, first)).status).toBe(400)
      expect((await enter(LIN, lastCode())).status).toBe(200)
    })

    it('is over after five minutes', async () => {
      await send(LIN)
      studio.clock.at += 5 * MINUTE
      expect((await enter(LIN, lastCode())).status).toBe(400)
    })

    it('is over after five wrong tries from one address', async () => {
      await send(LIN)
      const code = lastCode()
      const wrong = code === '000000' ? '000001' : '000000'
      for (let n = 0; n < 5; n++) expect((await enter(LIN, wrong)).msg).toBe('验证码错误或已失效')
      const tooMany = { status: 400, msg: '操作过于频繁，请稍后再试' }
      expect(await enter(LIN, code)).toMatchObject({ ...tooMany, data: { field: 'code' } })
      // Nor is one sent that would be refused.
      const before = studio.sms.sent.length
      studio.clock.at += 2 * MINUTE
      expect(await send(LIN)).toMatchObject({ ...tooMany, data: { field: 'mobile' } })
      expect(studio.sms.sent).toHaveLength(before)
      studio.clock.at += 3 * MINUTE
      await send(LIN)
      expect((await enter(LIN, lastCode())).status).toBe(200)
    })

    it("tells of too many tries alike, whether a number is somebody's or not", async () => {
      const told = async (mobile: string) => {
        const answers = [await send(mobile)]
        for (let n = 0; n < 6; n++) answers.push(await enter(mobile, '00000x'))
        studio.clock.at += MINUTE
        return [...answers, await send(mobile)]
      }
      expect(await told(NOBODY)).toEqual(await told(LIN))
    })

    it('takes right ones as often as they come, and wrong ones among them count', async () => {
      process.env.ATELIER_DEV_CODES = '1'
      for (let n = 0; n < 7; n++) expect((await enter(LIN, DEV_CODE)).status).toBe(200)
      for (let n = 0; n < 5; n++) {
        await enter(LIN, '00000x')
        expect((await enter(LIN, DEV_CODE)).status).toBe(n < 4 ? 200 : 400)
      }
    })

    it('is not spent by wrong tries from elsewhere', async () => {
      await studio.must(STRANGER, 'system/verifiCode', { mobile: LIN })
      const others = { ...STRANGER, ip: '203.0.113.7' }
      for (let n = 0; n < 12; n++) await studio.call(others, 'system/wxLogin', { mobile: LIN, code: '000000' })
      expect((await studio.call(others, 'system/wxLogin', { mobile: LIN, code: lastCode() })).status).toBe(400)
      expect((await studio.call(STRANGER, 'system/wxLogin', { mobile: LIN, code: lastCode() })).status).toBe(200)
    })

    it("is not sent to a number that is nobody's, and the answer does not tell", async () => {
      const before = studio.sms.sent.length
      expect(await send(NOBODY)).toEqual({ status: 200, msg: '', data: { expireSeconds: 300 } })
      expect(studio.sms.sent).toHaveLength(before)
    })

    it('lets a customer into the customer area only', async () => {
      const { id } = await studio.must('lin', 'customer/add', {
        realName: '陈雨',
        mobile: `1391111${String(day).padStart(4, '0')}`,
      })
      const { mobile } = await studio.row<{ mobile: string }>('select "mobile" from "customer" where "id" = $1', [id])
      await send(mobile)
      const { data } = await enter(mobile, lastCode())
      expect(data).toMatchObject({ userType: 'customer', customerDO: { id, realName: '陈雨', corpId: 1 } })
      expect(await who((data as { token: string }).token)).toMatchObject({
        kind: 'client',
        customerId: id,
        companyId: 1,
      })
    })

    it.each([
      [
        'does not go out',
        (): Promise<{ ok: false; error: string }> => Promise.resolve({ ok: false, error: 'no line' }),
      ],
      ['never comes back', (): Promise<never> => new Promise(() => undefined)],
      ['breaks', (): Promise<never> => Promise.reject(new Error('no line'))],
    ])(
      'is said to be sent when its message %s: neither words nor time tell whose number is known',
      async (_, gateway) => {
        const sending = vi.spyOn(studio.sms, 'send').mockImplementation(gateway)
        try {
          const known = await send(LIN)
          expect(sending).toHaveBeenCalledOnce()
          expect(await send(NOBODY)).toEqual(known)
          expect(known.status).toBe(200)
        } finally {
          sending.mockRestore()
        }
      },
    )

    it(`is ${DEV_CODE} in development, and shown`, async () => {
      process.env.ATELIER_DEV_CODES = '1'
      expect((await send(LIN)).msg).toContain(DEV_CODE)
      expect((await enter(LIN, DEV_CODE)).status).toBe(200)
      delete process.env.ATELIER_DEV_CODES
      expect((await enter(LIN, DEV_CODE)).status).toBe(400)
    })

    it('without a number needs WeChat, which is not set up', async () => {
      expect(await studio.call(STRANGER, 'system/wxLogin', { code: 'abc' })).toMatchObject({
        status: 400,
        data: { field: 'code' },
      })
    })
  })

  describe('the first time', () => {
    it("needs a code and a password of one's own, which then is the password", async () => {
      await studio.db.query('update "user" set "activation" = false where "mobile" = $1', [LIN])
      await studio.call(STRANGER, 'system/verifiCode', { mobile: LIN, purpose: DICT.code_purpose.activation })
      const activate = (password: string, code: string) =>
        studio.call(STRANGER, 'system/login', { mobile: LIN, password, code })
      expect(await activate('password1', lastCode())).toMatchObject({ status: 400, data: { field: 'password' } })
      expect(await activate('Kirin77x', '000000')).toMatchObject({ status: 400, msg: '验证码错误或已失效' })
      expect(await activate('Kirin77x', lastCode())).toMatchObject({
        status: 200,
        data: { activation: 1, token: expect.any(String) },
      })
      expect((await checkLogin(LIN, PASSWORD)).status).toBe(400)
      expect((await checkLogin(LIN, 'Kirin77x')).status).toBe(200)
      await studio.db.query(
        'update "user" set "password" = (select "password" from "user" where "mobile" = $2) where "mobile" = $1',
        [LIN, '13800000001'],
      )
    })

    it('is told so when the code alone is given, and the code stays good', async () => {
      await studio.db.query('update "user" set "activation" = false where "mobile" = $1', [LIN])
      await studio.call(STRANGER, 'system/verifiCode', { mobile: LIN })
      const login = (input: Requests['system/login']) =>
        studio.call(STRANGER, 'system/login', { mobile: LIN, ...input })
      expect(await login({ code: '00000x' })).toMatchObject({ status: 400, msg: '验证码错误或已失效' })
      expect(await login({ code: lastCode() })).toMatchObject({ status: 200, data: { activation: 0 } })
      expect(await login({ code: lastCode(), password: PASSWORD })).toMatchObject({
        data: { activation: 1, token: expect.any(String) },
      })
    })
  })

  describe('a forgotten password', () => {
    const change = (mobile: string, password: string, code: string) =>
      studio.call(STRANGER, 'system/passwordByCode', { mobile, password, code })

    it('is replaced by whoever has the phone; every session there was ends, and a lock too', async () => {
      const { password } = await studio.row<{ password: string }>('select "password" from "user" where "mobile" = $1', [
        LIN,
      ])
      const token = await studio.signIn(LIN)
      for (let n = 0; n < 6; n++) await checkLogin(LIN, 'wrong1')
      await studio.call(STRANGER, 'system/verifiCode', { mobile: LIN, purpose: DICT.code_purpose.reset })
      expect(await change(LIN, 'password1', lastCode())).toMatchObject({ status: 400, data: { field: 'password' } })
      expect(await change(LIN, 'Kirin77x', '00000x')).toMatchObject({ status: 400, data: { field: 'code' } })
      expect(await change(LIN, 'Kirin77x', lastCode())).toMatchObject({
        status: 200,
        data: { activation: 1, token: expect.any(String) },
      })
      expect(await who(token)).toBeUndefined()
      expect((await checkLogin(LIN, 'Kirin77x')).status).toBe(200)
      expect((await change(LIN, 'Kirin78x', lastCode())).status).toBe(400)
      await studio.db.query('update "user" set "password" = $2 where "mobile" = $1', [LIN, password])
    })

    it('of a number without an account is refused as a wrong code is', async () => {
      await studio.call(STRANGER, 'system/verifiCode', { mobile: NOBODY })
      const [wrong, unknown] = [await change(LIN, 'Kirin77x', '00000x'), await change(NOBODY, 'Kirin77x', '00000x')]
      expect(unknown).toEqual(wrong)
    })
  })

  describe('by code through system/login', () => {
    const login = (input: Requests['system/login']) => studio.call(STRANGER, 'system/login', input)

    it('lets an activated account in; a password sent along must be right', async () => {
      await studio.call(STRANGER, 'system/verifiCode', { mobile: LIN })
      const code = lastCode()
      expect(await login({ mobile: LIN, password: 'wrong1', code })).toMatchObject({
        status: 400,
        msg: '账号或密码错误',
      })
      expect(await login({ mobile: LIN, password: PASSWORD, code })).toMatchObject({
        status: 200,
        data: { activation: 1 },
      })
      studio.clock.at += MINUTE
      await studio.call(STRANGER, 'system/verifiCode', { mobile: LIN })
      expect(await login({ mobile: LIN, code: lastCode() })).toMatchObject({
        status: 200,
        data: { activation: 1, token: expect.any(String) },
      })
    })

    it.each([
      ['a number without an account', NOBODY, true],
      ['an account that was never used', LIN, false],
    ])('answers %s as a wrong code, whatever password comes with it', async (_, mobile, activation) => {
      await studio.db.query('update "user" set "activation" = $2 where "mobile" = $1', [LIN, activation])
      for (const password of [undefined, 'wrong1', 'Xingbao123']) {
        const given = { code: '12345x', ...(password ? { password } : {}) }
        const known = await login({ mobile: '13800000004', ...given })
        expect(known).toMatchObject({ status: 400, data: { field: 'code' } })
        expect(await login({ mobile, ...given })).toEqual(known)
      }
    })
  })

  describe('a session', () => {
    it('ends at sign-out, which always answers', async () => {
      const token = await studio.signIn(LIN)
      const actor = await who(token)
      expect(await studio.call(actor ?? STRANGER, 'system/logout')).toMatchObject({ status: 200 })
      expect(await who(token)).toBeUndefined()
      expect((await studio.call(STRANGER, 'system/logout')).status).toBe(200)
      const [told] = await studio.db.query<{ audience: unknown; message: unknown }>(
        'select "audience", "message" from "outbox" order by "id" desc limit 1',
      )
      expect(told).toEqual({
        audience: { sessions: [actor?.sessionId] },
        message: { path: '/api/push/logout', data: {} },
      })
    })

    it(`ends ${IDLE_MS / 3600_000} hours after its last use`, async () => {
      const token = await studio.signIn(LIN)
      studio.clock.at += IDLE_MS - MINUTE
      expect(await who(token)).toBeDefined()
      studio.clock.at += IDLE_MS - MINUTE
      expect(await who(token)).toBeDefined()
      studio.clock.at += IDLE_MS + MINUTE
      expect(await who(token)).toBeUndefined()
    })

    it('is not kept alive by the push socket', async () => {
      const token = await studio.signIn(LIN)
      studio.clock.at += IDLE_MS - MINUTE
      expect(await studio.auth.authenticate(token, undefined, { touch: false })).toBeDefined()
      studio.clock.at += 2 * MINUTE
      expect(await who(token)).toBeUndefined()
    })

    it(`ends ${ABSOLUTE_MS / 86_400_000} days after sign-in, used or not`, async () => {
      const token = await studio.signIn(LIN)
      for (let used = 0; used < 14; used++) {
        studio.clock.at += ABSOLUTE_MS / 15
        expect(await who(token)).toBeDefined()
      }
      studio.clock.at += ABSOLUTE_MS / 15
      expect(await who(token)).toBeUndefined()
      await cleanSessions(studio.db, studio.clock.now())
      expect(
        await studio.db.query('select 1 as x from "loginSession" where "createTime" < $1', [
          new Date(studio.clock.now() - ABSOLUTE_MS),
        ]),
      ).toEqual([])
    })

    it.each(['', 'x', `${'a'.repeat(43)}`, `${'a'.repeat(42)}'`, '../../x'])('is not %j', async (token) =>
      expect(await who(token)).toBeUndefined(),
    )

    const takenAway: [string, () => Promise<unknown>][] = [
      [
        'the account is disabled',
        async () =>
          studio.must('admin', 'user/edit', { id: studio.people.lin?.userId, status: DICT.enable_status.disabled }),
      ],
      [
        'the password is reset',
        async () => studio.must('admin', 'user/restPassword', { id: studio.people.lin?.userId }),
      ],
      [
        'the role is disabled',
        async () =>
          studio.must('admin', 'role/edit', { id: studio.people.lin?.roleId, status: DICT.enable_status.disabled }),
      ],
      [
        'the company is disabled',
        async () =>
          studio.must('admin', 'company/edit', {
            id: studio.people.lin?.companyId,
            status: DICT.enable_status.disabled,
          }),
      ],
    ]
    it.each(takenAway)('ends at once when %s', async (_, take) => {
      const token = await studio.signIn(LIN)
      expect(await who(token)).toBeDefined()
      await take()
      // What is changed past a session is believed for a second at most.
      await expect.poll(() => who(token)).toBeUndefined()
      await studio.db.query('update "role" set "status" = 1')
      await studio.db.query('update "company" set "status" = 1')
      await studio.db.query(
        'update "user" set "password" = (select "password" from "user" where "mobile" = $2) where "mobile" = $1',
        [LIN, '13800000001'],
      )
    })

    it('of others ends when the password is changed; the one at hand goes on', async () => {
      const [here, there] = [await studio.signIn(LIN), await studio.signIn(LIN)]
      const change = async (input: Record<string, unknown>) =>
        studio.call((await who(here)) ?? STRANGER, 'user/editPassword', { mobile: LIN, ...input })
      expect(await change({ oldPassword: 'wrong1', password: 'Kirin77x' })).toMatchObject({
        status: 400,
        msg: '旧密码错误',
        data: { field: 'oldPassword' },
      })
      expect(await change({ oldPassword: PASSWORD, password: 'qwerty123' })).toMatchObject({
        status: 400,
        data: { field: 'password' },
      })
      expect(await change({ oldPassword: PASSWORD, password: PASSWORD })).toMatchObject({
        status: 400,
        data: { field: 'password' },
      })
      expect(await change({ oldPassword: PASSWORD, password: 'Kirin77x', mobile: '13800000004' })).toMatchObject({
        status: 400,
        data: { field: 'mobile' },
      })
      expect(await change({ oldPassword: PASSWORD, password: 'Kirin77x' })).toMatchObject({ status: 200 })
      expect(await who(here)).toBeDefined()
      expect(await who(there)).toBeUndefined()
      expect((await checkLogin(LIN, 'Kirin77x')).status).toBe(200)
      await studio.db.query(
        'update "user" set "password" = (select "password" from "user" where "mobile" = $2) where "mobile" = $1',
        [LIN, '13800000001'],
      )
    })

    it('locks the change of password as it locks signing in', async () => {
      const actor = await who(await studio.signIn(LIN))
      const msgs = []
      for (let n = 0; n < 6; n++)
        msgs.push(
          (
            await studio.call(actor ?? STRANGER, 'user/editPassword', {
              mobile: LIN,
              oldPassword: 'wrong1',
              password: 'Kirin77x',
            })
          ).msg,
        )
      expect(msgs.at(-1)).toBe('密码错误次数过多，请15分钟后再试')
    })
  })
})
