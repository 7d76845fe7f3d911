/** The parts of an application that all calls share: the model with its plans, the caches, the injected services. */
import { setLocal } from '../../model/local.ts'
import type { Model, ResourceModel } from '../../model/model.ts'
import type { Actor, AppDeps } from '../types.ts'
import type { Environment } from '../query/expression.ts'
import type { Sight } from '../query/cells.ts'
import { Catalogue } from '../query/table.ts'
import { VersionedCache } from './cache.ts'
import { Counts } from './counts.ts'
import { Hint } from './hint.ts'
import { NO_RIGHTS, readRights, type Rights } from './rights.ts'
import { valueIn } from '../fields/value-names.ts'
import { Scope } from '../query/scope.ts'
import { Serials } from './serials.ts'
import { readSettings, type Settings } from './settings.ts'

export class Core {
  readonly deps: AppDeps
  readonly model: Model
  readonly catalogue: Catalogue
  readonly scope: Scope
  readonly rights: VersionedCache<Rights>
  readonly settings: VersionedCache<Settings>
  readonly serials: Serials
  readonly hint: Hint
  readonly counts = new Counts()
  /** The value for a name of a dictionary: expressions use values, rows hold names. */
  readonly valueByName: ReturnType<typeof valueIn>

  constructor(deps: AppDeps) {
    this.deps = deps
    this.model = deps.model
    setLocal(deps.model.app)
    this.catalogue = new Catalogue(deps.model)
    this.valueByName = valueIn(deps.model.dictionaries)
    this.scope = new Scope(this.catalogue)
    this.rights = new VersionedCache(deps.db, 'grants', (role) => readRights(deps.db, this.catalogue, role))
    this.settings = new VersionedCache(deps.db, 'settings', (company) => readSettings(deps.db, this.catalogue, company))
    this.serials = new Serials(deps.db)
    this.hint = new Hint(deps.db)
  }

  /** The actor with the rights and the settings of the company. */
  async asker(actor: Actor): Promise<Asker> {
    const rights =
      actor.kind === 'staff' && actor.roleId !== undefined ? await this.rights.get(actor.roleId) : NO_RIGHTS
    const settings = await this.settings.get(actor.companyId ?? 0)
    return new Asker(this, actor, rights, settings)
  }
}

/** The actor, a person or job, at one moment. */
export class Asker {
  readonly core: Core
  readonly actor: Actor
  readonly rights: Rights
  readonly settings: Settings
  readonly now: number
  readonly environment: Environment
  /** Whole values that this call compares masked ones with. */
  readonly compared = new Set<string>()

  constructor(core: Core, actor: Actor, rights: Rights, settings: Settings) {
    this.core = core
    this.actor = actor
    this.rights = rights
    this.settings = settings
    this.now = core.deps.clock.now()
    this.environment = {
      user: userOf(actor),
      settings,
      params: {},
      now: this.now,
      zone: core.model.app.timezone,
      can: (code) => this.can(code),
    }
  }

  /** Whether a `menu.button` code, or a button code of any screen, is granted. */
  can(code: string): boolean {
    return this.actor.kind === 'system' || this.rights.whole || this.rights.codes.has(code)
  }

  /** What this person sees of the values of a resource's records: the same on every channel. */
  sight(resource: string | undefined): Sight {
    const { core } = this
    const shows = (name: string): boolean => this.shows(name)
    return {
      full: resource !== undefined && shows(resource),
      shows,
      can: (code) => this.can(code),
      ...(this.actor.kind === 'client'
        ? { reads: (name, field) => isOfClients(core.model.resources[name], field) }
        : {}),
      compares: (value) => this.compared.add(value),
    }
  }

  /** Whether this person sees masked fields of a resource's records in full. */
  private shows(resource: string): boolean {
    const { actor, rights, core } = this
    if (actor.kind === 'system' || rights.whole || rights.shown.has(resource)) return true
    const table = core.catalogue.tables.get(resource)
    const module = table && core.scope.moduleOf(table)
    return module !== undefined && (rights.data.get(module)?.showMasked ?? false)
  }
}

/** What names a record and its version is no secret of it. */
const KNOWN = ['id', 'version']

/** Whether customers read a field. */
const isOfClients = (resource: ResourceModel | undefined, field: string): boolean =>
  resource?.client !== undefined && (KNOWN.includes(field) || resource.client.fields.includes(field))

/** The root `user` of expressions. */
function userOf(actor: Actor): Record<string, unknown> {
  const { employeeId, orgId, companyId, roleId, dutyId, customerId, userId, realName, mobile } = actor
  return { employeeId, orgId, corpId: companyId, companyId, roleId, dutyId, customerId, userId, realName, mobile }
}
