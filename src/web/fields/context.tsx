/** The context of fields: the part of the model their screen belongs to. */
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { WebPart } from '../../model/web.ts'
import { currentLang, useLang } from '../core/i18n.ts'
import { appModel, useCore } from '../core/model.ts'
import { useRecordScreens } from '../core/permission.ts'
import type { CellContext, WireRow } from './types.ts'

const PartContext = createContext<WebPart | undefined>(undefined)
const TellsContext = createContext(false)

/** Gives the fields below the part of the model they are described in. `tells`: masked values may be asked for there. */
export function PartProvider({
  part,
  tells = false,
  children,
}: {
  part: WebPart
  tells?: boolean
  children: ReactNode
}) {
  return (
    <PartContext.Provider value={part}>
      <TellsContext.Provider value={tells}>{children}</TellsContext.Provider>
    </PartContext.Provider>
  )
}

/** The part of the model from the context. */
export function usePartModel(): WebPart {
  const part = useContext(PartContext)
  if (!part) throw new Error('Fields stand inside a PartProvider')
  return part
}

const ForeseenContext = createContext<WireRow>({})

/** Gives the entries below what the server answered to what is typed so far: it stands where an entry says nothing. */
export const ForeseenProvider = ForeseenContext.Provider

/** What the server answered to what is typed so far. */
export const useForeseen = (): WireRow => useContext(ForeseenContext)

/** The context of cells; the same object until the language or the model changes. */
export function useCells(): CellContext {
  const part = usePartModel()
  const lang = useLang()
  const zone = useCore().app.timezone
  return useMemo(() => ({ dictionaries: part.dictionaries, resources: part.resources, lang, zone }), [part, lang, zone])
}

/** What cells of records look at: their masked values may be asked for, their references lead on. `whole`: the record itself is in sight. */
export function useRecordCells({ whole = false } = {}): CellContext {
  const cells = useCells()
  const tells = useContext(TellsContext)
  const screens = useRecordScreens()
  return useMemo(() => ({ ...cells, tells, screens, whole }), [cells, tells, screens, whole])
}

/** The same at this moment, outside React. */
export function cellsNow(part: WebPart): CellContext {
  return {
    dictionaries: part.dictionaries,
    resources: part.resources,
    lang: currentLang(),
    zone: appModel()?.timezone ?? 'UTC',
  }
}
