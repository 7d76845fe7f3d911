/** Every call × every built-in role: allowed or refused exactly as the permission table says (rules 6.6, I-47; check 1). */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CallModel } from '../../../src/model/model.ts'
import { atLeast, isWantedResource } from '../../only.ts'
import { covering, ONCE } from '../../cover.ts'
import { onOneEngine } from '../support/engines.ts'
import { harmless } from '../support/probes.ts'
import type { Person, Values } from '../support/product.ts'
import { batched, useProduct } from '../support/useProduct.ts'
import { isWhole, mayCall, payloadFor, signOf, waysOf, type Menus } from './grants.ts'

interface Neighbourhood {
  code: string
  buttons: string[]
  seen: string[]
  opened: string[]
}

/** Calls that end the session they are made with. */
const ENDS_SESSION = 'system/logout'

onOneEngine('grants', (engine) => {
  const product = useProduct(engine)
  const calls = (): CallModel[] =>
    Object.values(product().model.calls).filter((call) => call.path !== ENDS_SESSION && isWantedResource(call.resource))

  /** Rows and their versions, table by table: nothing may change. */
  async function fingerprint(): Promise<Values> {
    const names = Object.values(product().model.resources)
      .filter((one) => !one.virtual && one.name !== 'loginSession')
      .map((one) => one.name)
    const parts = names.map(
      (name) => `select '${name}' as name, count(*) || '/' || coalesce(sum("version"), 0) as sum from "${name}"`,
    )
    return Object.fromEntries(
      (await product().rows<{ name: string; sum: string }>(parts.join(' union all '))).map((row) => [
        row.name,
        row.sum,
      ]),
    )
  }

  const userOf = (person: Person): Values => ({ ...person, corpId: person.companyId })

  /** Asks a call as somebody with these grants; what is wrong with the answer, if anything. */
  async function ask(person: Person, menus: Menus, call: CallModel, payload: Values): Promise<string | undefined> {
    const { model } = product()
    const allowed = mayCall(model, menus, call, payload, userOf(person))
    const told = await product().raw(person, call.path, payload)
    const right = allowed ? ![401, 403, 500].includes(told.status) : told.status === 403 && told.data === null
    return right
      ? undefined
      : `${call.path} ${JSON.stringify(payload)}: ${allowed ? 'allowed' : 'refused'}, but ${told.status} ${told.msg} ${JSON.stringify(told.data).slice(0, 200)}`
  }

  /** The payloads a call is probed with: a harmless one, and one that keeps to a way the role has. */
  function payloads(person: Person, menus: Menus, call: CallModel): Values[] {
    const plain = harmless(call)
    const kept = payloadFor(product().model, menus, call, plain, userOf(person))
    return kept && JSON.stringify(kept) !== JSON.stringify(plain) ? [plain, kept] : [plain]
  }

  async function wrongs(person: Person, menus: Menus, asked: readonly CallModel[]): Promise<string[]> {
    const questions = asked.flatMap((call) => payloads(person, menus, call).map((payload) => ({ call, payload })))
    return (await batched(questions, ({ call, payload }) => ask(person, menus, call, payload))).filter(
      (one) => one !== undefined,
    )
  }

  describe('of the built-in roles', () => {
    const people = new Map<string, Person>()
    let before: Values
    beforeAll(async () => {
      const { companyId, orgId } = await product().person('limited')
      for (const name of Object.keys(product().model.roles)) {
        people.set(
          name,
          await product().hire({ name, companyId, orgId, roleId: await product().role(name, companyId) }),
        )
      }
      before = await fingerprint()
    })

    // That each role holds what the model grants it is asked in session.test.ts; what it holds decides alone.
    it('open what they say, and nothing else: each call to a role of each grant of it', async () => {
      const asked = askers()
      for (const [name, { menus }] of Object.entries(product().model.roles)) {
        expect({ role: name, wrong: await wrongs(people.get(name) as Person, menus, asked.get(name) ?? []) }).toEqual({
          role: name,
          wrong: [],
        })
        expect(asked.get(name)?.length ?? 0).toBeGreaterThanOrEqual(atLeast(10))
      }
      expect(await fingerprint()).toEqual(before)
    })

    /** Which role asks which calls: of the roles that hold the same ways to a call one, another for each call. */
    function askers(): Map<string, CallModel[]> {
      const { model } = product()
      const held = Object.entries(model.roles).map(([name, { menus }]) => ({
        name,
        whole: isWhole(model, menus),
        ways: waysOf(model, menus),
      }))
      const asked = new Map<string, CallModel[]>()
      for (const [i, call] of calls().entries()) {
        const alike = new Map<string, string[]>()
        for (const { name, whole, ways } of held) {
          const grant = whole ? 'whole' : signOf(ways.get(call.path))
          alike.set(grant, [...(alike.get(grant) ?? []), name])
        }
        for (const names of alike.values()) {
          const name = names[i % names.length] as string
          asked.set(name, [...(asked.get(name) ?? []), call])
        }
      }
      return asked
    }

    it('are sixteen, of which the administrator alone makes calls that no screen reaches', () => {
      const { roles, model } = { roles: product().model.roles, model: product().model }
      expect(Object.keys(roles)).toHaveLength(16)
      const reached = new Set(
        Object.values(roles)
          .filter((role) => role.name !== 'administrator')
          .flatMap((role) => [...waysOf(model, role.menus).keys()]),
      )
      expect(reached.size).toBeGreaterThan(100)
      expect(calls().filter((call) => !reached.has(call.path)).length).toBeGreaterThanOrEqual(atLeast(300))
    })

    it.each<[string, string, Values]>([
      ['cashier', 'cash_statistics/confirm', { id: 1 }],
      ['cashier', 'cashRefund/confirm', { id: 1, action: 'approve' }],
      ['cashier', 'cashRefund/confirm', { id: 1, action: 'reject' }],
      ['cashier', 'payMethod/edit', { id: 1 }],
      ['cashier', 'place/del', { id: 1 }],
      ['consultant', 'cashRefund/confirm', { id: 1, action: 'pay' }],
    ])('keep duties apart: the %s does not make %s %j', async (role, path, input) => {
      const person = people.get(role) as Person
      expect(await product().raw(person, path, input)).toMatchObject({ status: 403 })
    })

    it.each<[Values, string]>([
      [{ id: 1, action: 'reject', remark: 'x' }, '没有这个字段：remark'],
      [{ id: 1 }, '请填写动作'],
      [{ id: 1, action: 'nonsense' }, '格式不正确'],
    ])('say what is wrong with a request that no right makes good: %j', async (input, msg) => {
      const person = people.get('manager') as Person
      expect(await product().raw(person, 'cashRefund/confirm', input)).toMatchObject({ status: 403, msg })
    })

    it('let everybody who is signed in sign out', async () => {
      for (const person of people.values()) {
        const guest = await product().again(person)
        expect(await product().post(guest, ENDS_SESSION)).toMatchObject({ status: 200 })
        expect(await product().post(guest, 'index/init')).toMatchObject({ status: 401 })
      }
    })
  })

  describe('of a single button', () => {
    it('open what the button says, at once, and nothing of its neighbours', async () => {
      const { model } = product()
      const admin = await product().person('administrator')
      const { id: roleId } = await product().must(admin, 'role/add', {
        name: '一个按钮',
        code: 'one-button',
      })
      const person = await product().hire({ name: '一个按钮', companyId: admin.companyId, orgId: admin.orgId, roleId })
      const ids = await buttonIds()
      const holding = async (menus: Menus, asked: readonly string[]): Promise<void> => {
        const granted = Object.entries(menus).map(([code, buttons]) => ids(code, buttons))
        await product().must(admin, 'role/role_menu_btns', { roleId, menus: granted })
        const found = asked.map((path) => model.calls[path] as CallModel)
        expect({ menus, wrong: await wrongs(person, menus, found) }).toEqual({ menus, wrong: [] })
      }
      for (const { code, buttons, seen, opened } of covering(neighbourhoods(), traitsOf, ONCE)) {
        await holding({ [code]: [] }, [...seen, ...opened])
        for (const button of buttons) await holding({ [code]: [button] }, opened)
      }
    })

    /** The screens with their buttons, the calls that each opens to whoever sees it, and those that its buttons open. */
    function neighbourhoods(): Neighbourhood[] {
      const { model } = product()
      const wanted = (paths: Iterable<string>): string[] =>
        [...paths].filter((path) => isWantedResource((model.calls[path] as CallModel).resource))
      return Object.values(model.permissions).map((permission) => {
        const { code } = permission
        const buttons = permission.buttons.map((button) => button.code)
        const bare = waysOf(model, { [code]: [] })
        const all = waysOf(model, { [code]: buttons })
        // What is seen without a button stays so with one, unless the button opens more of it.
        const opened = wanted(all.keys()).filter((path) => signOf(all.get(path)) !== signOf(bare.get(path)))
        return { code, buttons, seen: wanted(bare.keys()).filter((path) => !opened.includes(path)), opened }
      })
    }

    /**
     * How the buttons of a screen open calls: kinds of calls, with which values fixed, as which inputs, from one place or
     * several. The engine reads all of it from one table, so few screens do; that no button is lost on the way to the
     * table is asked of roles and menus (above, and in session.test.ts).
     */
    function traitsOf({ code, buttons, seen, opened }: Neighbourhood): string[] {
      const { model } = product()
      const ways = waysOf(model, { [code]: buttons })
      const shape = (path: string): string[] =>
        (ways.get(path) ?? []).map(({ fixed, asked }) =>
          [
            model.calls[path]?.kind,
            asked ? 'some inputs' : 'all inputs',
            ...new Set(Object.values(fixed).map((bound) => ('value' in bound ? typeof bound.value : bound.expr.src))),
          ].join(' '),
        )
      return [
        ...opened.flatMap((path) => [...shape(path), `${ways.get(path)?.length} ways`]),
        ...seen.flatMap((path) => shape(path).map((one) => `seen ${one}`)),
        `${Math.min(buttons.length, 3)} buttons`,
      ]
    }

    it('that fixes values is no grant of other values, of fewer, or of more inputs', async () => {
      const { model } = product()
      const admin = await product().person('administrator')
      const { id: roleId } = await product().must(admin, 'role/add', {
        name: '固定取值',
        code: 'fixed-values',
      })
      const person = await product().hire({ name: '固定取值', companyId: admin.companyId, orgId: admin.orgId, roleId })
      const ids = await buttonIds()
      const grants: [string, string, string, Values, Values[]][] = [
        [
          'customer-003',
          'invalidate',
          'customer/edit',
          { id: 0, status: DICT.customer_status.invalid },
          [
            { id: 0, status: 1 },
            { id: 0, status: 4 },
            { id: 0, status: '5' },
            { id: 0, status: [5] },
            { id: 0 },
            { id: 0, status: 5, realName: '改名' },
          ],
        ],
        [
          'customer-003',
          'restore',
          'customer/edit',
          { id: 0, status: DICT.customer_status.potential },
          [
            { id: 0, status: 5 },
            { id: 0, status: null },
            { id: 0, status: 1, mobile: '13800000099' },
          ],
        ],
        [
          'customer-003',
          'tag',
          'customer/edit',
          { id: 0, tags: [] },
          [
            { id: 0, tags: [], level: 'a' },
            { id: 0, status: 5 },
            { id: 0, tags: [], salesId: 1 },
          ],
        ],
        [
          'system-009',
          'release',
          'bulletin/publish',
          { id: 0, status: DICT.bulletin_status.published },
          [{ id: 0, status: 3 }, { id: 0, status: 1 }, { id: 0 }],
        ],
        [
          'system-009',
          'withdraw',
          'bulletin/publish',
          { id: 0, status: DICT.bulletin_status.withdrawn },
          [
            { id: 0, status: 2 },
            { id: 0, status: '3' },
          ],
        ],
        // Left out, a mark is no, and an input is its default: the same request in other words.
        [
          'cash-007',
          'approve',
          'cash_statistics/confirm',
          { id: 0 },
          [
            { id: 0, return: 1 },
            { id: 0, return: true },
          ],
        ],
        [
          'system-007',
          'addOwn',
          'dictItem/add',
          { corpId: admin.companyId },
          [{ corpId: admin.companyId + 1 }, { corpId: null }, {}],
        ],
      ]
      for (const [code, button, path, kept, others] of grants) {
        const { menuId, btnIds } = ids(code, [button])
        await product().must(admin, 'role/role_menu_btns', { roleId, menus: [{ menuId, btnIds }] })
        expect({ button, status: (await product().raw(person, path, kept)).status }).toEqual({ button, status: 400 })
        for (const payload of others) {
          expect({ button, payload, ...(await product().raw(person, path, payload)) }).toMatchObject({
            button,
            payload,
            status: 403,
          })
          expect(mayCall(model, { [code]: [button] }, model.calls[path] as CallModel, payload, userOf(person))).toBe(
            false,
          )
        }
      }
    })
  })

  /** Looks up the ids of a menu and of some of its buttons. */
  async function buttonIds(): Promise<
    (code: string, buttons: readonly string[]) => { menuId: number; btnIds: number[] }
  > {
    const rows = await product().rows<{ menu: string; menuId: number; code: string | null; btnId: number | null }>(
      'select m."code" as "menu", m."id" as "menuId", b."code", b."id" as "btnId" from "menu" m left join "btn" b on b."menuId" = m."id" and not b."isDel" where not m."isDel"',
    )
    return (code, buttons) => {
      const own = rows.filter((row) => row.menu === code)
      return {
        menuId: own[0]?.menuId as number,
        btnIds: own.filter((row) => buttons.includes(String(row.code))).map((row) => row.btnId as number),
      }
    }
  }

  describe('without a session', () => {
    it.each([
      ['no token', () => Promise.resolve(undefined)],
      ['a token that never was', () => Promise.resolve('x'.repeat(43))],
      ['a token of another form', () => Promise.resolve("' or 1=1 --")],
      [
        'a session that is over',
        async () => {
          const { token } = await product().again(await product().person('administrator'))
          await product().db.query(
            'update "loginSession" set "expireTime" = $1 where "id" = (select max("id") from "loginSession")',
            [new Date(product().clock.at - 1)],
          )
          return token
        },
      ],
    ])('every call but the open ones answers 401 to %s', async (_, tokenOf) => {
      const token = await tokenOf()
      const wrong = await batched(
        Object.values(product().model.calls).filter((call) => isWantedResource(call.resource)),
        async (call) => {
          const told = await product().send(token, call.path, harmless(call))
          const open = call.access?.anyone !== undefined
          const right = open
            ? told.status !== 401
            : told.status === 401 && told.data === null && told.msg === '保持登录失效，请重新登录'
          return right ? undefined : `${call.path}: ${told.status} ${told.msg}`
        },
      )
      expect(wrong.filter((one) => one !== undefined)).toEqual([])
    })
  })
})
