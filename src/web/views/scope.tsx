/** The context of a view: its page, and the view it is inside of. */
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { Env } from '../../model/expr/evaluate.ts'
import type { ScreenModel } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'
import { useEnv } from '../core/env.ts'
import { appModel, findScreen, usePart } from '../core/model.ts'
import { usePage } from '../core/page.tsx'
import { PartProvider } from '../fields/context.tsx'
import { idsOf, withRoots } from '../fields/bounds.ts'
import type { WireRow } from '../fields/types.ts'
import { ABOVE } from '../lists/pageSize.ts'
import '../fields/index.ts'
import '../forms/forms.css'

export interface Scope {
  part: WebPart
  screen: ScreenModel
  params: Record<string, string>
  active: boolean
  refreshKey: number
  /** Set for the screen's own view, whose state is kept in the address. */
  setQuery?: (patch: Record<string, string | undefined>) => void
  /** What the screen's own view remembers beyond the address. */
  kept?: Map<string, unknown> | undefined
  /** A tab of the screen's own list, in sight: the address says how it stands. */
  reads?: boolean
  /** Writes the state of a tab in sight into the address of the page. */
  writes?: Scope['setQuery']
  /** The record that the view belongs to. */
  record?: { resource: string; row: WireRow }
  /** Fixed inputs from the surroundings: the chosen row of a left list, filters of a report. */
  fixed: WireRow
  /** A short list among other views: rows only, no filters of its own. */
  compact: boolean
  /** The view has the rest of the page to itself. */
  fills: boolean
  /** What stands above the view besides the frame of its page (px); undefined for a piece among others. */
  above: number | undefined
  /** The roots of the view's expressions: the person, the page, the surrounding record. */
  env: Env
  /** Called after a write: the surrounding view may load again. */
  changed(): void
}

const ScopeContext = createContext<Scope | undefined>(undefined)

/** The scope of a view. */
export function useScope(): Scope {
  const scope = useContext(ScopeContext)
  if (!scope) throw new Error('Views stand inside a scope')
  return scope
}

const NOTHING: WireRow = {}
const doNothing = () => undefined

/** Provides the scope of the screen's own view; inside another view the scope already exists. */
export function Scoped({ children }: { children: ReactNode }) {
  return useContext(ScopeContext) ? children : <PageScope>{children}</PageScope>
}

function PageScope({ children }: { children: ReactNode }) {
  const { screen, params, active, refreshKey, setQuery, kept } = usePage()
  const part = usePart(findScreen(screen.route)?.part ?? '')
  const person = useEnv()
  // The same as long as nothing in it is another: a form of a page that is loaded again stays as it is.
  const env = useMemo(() => withRoots(person, { params: idsOf(params) }), [person, params])
  const scope = useMemo(
    (): Scope | undefined =>
      part && {
        part,
        screen,
        params,
        active,
        refreshKey,
        setQuery,
        kept,
        fixed: NOTHING,
        compact: false,
        fills: false,
        above: ABOVE.page,
        env,
        changed: doNothing,
      },
    [part, screen, params, active, refreshKey, setQuery, kept, env],
  )
  if (!scope) return null
  return (
    <ScopeContext value={scope}>
      <PartProvider part={scope.part} tells={mayAsk(person, screen.code)}>
        {children}
      </PartProvider>
    </ScopeContext>
  )
}

/** Whether the person may ask for masked values on a screen. */
function mayAsk({ can }: Env, code: string | undefined): boolean {
  const asking = appModel()?.revealCode
  return asking !== undefined && code !== undefined && (can?.(`${code}.${asking}`) ?? false)
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

/** More roots for the expressions of what stands inside. */
export function WithRoots({ roots, children }: { roots: Partial<Env>; children: ReactNode }) {
  const outer = useScope()
  const scope = useMemo(() => ({ ...outer, env: withRoots(outer.env, roots) }), [outer, roots])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}

/** What an inner view takes from the view around it. */
export interface Inner {
  record?: Scope['record']
  fixed?: WireRow
  changed?: () => void
  active?: boolean
  compact?: boolean
  fills?: boolean
  above?: number
  reads?: boolean
  /** The code of the screen that it is a piece of, where that is another one. */
  code?: string | undefined
  /** Grows when what stands around it is asked for anew. */
  round?: number
}

/** Writes into the address all but the parameters of the page itself. */
function besides({ params }: Scope['screen'], setQuery: NonNullable<Scope['setQuery']>): Scope['setQuery'] {
  const own = new Set(params.map(({ name }) => name))
  return (patch) => setQuery(Object.fromEntries(Object.entries(patch).filter(([name]) => !own.has(name))))
}

/** Provides the scope of an inner view: with a record, or with fixed inputs. */
export function InnerScope({
  record,
  fixed,
  changed,
  active,
  compact,
  fills,
  above,
  reads,
  code,
  round = 0,
  children,
}: Inner & { children: ReactNode }) {
  const outer = useScope()
  const scope = useMemo((): Scope => {
    const nearest = record ?? outer.record
    return {
      ...outer,
      screen: code === undefined ? outer.screen : { ...outer.screen, code },
      setQuery: undefined,
      kept: undefined,
      reads,
      writes: reads ? outer.setQuery && besides(outer.screen, outer.setQuery) : undefined,
      compact: compact ?? false,
      fills: fills ?? false,
      above: above ?? (fills ? ABOVE.tabs : undefined),
      record: nearest,
      fixed: fixed ?? NOTHING,
      refreshKey: outer.refreshKey + round,
      changed: changed ?? outer.changed,
      active: outer.active && active !== false,
      env: nearest ? withRoots(outer.env, { row: nearest.row }) : outer.env,
    }
  }, [outer, record, fixed, changed, active, compact, fills, above, reads, code, round])
  return <ScopeContext value={scope}>{children}</ScopeContext>
}
