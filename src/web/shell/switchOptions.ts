import { useEffect, useState } from 'react'
import { CALLS } from '../core/calls.ts'
import { call } from '../core/request.ts'
import { useSession } from '../core/session.ts'

/** One line of a select. */
export interface Option { value: number; label: string }
export interface Options { options: Option[]; loading: boolean }

interface Offered { value?: number; id?: number; label?: string; nameCode?: string; name?: string; children?: Offered[] }

const QUIET = { silent: true, loading: false } as const

/** Options of a look-up, tree or flat, in the order of the answer. */
function flat(offered: Offered[], path = ''): Option[] {
  return offered.flatMap((one) => {
    const value = one.value ?? one.id
    const label = path + (one.nameCode ?? one.label ?? one.name ?? '')
    const own = value === undefined ? [] : [{ value, label }]
    return [...own, ...flat(one.children ?? [], `${label} / `)]
  })
}

/** Asks for options whenever the key changes; no key, no question. */
function useOptions(path: string, input: Record<string, unknown> | undefined): Options {
  const key = input && JSON.stringify(input)
  const [state, setState] = useState<{ key?: string; options: Option[] }>({ options: [] })
  useEffect(() => {
    if (key === undefined) return
    const stop = new AbortController()
    call<Offered[]>(path, JSON.parse(key), { ...QUIET, signal: stop.signal })
      .then(({ data }) => setState({ key, options: flat(data) }))
      .catch(() => { if (!stop.signal.aborted) setState({ key, options: [] }) })
    return () => stop.abort()
  }, [path, key])
  return { options: state.key === key ? state.options : [], loading: key !== undefined && state.key !== key }
}

/** Companies the person works in; at least the present one. */
export function useCompanies(): Options {
  const { user } = useSession()
  const offered = useOptions(CALLS.companies, {})
  if (!user || offered.options.some((one) => one.value === user.corpId)) return offered
  return { ...offered, options: [{ value: user.corpId, label: user.corpName }, ...offered.options] }
}

/** Departments of a company. */
export function useDepartments(corpId: number | undefined): Options {
  return useOptions(CALLS.departments, corpId === undefined ? undefined : { corpId })
}
