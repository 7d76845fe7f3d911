/**
 * Whose rows: the one place where the company, the role's data rule, the parent row and the customer who is
 * signed in become a condition. Every channel asks here: list, count, totals, detail, look-up, statistics,
 * export, edit, delete, batch, push (LANGUAGE § 3, I-46, I-48).
 */
import type { ClientModel, FieldModel, ScopeModel } from '../../model/model.ts'
import type { Expr } from '../../model/expr/types.ts'
import type { Actor } from '../types.ts'
import { conditionSql, keyOf, type Environment } from './expression.ts'
import { actorSlot, allOf, anyOf, column, Slot, sql, type Sql } from './sql.ts'
import type { Catalogue, Link, Table } from './table.ts'
import { LEVEL, PARTS, type Level } from './parts.ts'

/**
 * How far a person sees into one resource. `company`: rows of the own company, of any, or none at all.
 * `rule`: a data level, everything (`free`), or what belongs to the signed-in customer.
 */
export interface Reachable {
  company: 'own' | 'any' | 'none'
  rule: Level | 'free' | 'client'
  /** Levels of the resources whose records make rows seen (`seenWith`, `seenBeside`), by name. */
  named?: Readonly<Record<string, Level>>
  /** What rows must be to be seen (`seen`), by resource. */
  seen?: Readonly<Record<string, SeenIf>>
  /** What rows must be for their customer to see them, by resource; there for customers only. */
  client?: Readonly<Record<string, Pick<SeenIf, 'where' | 'environment'>>>
}

/** A condition on rows; `maker`: who made a row sees it all the same. */
export interface SeenIf {
  where: Expr
  maker: boolean
  environment: Environment
}

/** What a role's data rule says of a module. */
export interface DataRule {
  level: Level
  orgIds: readonly number[]
  showMasked: boolean
}

/** The resources through whose records a row is seen, as far as a condition has gone. */
type Way = readonly string[]

/** How a call widens the resource's scope: `company` lifts the data rule, `global` the company too. */
type Widening = 'company' | 'global' | 'seen' | undefined

/**
 * The reach of a person into a resource. No data rule reaches into another company: level "all companies" is all
 * of the company at hand, another one is entered by switching to it. `reading`: nothing is written; only then may
 * a call that is declared `global` look beyond the company.
 */
export function reachOf(actor: Actor, rule: DataRule | undefined, widened: Widening, reading: boolean): Reachable {
  if (actor.kind === 'system') return { company: actor.companyId === undefined ? 'any' : 'own', rule: 'free' }
  if (actor.kind === 'anyone') return { company: 'none', rule: 'free' }
  if (actor.kind === 'client') return { company: 'own', rule: 'client' }
  if (widened === 'global') return { company: reading ? 'any' : 'own', rule: 'free' }
  if (widened === 'company') return { company: 'own', rule: 'free' }
  return { company: 'own', rule: rule?.level ?? LEVEL.self }
}

/** Stands for a reach in the key of a prepared statement; nothing when the statement depends on the moment. */
export function reachKey({ company, rule, named = {}, seen = {} }: Reachable): string | undefined {
  // What rows must be for their customer follows from the model alone.
  const conditions = Object.entries(seen).map(([name, { where, maker, environment }]) => {
    const key = keyOf(where, environment)
    return key === undefined ? undefined : `${name}${maker ? '+' : ''}${key}`
  })
  if (conditions.includes(undefined)) return undefined
  return [company, rule, ...Object.entries(named).flat(), ...conditions].join('/')
}

/** Several people own a row together. */
const isMany = (table: Table, owner: string): boolean => table.fields.get(owner)?.type === 'refs'

/** Conditions of the scope; made for an alias of the table. */
export class Scope {
  private readonly catalogue: Catalogue
  constructor(catalogue: Catalogue) {
    this.catalogue = catalogue
  }

  /** The scope of a resource. One that extends a record and says nothing itself is seen by those who see that record. */
  private scopeOf({ resource }: Table): ScopeModel {
    const { scope, extends: base } = resource
    return base && scope.kind === 'company' ? { kind: 'parent', ...base } : scope
  }

  /** The data module that limits a resource, through its parents; nothing where no data rule applies. */
  moduleOf(table: Table): string | undefined {
    const scope = this.scopeOf(table)
    if (scope.kind === 'org') return scope.module
    return scope.kind === 'parent' ? this.moduleOf(this.catalogue.table(scope.resource)) : undefined
  }

