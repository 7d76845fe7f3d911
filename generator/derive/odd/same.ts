/** Two things of which one is meant to be another: presets (CAL001), screens (USE001), roles (TXT003), and what adds nothing. */
import { kindOf } from '../../../src/model/fields.ts'
import type {
  Bounds,
  CallModel,
  DictionaryModel,
  Model,
  ResourceModel,
  RoleModel,
  ScreenModel,
  View,
} from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import { below, type At, type Compilation } from '../../base/context.ts'
import { placeOf } from '../../base/origin.ts'
import { keyOf } from '../../normalize/decide.ts'

export function noteSame(c: Compilation, model: Model): void {
  notePresets(c, Object.values(model.presets))
  noteScreens(c, model)
  noteRoles(c, Object.values(model.roles))
  noteTabs(c, model)
  for (const dictionary of Object.values(model.dictionaries)) if (dictionary.ordered) noteOrder(c, dictionary)
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (r) noteOwner(c, { source, path: ['scope', 'maker'] }, r)
  }
  for (const call of Object.values(model.calls)) {
    const draft = c.calls.get(call.id)
    const r = model.resources[call.resource]
    if (draft && r) noteKnown(c, draft.at, model, r, call)
  }
  for (const draft of c.calls.values())
    noteMove(c, draft.at, draft.data.move, draft.name, model.resources[draft.resource.name])
}

const sayingOf = (given: Bounds): string =>
  JSON.stringify(Object.entries(given).map(([name, one]) => [name, 'expr' in one ? keyOf(one.expr.ast) : one.value]))

/** Two buttons that ask the same of one call, and say that they do different things. */
function notePresets(c: Compilation, presets: readonly CallModel[]): void {
  const met = new Map<string, CallModel>()
  for (const call of presets) {
    const at = c.calls.get(call.id)?.at
    if (!at || Object.keys(call.with).length === 0) continue
    const key = [call.resource, call.path, sayingOf(call.with)].join(' ')
    const other = met.get(key)
    if (other && other.label.en !== call.label.en)
      c.note(
        below(at, 'with'),
        'CAL001',
        `“${call.label.en}” asks the same of ${call.path} as “${other.label.en}”; give it another value`,
      )
    else met.set(key, call)
  }
}

/** All that a screen shows, but for what it is called. */
const shownBy = ({ view, params }: ScreenModel): string => JSON.stringify([{ ...view, label: undefined }, params])

/** Two screens of one folder that show the same: one was begun as a copy of the other. What two folders show is for two kinds of people. */
function noteScreens(c: Compilation, model: Model): void {
  const met = new Map<string, ScreenModel[]>()
  for (const screen of Object.values(model.screens)) {
    const { route, view, code } = screen
    if (code === undefined) continue
    const of = 'resource' in view ? view.resource : route
    const key = [route.slice(0, route.lastIndexOf('/')), view.view, of].join(' ')
    const others = met.get(key) ?? []
    met.set(key, [...others, screen])
    const other = others.find((one) => shownBy(one) === shownBy(screen))
    if (!other) continue
    // The copy is the one that is not called as what it shows.
    const shown = 'resource' in view ? c.resources.get(view.resource) : undefined
    const isCalled = shown !== undefined && [shown.label.en, shown.many.en].includes(screen.label.en)
    const [copy, first] = isCalled ? [other, screen] : [screen, other]
    const source = c.loaded.screens.get(copy.route)
    if (source)
      c.note(
        { source, path: ['label'] },
        'USE001',
        `this shows just what ${first.route} shows; say what differs, or leave it out`,
      )
  }
}

/** Two tabs that list the same rows in the same columns. */
function noteTabs(c: Compilation, model: Model): void {
  for (const screen of Object.values(model.screens)) {
    for (const view of withInner(screen.view)) {
      const tabs = view.view === 'list' && view.tabs?.kind === 'views' ? view.tabs.views : []
      const met = new Map<string, View>()
      for (const tab of tabs) {
        if (tab.view !== 'list') continue
        const key = JSON.stringify([
          tab.resource,
          tab.call,
          sayingOf(tab.with),
          tab.layout,
          tab.columns.map(({ path }) => path),
        ])
        const other = met.get(key)
        const place = other && placeOf(tab)
        if (place)
          c.note(
            below(place, 'call'),
            'USE001',
            `the tab “${tab.label.en}” lists just what “${other.label.en}” lists; say another call, or "with"`,
          )
        else met.set(key, tab)
      }
    }
  }
}

function noteRoles(c: Compilation, roles: readonly RoleModel[]): void {
  for (const [i, { name, label }] of roles.entries()) {
    const source = c.loaded.roles.get(name)
    const other = roles.slice(0, i).find((one) => one.label.en === label.en)
    if (source && other)
      c.note({ source, path: ['label'] }, 'TXT003', `${other.name} and ${name} are both called "${label.en}"`)
  }
}

/** Values that are compared stand in their order, up or down; one that does not has a wrong number. */
function noteOrder(c: Compilation, { name, values }: DictionaryModel): void {
  const source = c.loaded.dictionaries.get(name)
  const numbers = values.map(({ value }) => Number(value))
  const fall = numbers.filter((one, i) => i > 0 && one < (numbers[i - 1] ?? 0)).length
  const rise = numbers.length - 1 - fall
  if (!source || fall === 0 || rise === 0) return
  const wrong = numbers.findIndex((one, i) => i > 0 && one < (numbers[i - 1] ?? 0) === rise >= fall)
  const [before, odd] = [values[wrong - 1], values[wrong]]
  if (before && odd)
    c.note(
      { source, path: ['values', odd.name] },
      'NUM001',
      `"${odd.name}" is ${odd.value} and stands behind "${before.name}", which is ${before.value}: they are compared by these numbers; put them in order`,
    )
}

function noteOwner(c: Compilation, at: At, { scope }: ResourceModel): void {
  if (scope.kind === 'org' && scope.maker !== 'createBy' && scope.maker === scope.owner && at.source.exists(at))
    c.note(
      at,
      'USE001',
      `"${scope.owner}" is the owner, who sees the row anyway; name who made it, or leave "maker" out`,
    )
}

/** Rows that are known already are found by a field of the kind that tells the rows of the file apart. */
function noteKnown(c: Compilation, at: At, model: Model, r: ResourceModel, call: CallModel): void {
  const match = r.fields[call.import?.match ?? '']
  for (const [i, { of, by }] of (call.import?.known ?? []).entries()) {
    const field = model.resources[of]?.fields[by]
    if (
      match &&
      field &&
      (kindOf(match.type) !== kindOf(field.type) || (match.type === 'phone') !== (field.type === 'phone'))
    )
      c.note(
        below(at, 'import', 'known', i, 'by'),
        'REF015',
        `"${match.name}" of the file is compared with "${by}" of ${of}, which is ${field.type} and no ${match.type}: nobody is ever found`,
      )
  }
}

/** A call that has the name of a move, and makes another. */
function noteMove(c: Compilation, at: At, made: string | undefined, name: string, r: ResourceModel | undefined): void {
  const moves = new Set(r?.machines.flatMap((machine) => machine.moves.map((move) => move.name)))
  if (made !== undefined && made !== name && moves.has(name) && moves.has(made))
    c.note(
      below(at, 'move'),
      'STA003',
      `"${name}" makes the move "${made}", and there is a move "${name}"; make that one, or call this otherwise`,
    )
}
