/** The calls of a resource: their inputs and answers, and the roles that may make them. */
import type { CallModel, Model, ResourceModel } from '../../../src/model/model.ts'
import { matrix, type Cell } from '../matrix.ts'
import { fieldTable } from './fields.ts'
import { code, esc, heading, link, list, table, type Html } from './html.ts'
import { CALLS, OPENAPI, linksFrom, type Links, type Page, type Site } from './site.ts'

/** Wire path → the roles that may make the call. Computed once for both languages. */
export type Grants = Map<string, Cell[]>

export function grantsOf(model: Model): Grants {
  const grants: Grants = new Map()
  for (const cell of matrix(model)) if (cell.grant !== 'refused') grants.set(cell.call, [...(grants.get(cell.call) ?? []), cell])
  return grants
}

/** All calls of a resource, each collapsed under its name. */
export function callsOf(site: Site, links: Links, r: ResourceModel, grants: Grants): Html {
  return Object.values(site.model.calls)
    .filter((call) => call.resource === r.name)
    .map((call) => oneCall(site, links, call, grants))
    .join('')
}

function oneCall(site: Site, links: Links, call: CallModel, grants: Grants): Html {
  const { say } = site
  return `<details class="call" id="${esc(call.name)}"><summary>${esc(say(call.label))} ${code(call.path)}</summary>
${list(factsOf(site, links, call, grants))}${part(say('inputs'), fieldTable(site, links, call.input))}${answerOf(site, links, call)}</details>
`
}

const part = (title: string, body: Html): Html => (body ? `<h4>${esc(title)}</h4>\n${body}` : '')

function factsOf(site: Site, links: Links, call: CallModel, grants: Grants): Html[] {
  const { say } = site
  return [
    `${esc(say('kind'))}: ${code(call.kind)}${call.handler ? `, ${esc(say('handler'))}` : ''}`,
    ...(call.move ? [`${esc(say('move'))}: ${code(call.move.name)}`] : []),
    ...call.when.map((one) => `${esc(say('condition'))}: ${esc(say(one.why))}`),
    `${esc(say('whoMay'))}: ${rolesOf(site, links, call, grants)}`,
  ]
}

function rolesOf({ say }: Site, links: Links, call: CallModel, grants: Grants): Html {
  const open = (['anyone', 'staff', 'client'] as const).filter((who) => call.access?.[who] !== undefined)
  if (open.length > 0) return open.map((who) => esc(say(who))).join(', ')
  const cells = grants.get(call.path) ?? []
  return (
    cells
      .map((c) => links.role(c.role) + (c.grant === 'with values' ? ` (${esc(say('withValues'))})` : ''))
      .join(', ') || esc(say('administratorsOnly'))
  )
}

function answerOf(site: Site, links: Links, call: CallModel): Html {
  const { say } = site
  if (call.rows) return `<p>${esc(say('output'))}: ${esc(say('answersRows'))} ${links.resource(call.rows)}</p>\n`
  return part(say('output'), fieldTable(site, links, call.output))
}

/** All calls by resource, for whoever looks for one by its path. */
export function callsPage(site: Site): Page {
  const { say, model } = site
  const links = linksFrom(site, CALLS)
  const rowsOf = (resource: string): Html[][] =>
    Object.values(model.calls)
      .filter((call) => call.resource === resource)
      .map((call) => [links.call(call.path), esc(say(call.label)), code(call.kind)])
  const body = Object.values(model.resources)
    .map(({ name }) => ({ name, rows: rowsOf(name) }))
    .filter(({ rows }) => rows.length > 0)
    .map(
      ({ name, rows }) =>
        heading(2, name, links.resource(name)) + table([say('call'), say('label'), say('kind')], rows),
    )
    .join('')
  return { path: CALLS, title: say('calls'), kind: say('call'), body: `<p>${link(`../${OPENAPI}`, code(OPENAPI))}</p>\n${body}` }
}
