/**
 * A compiled screen: every column, filter, form field, order, link and button with the origin of each value, and the
 * source of each input of each button.
 */
import { valueAt } from '../../base/source.ts'
import type {
  ActionModel,
  CallModel,
  ColumnModel,
  DetailView,
  FieldModel,
  FilterModel,
  FormItemModel,
  InlineModel,
  ListView,
  MakeModel,
  Model,
  ScreenModel,
  StatBlock,
  TreeView,
  View,
} from '../../../src/model/model.ts'
import { callOf } from '../../../src/model/model.ts'
import { innerViews, partsOf } from '../../../src/model/views.ts'
import type { At, Compilation } from '../../base/context.ts'
import type { Study } from '../../index.ts'
import { inWords } from '../../base/texts.ts'
import { originOf, placeOf } from '../../base/origin.ts'
import { byDefault, fromOfAction, fromOfKey, fromPlace, hasKey, type From } from './from.ts'
import { boundText, boundsText, callText, conditionText, fillText, matchText, openText, wireText } from './words.ts'

/** One fact: its name, its value, its origin, and the facts below it. */
export interface Fact {
  name: string
  value: string
  from?: From
  facts?: Fact[]
}

interface Explaining {
  model: Model
  c: Compilation
}

/** Everything about a screen, outermost facts first. */
export function explain(found: Study & { model: Model }, screen: ScreenModel): Fact[] {
  const e: Explaining = { model: found.model, c: found.c }
  const at: At = { source: found.c.loaded.screens.get(screen.route)!, path: [] }
  const key = (name: string, otherwise: string): From =>
    hasKey(at, name) ? fromPlace({ source: at.source, path: [name] }, true) : byDefault(otherwise)
  return [
    { name: 'label', value: inWords(screen.label), from: key('label', '') },
    ...likeFact(found.c, at),
    ...(screen.code ? [{ name: 'code', value: screen.code, from: key('code', '') }] : []),
    ...(screen.access
      ? [
          {
            name: 'access',
            value: Object.entries(screen.access)
              .map(([who, why]) => `${who}: ${why}`)
              .join('; '),
            from: key('access', 'of the group'),
          },
        ]
      : []),
    {
      name: 'menu',
      value: screen.menu ? `in ${screen.group ?? 'the sidebar'} at ${screen.order}` : 'not in the sidebar',
      from: key(
        hasKey(at, 'menu') ? 'menu' : 'order',
        screen.menu ? 'by its code' : 'a parameter is required, it is a detail, or it is open to anyone',
      ),
    },
    {
      name: 'params',
      value: screen.params.map((p) => p.name + (p.required ? '!' : '')).join(', ') || 'none',
      from: key('params', screen.view.view === 'detail' ? 'a detail asks for id' : ''),
    },
    {
      name: 'shell',
      value: [
        screen.shell ? 'with sidebar' : 'without sidebar',
        screen.tab ? 'a tab' : 'no tab',
        screen.cache ? 'kept alive' : 'not kept',
        ...(screen.pinned ? ['pinned'] : []),
        ...(screen.guest ? [`"${screen.guest}" before sign-in`] : []),
      ].join(', '),
      from: key('shell', ''),
    },
    viewFact(e, screen.view),
  ]
}

/** The base of this screen. */
function likeFact(c: Compilation, at: At): Fact[] {
  const parts = at.source.parts()
  const base = [...c.loaded.screens].find(([, source]) => source !== at.source && parts.includes(source))
  return base ? [{ name: 'like', value: base[0], from: fromPlace({ source: at.source, path: ['like'] }, true) }] : []
}

/** A view and everything in it. */
function viewFact(e: Explaining, view: View): Fact {
  const at = placeOf(view)
  const facts = [
    ...headFacts(e, view, at),
    ...bodyFacts(e, view, at),
    ...(view.actions.length > 0
      ? [
          group(
            'buttons',
            view.actions.map((a) => actionFact(e, a)),
          ),
        ]
      : []),
  ]
  return {
    name: view.key || 'view',
    value: `${view.view}${'resource' in view ? ` of ${view.resource}` : ''}`,
    from: at
      ? fromPlace(hasKey(at, 'view') ? { source: at.source, path: [...at.path, 'view'] } : at, true)
      : byDefault('the usual detail'),
    facts,
  }
}

const group = (name: string, facts: Fact[]): Fact => ({ name, value: String(facts.length), facts })

