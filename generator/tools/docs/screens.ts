/** Screens by menu group: filters, columns, buttons, and the views inside. */
import type { ActionModel, ColumnModel, FilterModel, FormItemModel, ScreenModel, View } from '../../../src/model/model.ts'
import { callOf } from '../../../src/model/model.ts'
import { innerViews } from '../../../src/model/views.ts'
import { typeOf } from './fields.ts'
import { code, esc, heading, list, table, type Html } from './html.ts'
import { groupPath, linksFrom, routeAnchor, type Links, type Page, type Site } from './site.ts'

/** A page for each group of the menu in its order, then one for the screens outside. */
export function screenPages(site: Site): Page[] {
  const groups = Object.values(site.model.groups).sort((a, b) => a.order - b.order)
  return [...groups.map((g) => ({ group: g.path, title: site.say(g.label) })), { group: undefined, title: site.say('noGroup') }]
    .map(({ group, title }) => groupPage(site, group, title))
    .filter((page) => page.body !== '')
}

function groupPage(site: Site, group: string | undefined, title: string): Page {
  const path = groupPath(group)
  const links = linksFrom(site, path)
  const screens = Object.values(site.model.screens)
    .filter((s) => s.group === group)
    .sort((a, b) => a.order - b.order)
  return {
    path,
    title,
    kind: site.say('screens'),
    body: screens.map((s) => oneScreen(site, links, s)).join(''),
    inside: screens.map((s) => ({
      anchor: routeAnchor(s.route),
      title: `${site.say(s.label)} ${s.route}`,
      kind: site.say('screen'),
    })),
  }
}

function oneScreen(site: Site, links: Links, s: ScreenModel): Html {
  const { say } = site
  const facts = [
    `${say('route')}: ${code(s.route)}`,
    `${say('permissionCode')}: ${s.code ? code(s.code) : esc(say('open'))}`,
    `${say('kind')}: ${code(s.view.view)}`,
    ...(s.params.length > 0
      ? [`${say('params')}: ${s.params.map((p) => code(p.name) + (p.required ? '*' : '')).join(', ')}`]
      : []),
  ]
  return `${heading(2, routeAnchor(s.route), esc(say(s.label)))}<p class="about">${facts.join(' · ')}</p>\n${viewOf(site, links, s.view)}`
}

/** A view with everything inside it. */
function viewOf(site: Site, links: Links, view: View): Html {
  const { say } = site
  const resourceLine = 'resource' in view ? `<p>${esc(say('resource'))}: ${links.resource(view.resource)}</p>\n` : ''
  return [
    resourceLine,
    ...bodyOf(site, links, view),
    named(say('buttons'), buttonsOf(site, links, view.actions)),
    ...innerViews(view).map(
      ({ view: inner }) =>
        `<details><summary>${esc(say(inner.label))} ${code(inner.key || inner.view)}</summary>\n${viewOf(site, links, inner)}</details>\n`,
    ),
  ].join('')
}

const named = (title: string, body: Html): Html => (body ? `<h4>${esc(title)}</h4>\n${body}` : '')

function bodyOf(site: Site, links: Links, view: View): Html[] {
  const { say } = site
  switch (view.view) {
    case 'list':
    case 'tree':
      return [
        named(say('filters'), filtersOf(site, links, view.filters)),
        named(say('columns'), columnsOf(site, links, view.columns)),
      ]
    case 'form':
      return [named(say('form'), formOf(site, view.items))]
    case 'detail':
      return [named(say('fields'), formOf(site, view.items))]
    case 'wizard':
      return view.steps.map((step) => named(`${say('step')}: ${say(step.label)}`, formOf(site, step.items)))
    case 'stat':
      return [
        named(say('filters'), filtersOf(site, links, view.filters)),
        list(
          view.blocks.flatMap((block) =>
            block.kind === 'table' ? [] : [`${block.label ? esc(say(block.label)) : code(block.key)} ${links.call(block.call)}`],
          ),
        ),
      ]
    case 'cashdesk':
      return [named(say('form'), formOf(site, view.pay.form))]
    case 'page':
      return [`<p>${esc(say('pageWritten'))} ${code(view.page)}</p>\n`]
    default:
      return []
  }
}

function filtersOf(site: Site, links: Links, filters: FilterModel[]): Html {
  const offered = filters.filter((f) => f.offered)
  return list(offered.map((f) => `${esc(site.say(f.label))} <span class="quiet">${typeOf(site, links, f.control)}</span>`))
}

function columnsOf({ say }: Site, _links: Links, columns: ColumnModel[]): Html {
  return columns.length === 0
    ? ''
    : `<p>${columns
        .map((c) => `${esc(say(c.label))} ${code(c.path)}${c.total ? ` (${esc(say('total'))})` : ''}`)
        .join(' · ')}</p>\n`
}

function formOf(site: Site, items: FormItemModel[]): Html {
  const { say } = site
  return list(
    items.map((item) =>
      item.kind === 'section'
        ? `${esc(say(item.label))}${formOf(site, item.items)}`
        : `${esc(say(item.field.label))} ${code(item.field.name)}${item.field.required ? ' *' : ''}`,
    ),
  )
}

function buttonsOf(site: Site, links: Links, actions: ActionModel[]): Html {
  const { say } = site
  return table(
    [say('button'), say('permissionCode'), say('place'), say('does'), say('condition')],
    actions.map((a) => [
      esc(say(a.label)),
      code(a.code),
      esc(a.at.join(', ')),
      effectOf(site, links, a),
      esc(conditionsOf(site, a).join('; ')),
    ]),
  )
}

function effectOf({ say }: Site, links: Links, action: ActionModel): Html {
  if (action.call) return links.call(action.call)
  if (action.open?.kind === 'route') return `${esc(say('opens'))} ${links.screen(action.open.to)}`
  return esc(say('opens'))
}

/** The conditions of a button and of its call, each once. */
function conditionsOf({ model, say }: Site, action: ActionModel): string[] {
  const call = action.call ? callOf(model, action.call) : undefined
  return [...new Set([...action.when, ...(call?.when ?? [])].map((one) => say(one.why)))]
}
