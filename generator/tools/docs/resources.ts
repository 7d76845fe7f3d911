/** A page for each resource: scope, fields, rules, states, calls. */
import type { Model, ResourceModel, ScopeModel } from '../../../src/model/model.ts'
import { callsOf, type Grants } from './calls.ts'
import { fieldTable } from './fields.ts'
import { code, esc, heading, list, type Html } from './html.ts'
import { machine } from './machine.ts'
import { linksFrom, resourcePath, type Links, type Page, type Site } from './site.ts'

export function resourcePages(site: Site, grants: Grants): Page[] {
  const used = usesOf(site.model)
  return Object.values(site.model.resources).map((r) => resourcePage(site, r, grants, used.get(r.name) ?? []))
}

function resourcePage(site: Site, r: ResourceModel, grants: Grants, usedBy: string[]): Page {
  const { say } = site
  const path = resourcePath(r.name)
  const links = linksFrom(site, path)
  const body = [
    `<p class="about">${code(r.name)} · schemas/resources/${esc(r.area)}/${esc(r.name)}.json</p>\n`,
    `<p>${esc(say('rows'))}: ${r.virtual ? esc(say('noTable')) : scopeOf(site, links, r.scope)}${r.seen ? ` (${code(r.seen.where.src)})` : ''}</p>\n`,
    section('fields', say('fields'), fieldTable(site, links, Object.values(r.fields), r)),
    section('rules', say('rules'), list(r.rules.map((rule) => esc(say(rule.why))))),
    section('states', say('states'), r.machines.map((m) => machineOf(site, links, r, m.field)).join('')),
    section('calls', say('calls'), callsOf(site, links, r, grants)),
    section('used', say('usedBy'), list(usedBy.map((name) => links.resource(name)))),
  ].join('')
  return { path, title: say(r.label), kind: say('resource'), body, inside: callTitles(site, r) }
}

const section = (id: string, title: string, body: Html): Html => (body ? heading(2, id, esc(title)) + body : '')

function machineOf(site: Site, links: Links, r: ResourceModel, field: string): Html {
  const m = r.machines.find((one) => one.field === field)!
  return `<h3>${esc(site.say(r.fields[field]!.label))} ${code(field)}</h3>\n${machine(site, links, r, m)}`
}

function scopeOf({ say }: Site, links: Links, scope: ScopeModel): Html {
  switch (scope.kind) {
    case 'global':
      return esc(say('global'))
    case 'company':
      return esc(say('company'))
    case 'parent':
      return `${esc(say('parentRow'))}: ${links.resource(scope.resource)}`
    case 'org':
      return `${esc(say('byRule'))} ${code(scope.module)}`
  }
}

/** The calls of a resource by label and path, for the search. */
function callTitles(site: Site, r: ResourceModel): Page['inside'] {
  return Object.values(site.model.calls)
    .filter((call) => call.resource === r.name)
    .map((call) => ({ anchor: call.name, title: `${site.say(call.label)} ${call.path}`, kind: site.say('call') }))
}

/** Resource → the resources that refer to it. */
function usesOf(model: Model): Map<string, string[]> {
  const used = new Map<string, Set<string>>()
  for (const r of Object.values(model.resources))
    for (const f of Object.values(r.fields))
      for (const target of f.kinds ? Object.values(f.kinds) : f.of && model.resources[f.of] ? [f.of] : [])
        used.set(target, (used.get(target) ?? new Set()).add(r.name))
  return new Map([...used].map(([name, by]) => [name, [...by].sort()]))
}