function headFacts(e: Explaining, view: View, at: At | undefined): Fact[] {
  const key = (name: string, otherwise: From): From =>
    at && hasKey(at, name) ? fromPlace({ source: at.source, path: [...at.path, name] }, true) : otherwise
  const facts: Fact[] = []
  if (view.key)
    facts.push({ name: 'label', value: inWords(view.label), from: key('label', byDefault('of what it shows')) })
  if ('call' in view)
    facts.push({
      name: 'call',
      value: view.call,
      from: key('call', byDefault(view.view === 'detail' ? 'detail' : 'query')),
    })
  if ('with' in view && Object.keys(view.with).length > 0)
    facts.push({
      name: 'with',
      value: boundsText(
        e.model,
        view.with,
        Object.values(e.model.resources[view.resource]!.filters).map((f) => f.control),
      ),
      from: key('with', byDefault('the link to the record around it, or the menu group')),
    })
  return facts
}

function bodyFacts(e: Explaining, view: View, at: At | undefined): Fact[] {
  switch (view.view) {
    case 'list':
      return [...rowFacts(e, view, at), ...listFacts(e, view, at)]
    case 'tree':
      return [...rowFacts(e, view, at), ...(view.drag ? [{ name: 'drag', value: view.drag }] : [])]
    case 'detail':
      return detailFacts(e, view)
    case 'form':
      return [
        { name: 'saves by', value: [view.edit, view.add].filter(Boolean).join(' with an id, else ') },
        group('form', itemFacts(e, view.items)),
        group('inputs', fillFacts(e, view.fills, callOf(e.model, view.add ?? view.edit!)!)),
      ]
    case 'settings':
      return settingsFacts(e, view)
    case 'stat':
      return [
        group(
          'filters',
          view.filters.map((f) => filterFact(e, f)),
        ),
        ...view.blocks.map((b): Fact =>
          b.kind === 'table'
            ? withFacts(viewFact(e, b.view), whoseBlock(b))
            : {
                name: b.key,
                value: `${b.kind} from ${b.call}`,
                facts: [
                  ...whoseBlock(b),
                  {
                    name: 'takes',
                    value: [...b.takes, boundsText(e.model, b.with)].filter(Boolean).join(', ') || 'no filter',
                  },
                  ...(b.kind === 'numbers' ? b.fields.map((f) => f.field) : [...b.by, ...b.measures]).map((f) =>
                    fieldFact(e, f),
                  ),
                ],
              },
        ),
      ]
    case 'wizard':
      return [
        { name: 'saves by', value: view.call },
        ...(view.preview ? [{ name: 'preview', value: view.preview }] : []),
        ...(view.draft ? [{ name: 'draft', value: `${view.draft.resource}.${view.draft.content}` }] : []),
        ...view.steps.map((step): Fact => ({
          ...group(step.key, itemFacts(e, step.items)),
          value: inWords(step.label),
        })),
        group(
          'summary',
          view.summary.map((col) => fieldFact(e, col.field)),
        ),
        group('inputs', fillFacts(e, view.fills, callOf(e.model, view.call)!)),
      ]
    case 'cashdesk':
      return [
        ...(view.duty
          ? [{ name: 'duty', value: [view.duty.check, view.duty.start].filter(Boolean).join(', begun by ') }]
          : []),
        viewFact(e, view.rows),
        {
          name: 'pay',
          value: `${view.pay.call} of ${view.pay.due.name}`,
          facts: [
            ...itemFacts(e, view.pay.form),
            ...(view.pay.code
              ? [{ name: 'code', value: `${view.pay.code.call}, asked by ${view.pay.code.state}` }]
              : []),
            group('inputs', fillFacts(e, view.pay.fills, callOf(e.model, view.pay.call)!)),
          ],
        },
      ]
    case 'page':
      return [{ name: 'page', value: `${view.page}: ${e.model.app.pages[view.page]?.reason ?? ''}` }]
    default:
      return partFacts(e, view)
  }
}

/** The facts of any kind of view without facts of its own above. */
function partFacts(e: Explaining, view: View): Fact[] {
  const { calls, filters, columns, forms } = partsOf(view)
  return [
    ...(calls.length > 0 ? [{ name: 'calls', value: calls.join(', ') }] : []),
    ...facts('filters', filters, (f) => filterFact(e, f)),
    ...facts('columns', columns, (col) => columnFact(e, col)),
    ...forms.map(({ items }) => group('form', itemFacts(e, items))),
    ...innerViews(view).map((inner) => viewFact(e, inner.view)),
  ]
}

const facts = <T>(name: string, of: T[], fact: (one: T) => Fact): Fact[] =>
  of.length > 0 ? [group(name, of.map(fact))] : []

