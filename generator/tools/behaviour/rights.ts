/** Who may do more or less than before: screens, buttons, calls, whose rows, what is masked. */
import type { Model, PermissionModel, RoleModel, Text } from '../../../src/model/model.ts'
import { matrix, type Cell } from '../matrix.ts'
import { byName, both, lacking, pairsOf, quotedAll, same, say, type Change } from './words.ts'

/** Every change of the rights of the built-in roles. */
export function changedRights(before: Model, after: Model): Change[] {
  const { kept, gone, added } = pairsOf<RoleModel & { was?: string[] }>(before.roles, after.roles)
  const cells = { old: cellsByRole(before), now: cellsByRole(after) }
  return [
    ...gone.map((role) =>
      change('less', say('没有角色“{role}”了', 'There is no role “{role}” any more', { role: role.label })),
    ),
    ...added.map((role) => change('more', say('新角色“{role}”', 'A new role: “{role}”', { role: role.label }))),
    ...kept.flatMap(({ old, now }) => [
      ...changedGrants({ before, after, old, now }),
      ...changedCells(now, cells.old.get(old.name) ?? [], cells.now.get(now.name) ?? [], after),
    ]),
    ...changedAccess(before, after),
  ]
}

const change = (effect: Change['effect'], text: Text): Change => ({ area: 'rights', effect, text })

/** A role as the subject of a sentence. */
const who = ({ label }: RoleModel): Text => ({
  zh: `“${label.zh}”`,
  en: `The ${label.en.charAt(0).toLowerCase()}${label.en.slice(1)}`,
})

interface Granted {
  before: Model
  after: Model
  old: RoleModel
  now: RoleModel
}

/** Screens and buttons of a role. A screen by its code, or by a former code of it. */
function changedGrants({ before, after, old, now }: Granted): Change[] {
  const former = formerCodes(after)
  const oldMenus = Object.fromEntries(
    Object.entries(old.menus).map(([code, buttons]) => [former.get(code) ?? code, buttons]),
  )
  const role = who(now)
  const nameOf = (code: string): PermissionModel | undefined =>
    after.permissions[code] ??
    before.permissions[code] ??
    before.permissions[[...former].find(([, one]) => one === code)?.[0] ?? '']
  const screen = (code: string): Text => nameOf(code)?.label ?? both(code)
  const lost = lacking(Object.keys(oldMenus), Object.keys(now.menus))
  const won = lacking(Object.keys(now.menus), Object.keys(oldMenus))
  return [
    ...lost.map((code) =>
      change(
        'less',
        say('{role}不能再打开“{screen}”', '{role} may no longer open “{screen}”', { role, screen: screen(code) }),
      ),
    ),
    ...won.map((code) =>
      change(
        'more',
        say('{role}现在可以打开“{screen}”{buttons}', '{role} may now open “{screen}”{buttons}', {
          role,
          screen: screen(code),
          buttons: withButtons(nameOf(code), now.menus[code] ?? []),
        }),
      ),
    ),
    ...Object.keys(now.menus).flatMap((code) =>
      oldMenus[code]
        ? changedButtons({
            role,
            screen: screen(code),
            permission: nameOf(code),
            old: oldMenus[code],
            now: now.menus[code] ?? [],
          })
        : [],
    ),
  ]
}

/** Former code of a screen → its code now. */
const formerCodes = (model: Model): Map<string, string> =>
  new Map(
    Object.values(model.screens).flatMap(({ was, code }) =>
      code ? was.map((one): [string, string] => [one, code]) : [],
    ),
  )

const buttonName = (permission: PermissionModel | undefined, code: string): Text =>
  permission?.buttons.find((one) => one.code === code)?.label ?? both(code)

function withButtons(permission: PermissionModel | undefined, codes: string[]): Text {
  if (codes.length === 0) return both('')
  return say('，并按{buttons}', ' and press {buttons}', {
    buttons: quotedAll(codes.map((code) => buttonName(permission, code))),
  })
}

function changedButtons({
  role,
  screen,
  permission,
  old,
  now,
}: {
  role: Text
  screen: Text
  permission: PermissionModel | undefined
  old: string[]
  now: string[]
}): Change[] {
  const named = (codes: string[]): Text => quotedAll(codes.map((code) => buttonName(permission, code)))
  const [lost, won] = [lacking(old, now), lacking(now, old)]
  return [
    ...(lost.length > 0
      ? [
          change(
            'less',
            say('{role}在“{screen}”不能再按{buttons}', '{role} may no longer press {buttons} on “{screen}”', {
              role,
              screen,
              buttons: named(lost),
            }),
          ),
        ]
      : []),
    ...(won.length > 0
      ? [
          change(
            'more',
            say('{role}在“{screen}”现在可以按{buttons}', '{role} may now press {buttons} on “{screen}”', {
              role,
              screen,
              buttons: named(won),
            }),
          ),
        ]
      : []),
  ]
}

function cellsByRole(model: Model): Map<string, Cell[]> {
  const found = new Map<string, Cell[]>()
  for (const cell of matrix(model))
    if (cell.grant !== 'refused') found.set(cell.role, [...(found.get(cell.role) ?? []), cell])
  return found
}

/** So many calls are named, the others counted. */
const NAMED = 8

