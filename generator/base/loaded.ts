/** The result of `load`: the sources by kind. */
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
import type { JsonSchema } from './jsonSchema.ts'
import type { Problem } from './problems.ts'
import type { Source } from './source.ts'

/** The files by kind. Keys are the names from their places. */
export interface Loaded {
  root: string
  app: Source<AuthoredApp> | undefined
  types: Source<AuthoredTypes> | undefined
  planned: Source<AuthoredPlanned> | undefined
  dictionaries: Map<string, Source<AuthoredDictionary>>
  /** Key: resource name. `area` is the folder of the file. */
  resources: Map<string, { area: string; source: Source<AuthoredResource> }>
  /** Key: route. */
  screens: Map<string, Source<AuthoredScreen>>
  /** Key: path of the folder, as a route. */
  groups: Map<string, Source<AuthoredGroup>>
  roles: Map<string, Source<AuthoredRole>>
  meta: Map<string, JsonSchema>
  /** The files of the platform that the product builds on. */
  platform: Set<string>
  /** Files that are not JSON, or are in a wrong place. */
  problems: Problem[]
}