function settingsFacts(e: Explaining, view: Extract<View, { view: 'settings' }>): Fact[] {
  const { parameters: p } = view
  return [
    ...(p
      ? [
          {
            name: 'parameters',
            value: `${p.resource} from ${p.query}, saved by ${p.save}${p.by ? `, grouped by ${p.by}` : ''}`,
          },
        ]
      : []),
    ...view.tabs.map((tab) => viewFact(e, tab)),
  ]
}

/** Common facts of lists and trees. */
function rowFacts(e: Explaining, view: ListView | TreeView, at: At | undefined): Fact[] {
  const from = (key: string, otherwise: string): From => keyOfRows(e, view.resource, at, key, otherwise)
  return [
    {
      ...group(
        'filters',
        view.filters.map((f) => filterFact(e, f)),
      ),
      from: from('filters', 'all of the resource'),
    },
    {
      ...group(
        'columns',
        view.columns.map((col) => columnFact(e, col)),
      ),
      from: from('columns', 'the first plain fields'),
    },
    {
      name: 'open',
      value: openText(e.model, view.open),
      from: from('open', view.open ? 'the record can be read one by one' : 'no detail call'),
    },
    ...(view.drawer ? [viewFact(e, view.drawer)] : []),
    ...seenFacts(e, view.resource),
    ...(view.empty ? [{ name: 'empty', value: inWords(view.empty), from: from('empty', '') }] : []),
  ]
}

/** What a row must be to be seen. */
function seenFacts(e: Explaining, resource: string): Fact[] {
  const { seen } = e.model.resources[resource]!
  if (!seen) return []
  const value = seen.unless
    ? `${seen.where.src}, but for who made it or may call ${seen.unless.join(', ')}`
    : seen.where.src
  return [{ name: 'seen', value, from: keyOfRows(e, resource, undefined, 'seen', '') }]
}

const savedBy = ({ field, call }: InlineModel): string => `${field} by ${call}`

function listFacts(e: Explaining, view: ListView, at: At | undefined): Fact[] {
  const from = (key: string, otherwise: string): From => keyOfRows(e, view.resource, at, key, otherwise)
  return [
    { name: 'sort', value: view.sort.join(', '), from: from('sort', 'newest first') },
    { name: 'layout', value: view.layout, from: from('layout', '') },
    ...(view.inline.length > 0
      ? [{ name: 'inline', value: view.inline.map(savedBy).join(', '), from: from('inline', '') }]
      : []),
    ...(view.tabs?.kind === 'filter'
      ? [
          {
            name: 'tabs',
            value: `one a value of ${view.tabs.filter}${view.tabs.all ? ', and all' : ''}`,
            from: from('tabs', ''),
          },
        ]
      : []),
    ...(view.tabs?.kind === 'views'
      ? [
          group(
            'tabs',
            view.tabs.views.map((tab) => viewFact(e, tab)),
          ),
        ]
      : []),
    ...(view.left ? [{ ...viewFact(e, view.left.view), name: `left, sets ${view.left.sets}` }] : []),
    ...(view.expand ? [viewFact(e, view.expand)] : []),
    ...(view.sheet ? [viewFact(e, view.sheet)] : []),
  ]
}

/** The origin of a list's key: the view, the resource, or a default. */
function keyOfRows(e: Explaining, resource: string, at: At | undefined, key: string, otherwise: string): From {
  if (at && hasKey(at, key)) return fromPlace({ source: at.source, path: [...at.path, key] }, true)
  const { source } = e.c.resources.get(resource)!
  return valueAt(source.data, [key]) === undefined ? byDefault(otherwise) : fromPlace({ source, path: [key] }, true)
}

function detailFacts(e: Explaining, view: DetailView): Fact[] {
  return [
    { name: 'id', value: boundText(e.model, view.id) },
    group(
      'facts',
      view.facts.map((col) => columnFact(e, col)),
    ),
    group('form', itemFacts(e, view.items)),
    ...view.tabs.map((tab) => viewFact(e, tab)),
    ...(view.history ? [{ name: 'history', value: 'the last tab', from: byDefault('writes are logged') }] : []),
  ]
}

function columnFact(e: Explaining, col: ColumnModel): Fact {
  const at = placeOf(col)
  const more = [
    typeText(col.field),
    ...tallyText(e, col.field).map((text) => `counts ${text}`),
    ...(col.total ? [`total: ${col.total}`] : []),
    ...(col.tone ? [`tone: ${col.tone.src}`] : []),
    ...(col.show ? [`show: ${col.show.src}`] : []),
    ...(col.sort ? ['its head sorts'] : []),
  ]
  const named: From =
    at && hasKey(at, 'label')
      ? fromPlace({ source: at.source, path: [...at.path, 'label'] }, true)
      : fromOfKey(e.c, col.field, 'label')
  return {
    name: col.path,
    value: `${inWords(col.label)}   ${more.join(', ')}`,
    from: at ? fromPlace(at) : byDefault(),
    facts: [{ name: 'label', value: inWords(col.label), from: named }],
  }
}

