/** What `load` read: the sources by kind. */
import type {
  AuthoredApp,
  AuthoredDictionary,
  AuthoredGroup,
  AuthoredPlanned,
  AuthoredResource,
  AuthoredRole,
  AuthoredScreen,
  AuthoredTypes,
} from './authored.ts'
import type { Problem } from './problems.ts'
import type { Authored, Source } from './source.ts'

/** The files by kind. Keys are the names their places give them. */
export interface Loaded {
  root: string
  app: Source<AuthoredApp> | undefined
  types: Source<AuthoredTypes> | undefined
  planned: Source<AuthoredPlanned> | undefined
  dictionaries: Map<string, Source<AuthoredDictionary>>
  /** Key: resource name. `area` is the folder it lies in. */
  resources: Map<string, { area: string; source: Source<AuthoredResource> }>
  /** Key: route. */
  screens: Map<string, Source<AuthoredScreen>>
  /** Key: path of the folder, as a route. */
  groups: Map<string, Source<AuthoredGroup>>
  roles: Map<string, Source<AuthoredRole>>
  meta: Map<string, Authored>
  /** Files that are no JSON, or lie where no file belongs. */
  problems: Problem[]
}