  /** Rows of a company that may be known of at all; of another company nothing exists. */
  company(table: Table, alias: string, reach: Reachable): Sql {
    if (!table.resource.company || reach.company === 'any') return sql`true`
    if (reach.company === 'none') return sql`false`
    return sql`${column(alias, 'companyId')} = ${actorSlot('companyId')}`
  }

  /** The table with those that its rows are seen through: their owners, and the records that make them seen. */
  through(table: Table): Table[] {
    const scope = this.scopeOf(table)
    const owner = scope.kind === 'parent' ? this.through(this.catalogue.table(scope.resource)) : []
    return [table, ...owner, ...this.namedBy(table)]
  }

  /** Rows within the data rule that are such as people see. */
  rule(table: Table, alias: string, reach: Reachable): Sql {
    return allOf([this.byRule(table, alias, reach), ...this.seen(table, alias, reach)])
  }

  /** What a row must be to be seen, and what its owner must be. */
  private seen(table: Table, alias: string, reach: Reachable, depth = 0): Sql[] {
    const scope = this.scopeOf(table)
    if (!reach.seen) return []
    const above =
      scope.kind === 'parent' &&
      this.byParent(scope, alias, depth, (owner, at) => {
        const conditions = this.seen(owner, at, reach, depth + 1)
        return conditions.length > 0 ? allOf(conditions) : undefined
      })
    return [...this.seenItself(table, alias, reach), ...(above ? [above] : [])]
  }

  /** What a row itself must be to be seen. */
  seenItself(table: Table, alias: string, reach: Reachable): Sql[] {
    const only = reach.seen?.[table.name]
    if (!only) return []
    const where = conditionSql(only.where, alias, only.environment)
    return [only.maker ? anyOf([where, sql`${column(alias, 'createBy')} = ${actorSlot('employeeId')}`]) : where]
  }

  private byRule(table: Table, alias: string, reach: Reachable): Sql {
    if (reach.rule === 'free') return sql`true`
    if (reach.rule === 'client') return this.ofCustomer(table, alias, reach)
    const own = this.within(table, alias, { ...reach, rule: reach.rule }, 0)
    return allOf([...(own ? [own] : []), ...this.limits(table, alias)])
  }

  /** Rows within a data level, and those that other records make seen; of a child row, what its owner is. */
  private within(
    table: Table,
    alias: string,
    reach: Reachable & { rule: Level },
    depth: number,
    way: Way = [],
  ): Sql | undefined {
    const scope = this.scopeOf(table)
    if (scope.kind === 'parent') {
      const through = this.byParent(scope, alias, depth, (owner, at) => this.within(owner, at, reach, depth + 1, way))
      return through && anyOf([through, ...this.seenBeside(scope, alias, reach, way)])
    }
    const own = this.byLevel(table, alias, reach.rule, depth)
    if (!own) return undefined
    const named = this.namingLinks(table).map((link) => this.seenThrough(table, alias, link, reach, way))
    return anyOf([own, ...named, ...this.seenBeside(scope, alias, reach, way)])
  }

  /** What a record of the person says of rows they may see: each field is in its list, where there is one. */
  private limits(table: Table, alias: string): Sql[] {
    const { limit } = table.resource
    if (!limit) return []
    const by = this.catalogue.table(limit.by)
    const mine = allOf([
      sql`not ${column('l', 'isDel')}`,
      this.ownedBy(by, limit.person, 'l', sql`${actorSlot('employeeId')}`),
    ])
    return limit.fields.map(({ list, field, through = [] }) => {
      const allowed = sql`nullif((select ${column('l', list)} from ${sql.table(by.name)} as "l" where ${mine} limit 1), '{}')`
      const within = (at: string): Sql =>
        anyOf([sql`${column(at, field)} is null`, sql`${column(at, field)} = any(${allowed})`])
      return anyOf([sql`${allowed} is null`, this.someOf(table, through, alias, within)])
    })
  }