/** Whom a block of a report is for, where that is not everybody who opens it. */
const whoseBlock = ({ from, show }: StatBlock): Fact[] => [
  ...(from ? [{ name: 'from', value: `whoever has ${from}, under its rights` }] : []),
  ...(show ? [{ name: 'show', value: show.src }] : []),
]

const withFacts = (fact: Fact, more: Fact[]): Fact => ({ ...fact, facts: [...more, ...(fact.facts ?? [])] })

function filterFact(e: Explaining, f: FilterModel): Fact {
  const at = placeOf(f)
  return {
    name: f.name,
    value: `${inWords(f.label)}   ${matchText(f)}; wire: ${wireText(f)}`,
    from: at ? fromPlace(at, true) : byDefault('by the ref of that name'),
    facts: [
      ...(f.default ? [{ name: 'start', value: boundText(e.model, f.default, f.control) }] : []),
      ...(f.control.lookup ? [{ name: 'choices', value: f.control.lookup }] : []),
    ],
  }
}

function itemFacts(e: Explaining, items: FormItemModel[]): Fact[] {
  return items.map((item): Fact =>
    item.kind === 'section'
      ? {
          name: 'section',
          value: inWords(item.label) + (item.show ? `   show: ${item.show.src}` : ''),
          facts: itemFacts(e, item.items),
        }
      : {
          ...fieldFact(e, item.field),
          ...(item.columns
            ? {
                facts: [
                  ...fieldFact(e, item.field).facts!,
                  group(
                    'columns',
                    item.columns.map((col) => columnFact(e, col)),
                  ),
                ],
              }
            : {}),
        },
  )
}

/** The important keys of a field, in words. */
const SAID: { key: string; text: (f: FieldModel, e: Explaining) => string | undefined }[] = [
  { key: 'required', text: (f) => (f.requiredIf ? `while ${f.requiredIf.src}` : f.required ? 'always' : undefined) },
  { key: 'default', text: (f, e) => f.default && boundText(e.model, f.default, f) },
  { key: 'min', text: (f) => f.min?.toString() },
  { key: 'max', text: (f) => f.max?.toString() },
  { key: 'pattern', text: (f) => f.pattern },
  { key: 'in', text: (f) => f.in?.join(', ') },
  { key: 'show', text: (f) => f.show?.src },
  { key: 'locked', text: (f) => f.lockedIf?.src ?? (f.locked ? 'always' : undefined) },
  { key: 'value', text: (f) => f.value && `${f.value.src} (${f.stored ? 'stored' : 'computed when read'})` },
  { key: 'count', text: (f, e) => tallyText(e, f).join(' + ') || undefined },
  { key: 'lookup', text: (f) => f.lookup },
  { key: 'with', text: (f, e) => boundsText(e.model, f.with) || undefined },
  {
    key: 'fill',
    text: (f) =>
      Object.entries(f.fill)
        .map(([to, from]) => `${to} from ${from}`)
        .join(', ') || undefined,
  },
  { key: 'masked', text: (f) => (f.masked ? 'yes' : undefined) },
  { key: 'see', text: (f) => f.see },
  { key: 'once', text: (f) => (f.once ? 'fixed after creation' : undefined) },
  { key: 'en', text: (f) => f.en },
  { key: 'words', text: (f) => f.words },
  { key: 'help', text: (f) => f.help && inWords(f.help) },
]

/** The definition of a counted field. */
function tallyText(e: Explaining, f: FieldModel): string[] {
  const owner = e.model.resources[originOf(f)?.owner ?? '']
  return (owner?.tallies[f.name] ?? []).map(
    ({ resource, ref, value, where, each }) =>
      `${resource}.${ref}${value ? `, the sum of ${value.src}` : ''}${each ? `, each ${each} once` : ''}${where ? ` where ${where.src}` : ''}`,
  )
}

function fieldFact(e: Explaining, f: FieldModel): Fact {
  const facts = SAID.flatMap(({ key, text }): Fact[] => {
    const value = text(f, e)
    return value === undefined ? [] : [{ name: key, value, from: fromOfKey(e.c, f, key) }]
  })
  return { name: f.name, value: `${inWords(f.label)}   ${typeText(f)}`, from: fromOfKey(e.c, f, 'label'), facts }
}

