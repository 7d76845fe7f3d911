/** People whom a test may lock out, switch or dismiss: made for it, with an account of their own. */
import type { Requests, Sent, Told } from '../../../src/generated/wire.ts'
import { PASSWORD } from '../../../mock/organisation.ts'
import { ACCOUNT, call, person, raw, tokenOf } from './api.ts'
import { CODE } from './login.ts'
import { model } from './model.ts'
import { freshRecord } from './records.ts'
import { nextMobile } from './samples.ts'

/** A role held somewhere. */
export interface Held {
  corpId: number
  orgId: number
  roleId: number
}

export interface Colleague {
  employeeId: number
  userId: number
  name: string
  mobile: string
  held: Held
}

/** Makes a call as the administrator. */
export const asAdministrator = async <P extends keyof Requests, K extends string>(
  path: P,
  input?: Sent<P, K>,
): Promise<Told[P]> => raw(path, input, await tokenOf(ACCOUNT.administrator))

/** The id of a built-in role by its name in `schemas/roles`. */
export async function roleIdOf(name: string): Promise<number> {
  const roles = await asAdministrator('role/query', { pageNO: 1, pageRows: 200 })
  const found = roles.find((one) => one.name === model.roles[name]?.label.zh)
  if (!found) throw new Error(`There is no role ${name}`)
  return found.id
}

/** A colleague who holds a role (by id or name), in any department or that one, and signs in with the password of the demo. */
export async function freshColleague(role: number | string, department?: number): Promise<Colleague> {
  const roleId = typeof role === 'number' ? role : await roleIdOf(role)
  const mobile = nextMobile()
  const { id: employeeId, name } = await freshRecord('employee', {
    mobile,
    ...(department ? { orgId: department } : {}),
  })
  const { orgId } = await asAdministrator('employee/detail', { id: employeeId })
  const { corpId } = await person(await tokenOf(ACCOUNT.administrator))
  const held = { corpId, orgId, roleId }
  const roles = [{ ...held, isDefault: 1 }]
  const { id: userId } = await asAdministrator('user/add', {
    employeeId,
    mobile,
    realName: name,
    password: PASSWORD,
    roles,
  })
  // The first sign-in of an account activates it.
  await call('system/login', { mobile, password: PASSWORD, code: CODE })
  return { employeeId, userId, name, mobile, held }
}
