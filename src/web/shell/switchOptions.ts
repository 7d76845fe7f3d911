import { useEffect, useState } from 'react'
import { enginePath } from '../core/calls.ts'
import { limit } from '../core/model.ts'
import { call } from '../core/request.ts'
import { useSession } from '../core/session.ts'

/** One line of a select. */
interface Option {
  value: number
  label: string
}

/** A role the person holds, with the department it is held in. */
export interface HeldRole {
  id: number
  nameCode: string
  orgId: number
  orgName: string
}

/** What an answer became; nothing while it is awaited. */
interface Loaded<T> {
  rows: T[]
  loading: boolean
}

/** Page size of the role list (rules 6.9). */
export const rolePage = () => limit('rolePage', 10)

/** Asks anew whenever the key changes; what fails has no rows. No key: no question. */
function useRows<T>(key: string | undefined, ask: (key: string, signal: AbortSignal) => Promise<T[]>): Loaded<T> {
  const [state, setState] = useState<{ key?: string; rows: T[] }>({ rows: [] })
  useEffect(() => {
    if (key === undefined) return
    const stop = new AbortController()
    ask(key, stop.signal)
      .catch(() => [])
      .then((rows) => {
        if (!stop.signal.aborted) setState({ key, rows })
      })
    return () => stop.abort()
  }, [key, ask])
  return { rows: state.key === key ? state.rows : [], loading: key !== undefined && state.key !== key }
}

const askCompanies = async (_key: string, signal: AbortSignal): Promise<Option[]> => {
  const { data } = await call<Option[]>(enginePath('companies'), {}, { silent: true, loading: false, signal })
  return data.map(({ value, label }) => ({ value, label }))
}

/** The companies one may look into; at least the present one. */
export function useCompanies(): Loaded<Option> {
  const { user } = useSession()
  const { rows, loading } = useRows('', askCompanies)
  if (!user || rows.some((one) => one.value === user.corpId)) return { rows, loading }
  return { rows: [{ value: user.corpId, label: user.corpName }, ...rows], loading }
}

/** All the roles held in a company, asked for page by page. */
const askRoles = async (corpId: string, signal: AbortSignal): Promise<HeldRole[]> => {
  const roles: HeldRole[] = []
  for (let pageNO = 1; ; pageNO += 1) {
    const input = { corpId: Number(corpId), pageNO, pageRows: rolePage() }
    const { data, total = 0 } = await call<HeldRole[]>(enginePath('roles'), input, {
      silent: true,
      loading: false,
      signal,
    })
    roles.push(...data)
    if (!data.length || roles.length >= total) return roles
  }
}

/** The roles the person holds in a company. */
export function useHeldRoles(corpId: number | undefined): Loaded<HeldRole> {
  return useRows(corpId === undefined ? undefined : String(corpId), askRoles)
}

/** The departments those roles are held in. */
export function departmentsOf(roles: HeldRole[]): Option[] {
  const names = new Map(roles.filter((role) => role.orgId).map((role) => [role.orgId, role.orgName]))
  return [...names].map(([value, label]) => ({ value, label }))
}