const typeText = (f: FieldModel): string =>
  `${f.alias && f.alias !== f.type ? `${f.alias} = ` : ''}${f.type}${f.of ? ` of ${f.of}` : ''}${f.masked ? ', masked' : ''}`

/** A button: its effect, its place, its conditions, and the source of each input. */
function actionFact(e: Explaining, action: ActionModel): Fact {
  const at = placeOf(action)
  const call = action.call ? callOf(e.model, action.call)! : undefined
  const from = (key: string, otherwise: string): From => fromOfAction(e.c, at, call, key, otherwise)
  const facts: Fact[] = [
    {
      name: 'label',
      value: inWords(action.label),
      from: from('label', call ? 'of the standard action' : 'of the screen it opens'),
    },
    call
      ? {
          name: 'call',
          value: callText(e.model, action),
          from: at && hasKey(at, 'call') ? from('call', '') : byDefault('the call of that name'),
        }
      : { name: 'open', value: openText(e.model, action.open), from: from('open', '') },
    {
      name: 'at',
      value: action.at.join(' and '),
      from: at && hasKey(at, 'at') ? from('at', '') : byDefault(placeReason(call, action)),
    },
    ...action.when.map((w) => withPlace({ name: 'when', value: conditionText(w) }, placeOf(w))),
    ...(action.show ? [{ name: 'show', value: action.show.src, from: from('show', '') }] : []),
    ...(action.confirm
      ? [
          {
            name: 'confirm',
            value: action.confirm === true ? 'asks, naming the record' : inWords(action.confirm),
            from: from('confirm', 'taking away asks first'),
          },
        ]
      : []),
    ...(call?.beside
      ? [
          {
            name: 'beside',
            value: `${call.beside.call}, by ${call.beside.by.join(', ')}`,
            from: from('beside', ''),
          },
        ]
      : []),
    ...(action.done?.say ? [{ name: 'done', value: inWords(action.done.say), from: from('done', '') }] : []),
    ...(action.done?.open
      ? [{ name: 'then', value: openText(e.model, action.done.open), from: from('done', '') }]
      : []),
    ...(call?.kind === 'add' ? e.model.resources[call.resource]!.makes.map((make) => makeFact(e, make)) : []),
    ...(call ? assignmentFacts(e, call) : []),
    ...(call ? [group('inputs', fillFacts(e, action.fills, call))] : []),
    ...(action.form.length > 0
      ? [{ ...group('dialog', itemFacts(e, action.form)), from: from('form', 'what is left of the inputs') }]
      : []),
  ]
  return { name: action.code, value: inWords(action.label), ...(at ? { from: fromPlace(at, true) } : {}), facts }
}

/** A record that is created with the new one. */
function makeFact(e: Explaining, { into, of, when, set }: MakeModel): Fact {
  const bounds = boundsText(e.model, set, Object.values(e.model.resources[of]!.fields))
  return { name: 'makes', value: `${of} into ${into}${when ? ` when ${when.src}` : ''}: ${bounds}` }
}

/** The changes of hands that a call may make: what it sets, or asks for. */
function assignmentFacts(e: Explaining, call: CallModel): Fact[] {
  const { assignments } = e.model.resources[call.resource]!
  const history = e.model.app.records.assignment
  return assignments
    .filter(({ field }) => field in call.set || call.input.some((input) => input.name === field))
    .map(({ field, limit, tell, notice, history: kept }) => {
      const parts = [
        ...(kept ? [`kept in ${history}`] : []),
        ...(limit ? [`at most ${limit.most.src} in hand${limit.where ? ` where ${limit.where.src}` : ''}`] : []),
        ...(notice ? [`told to ${tell ? `${field}.${tell}` : field}`] : []),
      ]
      return { name: 'assigns', value: [field, ...parts].join(', ') }
    })
}

/** A fact with its place in a file, if it has one. */
const withPlace = (fact: Fact, at: At | undefined): Fact => (at ? { ...fact, from: fromPlace(at, true) } : fact)

function placeReason(call: CallModel | undefined, action: ActionModel): string {
  if (!call) return action.at.includes('row') ? 'it needs a row' : 'it needs no row'
  if (call.kind === 'export') return 'the whole list, or the rows chosen in it'
  if (action.at.includes('batch')) return 'the call takes ids'
  return action.at.includes('row') ? 'the call takes a row' : 'the call takes no row, or it is the head of a record'
}

function fillFacts(e: Explaining, fills: ActionModel['fills'], call: CallModel): Fact[] {
  return call.input.map((input) => ({
    name: input.name + (input.required ? '!' : ''),
    value: fillText(e.model, fills[input.name] ?? { by: 'none' }, input, call),
  }))
}