const listed = (names: string[]): Text => {
  const shown = names.slice(0, NAMED).map((name) => `\`${name}\``)
  const more = names.length - shown.length
  return {
    zh: shown.join('、') + (more > 0 ? `等 ${names.length} 个` : ''),
    en: shown.join(', ') + (more > 0 ? ` and ${more} more` : ''),
  }
}

/** What a role reaches: the proof behind screens and buttons, and what a new look-up or preset adds to a button that stays. */
function changedCells(now: RoleModel, old: Cell[], cells: Cell[], after: Model): Change[] {
  const [from, to] = [byName(old, ({ call }) => call), byName(cells, ({ call }) => call)]
  const role = who(now)
  const lost = lacking(Object.keys(from), Object.keys(to))
  const won = lacking(Object.keys(to), Object.keys(from))
  const wider = cells.filter(({ call, values }) => !values && from[call]?.values)
  const narrower = cells.filter(({ call, values }) => values && from[call] && !same(values, from[call].values))
  return [
    ...(lost.length > 0
      ? [
          change(
            'less',
            say('{role}不能再调用 {calls}', '{role} may no longer call {calls}', { role, calls: listed(lost) }),
          ),
        ]
      : []),
    ...(won.length > 0
      ? [change('more', say('{role}现在可以调用 {calls}', '{role} may now call {calls}', { role, calls: listed(won) }))]
      : []),
    ...(wider.length > 0
      ? [
          change(
            'more',
            say('{role}现在可以用任意值调用 {calls}', '{role} may now call {calls} with any values', {
              role,
              calls: listed(wider.map(({ call }) => call)),
            }),
          ),
        ]
      : []),
    ...narrower.flatMap((cell) => changedValues(role, cell, from[cell.call]!)),
    ...changedRows(role, from, cells, after),
  ]
}

/** The values with which a call may be made: those that are new, and those that are gone. */
function changedValues(role: Text, { call, values = [] }: Cell, old: Cell): Change[] {
  const parts = (list: string[]) => ({
    role,
    call: both(`\`${call}\``),
    values: both(list.map((one) => `\`${one}\``).join(' | ')),
  })
  if (!old.values)
    return [
      change(
        'less',
        say('{role}调用 {call} 只限 {values}', '{role} may call {call} only with {values}', parts(values)),
      ),
    ]
  const [lost, won] = [lacking(old.values, values), lacking(values, old.values)]
  return [
    ...(lost.length > 0
      ? [
          change(
            'less',
            say('{role}不能再以 {values} 调用 {call}', '{role} may no longer call {call} with {values}', parts(lost)),
          ),
        ]
      : []),
    ...(won.length > 0
      ? [
          change(
            'more',
            say('{role}现在可以以 {values} 调用 {call}', '{role} may now call {call} with {values}', parts(won)),
          ),
        ]
      : []),
  ]
}

/** Whose rows, and what is masked in them: said once for a kind of record. */
function changedRows(role: Text, from: Record<string, Cell>, cells: Cell[], after: Model): Change[] {
  const found = new Map<string, Change>()
  for (const { call, rows, masked } of cells) {
    const old = from[call]
    const resource = after.calls[call]?.rows ?? after.calls[call]?.resource ?? call.replace('push of ', '')
    const of = after.resources[resource]?.label ?? both(resource)
    if (!old) continue
    if (old.rows !== rows)
      found.set(
        `${resource} rows`,
        change(
          'other',
          say('{role}看到的“{of}”：{rows}（原为 {old}）', '{role} sees of “{of}”: {rows} (before: {old})', {
            role,
            of,
            rows: rows ?? '–',
            old: old.rows ?? '–',
          }),
        ),
      )
    const [shown, hidden] = [lacking(old.masked ?? [], masked ?? []), lacking(masked ?? [], old.masked ?? [])]
    const fields = (names: string[]): Text =>
      quotedAll(names.map((name) => after.resources[resource]?.fields[name]?.label ?? both(name)))
    if (shown.length > 0)
      found.set(
        `${resource} shown`,
        change(
          'more',
          say('{role}现在能看到“{of}”的完整{fields}', '{role} now sees {fields} of “{of}” in full', {
            role,
            of,
            fields: fields(shown),
          }),
        ),
      )
    if (hidden.length > 0)
      found.set(
        `${resource} masked`,
        change(
          'less',
          say('{role}看到的“{of}”的{fields}现在是掩码', '{role} now sees {fields} of “{of}” masked', {
            role,
            of,
            fields: fields(hidden),
          }),
        ),
      )
  }
  return [...found.values()]
}

/** What needs no grant. */
function changedAccess(before: Model, after: Model): Change[] {
  return pairsOf(before.screens, after.screens).kept.flatMap(({ old, now }) => {
    const open = (access: typeof now.access): string => Object.keys(access ?? {}).join(', ')
    return open(old.access) === open(now.access)
      ? []
      : [
          change(
            'other',
            say('“{screen}”的开放对象：{now}（原为 {old}）', '“{screen}” is open to {now} (before: {old})', {
              screen: now.label,
              now: open(now.access) || say('仅获授权者', 'those who are granted it'),
              old: open(old.access) || say('仅获授权者', 'those who are granted it'),
            }),
          ),
        ]
  })
}