  /** Some record that the row points at, ref after ref, is so; without refs, the row itself. */
  private someOf(
    table: Table,
    [step, ...further]: readonly { field: string; resource: string }[],
    alias: string,
    within: (alias: string) => Sql,
  ): Sql {
    if (!step) return within(alias)
    const at = column(alias, step.field)
    const named = table.fields.get(step.field)?.type === 'refs' ? sql`any(${at})` : at
    const next = `lt${further.length}`
    // A ref that names nothing leads to no value: such a row is not limited.
    return sql`(${at} is null or exists (select 1 from ${sql.table(step.resource)} as ${sql.id(next)}
      where ${allOf([
        sql`${column(next, 'id')} = ${named}`,
        this.someOf(this.catalogue.table(step.resource), further, next, within),
      ])}))`
  }

  /** The resources whose records make rows of a table seen, or the rows that own them; those behind them too. */
  namedBy(table: Table): Table[] {
    const found = new Set<Table>()
    const follow = (one: Table): void => {
      for (const next of this.namedAt(one)) {
        if (found.has(next)) continue
        found.add(next)
        follow(next)
      }
    }
    follow(table)
    return [...found]
  }

  private namedAt(table: Table): Table[] {
    const scope = this.scopeOf(table)
    const { seenBeside } = scope.kind === 'org' || scope.kind === 'parent' ? scope : {}
    const beside = seenBeside ? [this.catalogue.table(seenBeside.resource)] : []
    if (scope.kind === 'parent') return [...this.namedAt(this.catalogue.table(scope.resource)), ...beside]
    return [...this.namingLinks(table).map((link) => this.catalogue.table(link.to)), ...beside]
  }

  private namingLinks(table: Table): Link[] {
    const { scope } = table.resource
    if (scope.kind !== 'org' || !scope.seenWith) return []
    return table.links.filter(
      ({ field, key, to }) =>
        field.name === scope.seenWith && key === 'id' && !this.catalogue.table(to).resource.virtual,
    )
  }

  /** The row names a record that this person sees. */
  private seenThrough(table: Table, alias: string, { field, to, when }: Link, reach: Reachable, way: Way): Sql {
    const seen = this.someSeen(to, reach, way, (at) => sql`${column(at, 'id')} = ${column(alias, field.name)}`)
    return when ? allOf([sql`${column(alias, when.field)} = ${sql.lit(when.value)}`, seen]) : seen
  }

  /** A record of another resource points at the row, or where the row points, and this person sees it. */
  private seenBeside(scope: ScopeModel, alias: string, reach: Reachable, way: Way): Sql[] {
    if (!('seenBeside' in scope) || !scope.seenBeside) return []
    const { resource, by, at } = scope.seenBeside
    if (at !== 'id')
      return [this.someSeen(resource, reach, way, (next) => sql`${column(next, by)} = ${column(alias, at)}`)]
    // Found once for all rows, and by the index of the id then: asked of each row, a count reads the whole table.
    const named = this.seenRows(resource, reach, way, (next) => ({
      select: column(next, by),
      such: sql`${column(next, by)} is not null`,
    }))
    return [sql`${column(alias, at)} = any(array(${named}))`]
  }

  /** Some record of a resource that this person sees is so. */
  private someSeen(resource: string, reach: Reachable, way: Way, such: (alias: string) => Sql): Sql {
    return sql`exists (${this.seenRows(resource, reach, way, (at) => ({ select: sql`1`, such: such(at) }))})`
  }

  /** What is asked of the records of a resource that this person sees, by themselves or through others. */
  private seenRows(
    resource: string,
    reach: Reachable,
    way: Way,
    asked: (alias: string) => { select: Sql; such: Sql },
  ): Sql {
    const target = this.catalogue.table(resource)
    const level = reach.named?.[resource]
    if (level === undefined) throw new Error(`nobody said how far ${resource} is seen`)
    const at = `n${way.length}`
    // Two resources that are seen through each other: the way goes round once.
    const within = way.includes(resource)
      ? this.byLevel(target, at, level, 0)
      : this.within(target, at, { ...reach, rule: level }, 0, [...way, resource])
    const { select, such } = asked(at)
    return sql`select ${select} from ${sql.table(target.name)} as ${sql.id(at)} where ${allOf([
      such,
      sql`not ${column(at, 'isDel')}`,
      this.company(target, at, reach),
      ...(within ? [within] : []),
      ...this.seenItself(target, at, reach),
    ])}`
  }

