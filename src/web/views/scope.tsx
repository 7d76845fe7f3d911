/** Where a view stands: on its page, and inside which other view. */
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ScreenModel } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'
import { useEnv } from '../core/env.ts'
import { findScreen, usePart } from '../core/model.ts'
import { usePage } from '../core/page.tsx'
import { PartProvider } from '../fields/context.tsx'
import { withRoots } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import '../fields/index.ts'
import '../forms/forms.css'

export interface Scope {
  part: WebPart
  screen: ScreenModel
  params: Record<string, string>
  active: boolean
  refreshKey: number
  /** The screen's own view: its state stands in the address. */
  setQuery?: (patch: Record<string, string | undefined>) => void
  /** The record the view stands in. */
  about?: { resource: string; row: WireRow }
  /** Inputs given from around: the chosen row of a left list, filters of a report. */
  given: WireRow
  /** A short list among other things: rows only, no filters of its own. */
  compact: boolean
  /** The view has the rest of the page to itself. */
  fills: boolean
  /** What expressions of the view start from: the person, the page, the record around. */
  env: Env
  /** Something was written: the view around may want to fetch anew. */
  changed(): void
}

const ScopeContext = createContext<Scope | undefined>(undefined)

/** The scope a view stands in. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('Views stand inside a scope')
  return scope
}

const NOTHING: WireRow = {}
const doNothing = () => undefined

/** Gives the screen's own view its scope; a view inside another has one already. */
export function Scoped({ children }: { children: ReactNode }) {
  return useContext(ScopeContext) ? children : <PageScope>{children}</PageScope>
}

function PageScope({ children }: { children: ReactNode }) {
  const { screen, params, active, refreshKey, setQuery } = usePage()
  const part = usePart(findScreen(screen.route)?.part ?? '')
  const person = useEnv()
  const scope = useMemo(
    (): Scope | undefined =>
      part && {
        part,
        screen,
        params,
        active,
        refreshKey,
        setQuery,
        given: NOTHING,
        compact: false,
        fills: false,
        env: withRoots(person, { params }),
        changed: doNothing,
      },
    [part, screen, params, active, refreshKey, setQuery, person],
  )
  if (!scope) return null
  return (
    <ScopeContext value={scope}>
      <PartProvider part={scope.part}>{children}</PartProvider>
    </ScopeContext>
  )
}

/** Stands around a view and calls `onChanged` after every write in it. */
export function OnWrites({ onChanged, children }: { onChanged: () => void; children: ReactNode }) {
  const outer = useScope()
  const scope = useMemo(() => {
    const changed = (): void => {
      outer.changed()
      onChanged()
    }
    return { ...outer, changed }
  }, [outer, onChanged])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** What a view inside another one gets from it. */
export interface Inner {
  about?: Scope['about']
  given?: WireRow
  changed?: () => void
  active?: boolean
  compact?: boolean
  fills?: boolean
}

/** A view inside another one: about a record, or with inputs given. */
export function InnerScope({
  about,
  given,
  changed,
  active,
  compact,
  fills,
  children,
}: Inner & { children: ReactNode }) {
  const outer = useScope()
  const scope = useMemo((): Scope => {
    const around = about ?? outer.about
    return {
      ...outer,
      setQuery: undefined,
      compact: compact ?? false,
      fills: fills ?? false,
      about: around,
      given: given ?? NOTHING,
      changed: changed ?? outer.changed,
      active: outer.active && active !== false,
      env: around ? withRoots(outer.env, { row: around.row }) : outer.env,
    }
  }, [outer, about, given, changed, active, compact, fills])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}
