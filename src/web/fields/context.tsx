/** What fields need of the surroundings: the part of the model their screen lives in. */
import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { WebPart } from '../../model/web.ts'
import { currentLang, useLang } from '../core/i18n.ts'
import { appModel, useCore } from '../core/model.ts'
import type { CellContext } from './types.ts'

const PartContext = createContext<WebPart | undefined>(undefined)

/** Gives the fields below the part of the model they are described in. */
export function PartProvider({ part, children }: { part: WebPart; children: ReactNode }) {
  return <PartContext.Provider value={part}>{children}</PartContext.Provider>
}

/** The part of the model around. */
export function usePartModel(): WebPart {
  const part = useContext(PartContext)
  if (!part) throw new Error('Fields stand inside a PartProvider')
  return part
}

/** What cells look at; the same object until the language or the model changes. */
export function useCells(): CellContext {
  const part = usePartModel()
  const lang = useLang()
  const zone = useCore().app.timezone
  return useMemo(() => ({ dictionaries: part.dictionaries, resources: part.resources, lang, zone }), [part, lang, zone])
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