  /** Rows that may be opened one at a time: those within the data rule, and what nobody owns where that is shared. */
  opening(table: Table, alias: string, reach: Reachable): Sql {
    const scope = this.scopeOf(table)
    if (scope.kind !== 'org' || !scope.shared || typeof reach.rule !== 'number') return this.rule(table, alias, reach)
    const within = anyOf([this.byRule(table, alias, reach), this.ofNobody(table, scope.owner, alias)])
    return allOf([within, ...this.seen(table, alias, reach)])
  }

  private ofNobody(table: Table, owner: string, alias: string): Sql {
    const at = column(alias, owner)
    return isMany(table, owner) ? sql`${at} = '{}'` : sql`${at} is null`
  }

  /**
   * Rows that may be changed: those within the data rule, but not what one brought and somebody else has by now. That is
   * read only to whom the field `maker` names.
   */
  changing(table: Table, alias: string, reach: Reachable): Sql {
    const scope = this.scopeOf(table)
    const rule = this.rule(table, alias, reach)
    if (scope.kind !== 'org' || typeof reach.rule !== 'number') return rule
    const { maker, ...without } = scope
    if (maker === undefined || maker === 'createBy') return rule
    if (reach.rule === LEVEL.company || reach.rule === LEVEL.all) return rule
    return allOf([
      rule,
      anyOf([
        this.byOrg(table, without, alias, reach.rule),
        this.ofNobody(table, scope.owner, alias),
        sql`(${this.ownedBy(table, maker, alias, sql`${actorSlot('employeeId')}`)}) is not true`,
      ]),
    ])
  }

  private byLevel(table: Table, alias: string, level: Level, depth: number): Sql | undefined {
    const scope = this.scopeOf(table)
    if (level === LEVEL.company || level === LEVEL.all) return undefined
    if (scope.kind === 'org') return this.byOrg(table, scope, alias, level)
    if (scope.kind === 'parent')
      return this.byParent(scope, alias, depth, (owner, at) => this.byLevel(owner, at, level, depth + 1))
    return undefined
  }

  private byParent(
    scope: Extract<ScopeModel, { kind: 'parent' }>,
    alias: string,
    depth: number,
    within: (owner: Table, alias: string) => Sql | undefined,
  ): Sql | undefined {
    const owner = this.catalogue.table(scope.resource)
    const at = `s${depth}`
    const condition = within(owner, at)
    if (!condition) return undefined
    return sql`exists (select 1 from ${sql.table(owner.name)} as ${sql.id(at)}
      where ${allOf([sql`${column(at, 'id')} = ${column(alias, scope.field)}`, condition])})`
  }

  private byOrg(table: Table, scope: Extract<ScopeModel, { kind: 'org' }>, alias: string, level: Level): Sql {
    const owners = scope.maker ? [scope.owner, scope.maker] : [scope.owner]
    const mine = owners.map((owner) => this.ownedBy(table, owner, alias, sql`${actorSlot('employeeId')}`))
    if (level === LEVEL.self) return anyOf(mine)
    const orgs = (org: Sql): Sql => this.orgIn(org, level, scope.module)
    const inside = scope.org
      ? [orgs(column(alias, scope.org))]
      : owners.map((owner) => this.ownerWithin(table, owner, alias, orgs))
    return anyOf([...inside, ...mine])
  }

  private orgIn(org: Sql, level: Level, module: string): Sql {
    if (level === LEVEL.department) return sql`${org} = ${actorSlot('orgId')}`
    if (level === LEVEL.chosen) return sql`${org} = any(${new Slot((at) => at.orgIdsOf?.(module) ?? [])}::bigint[])`
    const department = this.catalogue.part('department')
    if (!department) return sql`${org} = ${actorSlot('orgId')}`
    const below = new Slot((at) => (at.actor.orgPath ? `${at.actor.orgPath}%` : ''))
    return sql`${org} = any(array(select ${column('o', 'id')} from ${sql.table(department.name)} as "o"
      where ${column('o', PARTS.department.path)} like ${below}))`
  }

  /** The owner is this person: at once, or through a record of the person (a cashier is an employee). */
  private ownedBy(table: Table, owner: string, alias: string, person: Sql): Sql {
    const step = this.personStep(table, owner)
    if (isMany(table, owner)) return sql`${column(alias, owner)} @> array[${person}]::bigint[]`
    if (!step) return sql`${column(alias, owner)} = ${person}`
    return sql`${column(alias, owner)} = any(array(select ${column('w', 'id')} from ${sql.table(step.table.name)} as "w"
      where ${column('w', step.field.name)} = ${person}))`
  }

