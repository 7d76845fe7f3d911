/** What `load` read: the sources by kind. */
import type { Problem } from './problems.ts'
import type { Authored, Source } from './source.ts'

/** The files by kind. Keys are the names their places give them. */
export interface Loaded {
  root: string
  app: Source | undefined
  types: Source | undefined
  planned: Source | undefined
  dictionaries: Map<string, Source>
  /** Key: resource name. `area` is the folder it lies in. */
  resources: Map<string, { area: string; source: Source }>
  /** Key: route. */
  screens: Map<string, Source>
  /** Key: path of the folder, as a route. */
  groups: Map<string, Source>
  roles: Map<string, Source>
  meta: Map<string, Authored>
  /** Files that are no JSON, or lie where no file belongs. */
  problems: Problem[]
}
