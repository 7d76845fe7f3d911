import { useEffect, useState } from 'react'
import { enginePath } from '../core/calls.ts'
import { limit } from '../core/model.ts'
import { call } from '../core/request.ts'
import { useSession } from '../core/session.ts'

/** One option of a select. */
interface Option {
  value: number
  label: string
}

/** A role of the person, with its department. */
export interface HeldRole {
  id: number
  nameCode: string
  orgId: number
  orgName: string
}

/** The result of a request; undefined while it is pending. */
interface Loaded<T> {
  rows: T[]
  loading: boolean
}

/** Page size of the role list (rules 6.9). */
export const rolePage = () => limit('rolePage', 10)

/** Requests again whenever the key changes; a failure has no rows. Without a key nothing is requested. */
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

/** The companies the person may see; at least the current one. */
export function useCompanies(): Loaded<Option> {
  const { user } = useSession()
  const { rows, loading } = useRows('', askCompanies)
  if (!user || rows.some((one) => one.value === user.corpId)) return { rows, loading }
  return { rows: [{ value: user.corpId, label: user.corpName }, ...rows], loading }
}

/** All roles the person has in a company, requested page by page. */
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

/** The roles the person has in a company. */
export function useHeldRoles(corpId: number | undefined): Loaded<HeldRole> {
  return useRows(corpId === undefined ? undefined : String(corpId), askRoles)
}

/** The departments of those roles. */
export function departmentsOf(roles: HeldRole[]): Option[] {
  const names = new Map(roles.filter((role) => role.orgId).map((role) => [role.orgId, role.orgName]))
  return [...names].map(([value, label]) => ({ value, label }))
}