  private ownerWithin(table: Table, owner: string, alias: string, orgs: (org: Sql) => Sql): Sql {
    const person = this.catalogue.part('person')
    if (!person) return sql`false`
    const people = sql`select ${column('e', 'id')} from ${sql.table(person.name)} as "e" where ${orgs(column('e', PARTS.person.org))}`
    const step = this.personStep(table, owner)
    if (isMany(table, owner)) return sql`${column(alias, owner)} && array(${people})`
    if (!step) return sql`${column(alias, owner)} in (${people})`
    return sql`${column(alias, owner)} in (select ${column('w', 'id')} from ${sql.table(step.table.name)} as "w"
      where ${column('w', step.field.name)} in (${people}))`
  }

  private personStep(table: Table, owner: string): { table: Table; field: FieldModel } | undefined {
    const person = this.catalogue.part('person')?.name
    const field = table.fields.get(owner)
    if (!field?.of || field.of === person || owner === 'id') return undefined
    const target = this.catalogue.table(field.of)
    const step = Object.values(target.resource.fields).find(
      (one) => one.type === 'ref' && one.of === person && one.column,
    )
    return step && { table: target, field: step }
  }

  /** Resources through which rows of a table are a customer's, itself first; none where customers have nothing of it. */
  towardsCustomer(table: Table): Table[] {
    const { client } = table.resource
    if (!client) return []
    return [
      table,
      ...(typeof client.by === 'object' ? this.towardsCustomer(this.catalogue.table(client.by.resource)) : []),
    ]
  }

  /**
   * Rows of the customer who is signed in: what the resource says is theirs, up to the customer's own record, and of
   * that what the link names by which they came. A resource that says nothing has no rows for them.
   */
  private ofCustomer(table: Table, alias: string, reach: Reachable, depth = 0): Sql {
    const { client } = table.resource
    if (!client) return sql`false`
    const only = reach.client?.[table.name]
    return allOf([
      this.ofTheirs(client.by, alias, reach, depth),
      ...this.byLink(client, alias, depth),
      ...(only ? [conditionSql(only.where, alias, only.environment)] : []),
    ])
  }

  /** The customer's own record, one that points at it or at a live record that is theirs, or one that everyone has. */
  private ofTheirs(by: ClientModel['by'], alias: string, reach: Reachable, depth: number): Sql {
    const me = actorSlot('customerId')
    if (by === 'everyone') return sql`true`
    if (by === 'self') return sql`${column(alias, 'id')} = ${me}`
    const owner = this.catalogue.table(by.resource)
    const ref = column(alias, by.field)
    if (owner === this.catalogue.part('customer')) return sql`${ref} = ${me}`
    const at = `c${depth}`
    return sql`exists (select 1 from ${sql.table(owner.name)} as ${sql.id(at)} where ${allOf([
      sql`${column(at, 'id')} = ${ref}`,
      sql`not ${column(at, 'isDel')}`,
      this.ofCustomer(owner, at, reach, depth + 1),
    ])})`
  }

  /**
   * They came by no link, or by one that names this row, or none of its kind. Where the way to the customer ends and no
   * link can name the row, it is for those who came by none.
   */
  private byLink({ by, link }: ClientModel, alias: string, depth: number): Sql[] {
    const links = this.catalogue.part('link')
    const mine = actorSlot('linkId')
    const cameByNone = sql`${mine}::bigint is null`
    if (link === undefined) {
      const ends = by === 'everyone' || (by !== 'self' && by.resource === this.catalogue.part('customer')?.name)
      return ends ? [cameByNone] : []
    }
    if (!links) return [sql`false`]
    const at = `l${depth}`
    const named = sql`exists (select 1 from ${sql.table(links.name)} as ${sql.id(at)} where ${allOf([
      sql`${column(at, 'id')} = ${mine}`,
      sql`coalesce(${column(at, link)}, ${column(alias, 'id')}) = ${column(alias, 'id')}`,
    ])})`
    return [anyOf([cameByNone, named])]
  }

  /** Live rows within company and data rule. */
  visible(table: Table, alias: string, reach: Reachable): Sql {
    return allOf([
      sql`not ${column(alias, 'isDel')}`,
      this.company(table, alias, reach),
      this.rule(table, alias, reach),
    ])
  }
}
