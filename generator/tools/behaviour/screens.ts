/** What screens show, offer and ask otherwise than before. */
import type { ActionModel, FieldModel, Model, ScreenModel, StatBlock, Text, View } from '../../../src/model/model.ts'
import { fieldsOfForm, partsOf, withInner } from '../../../src/model/views.ts'
import {
  byName,
  changedConditions,
  exprText,
  lacking,
  pairsOf,
  quotedAll,
  same,
  sameBounds,
  sameExpr,
  say,
  type Change,
} from './words.ts'

/** Every change of the screens: new and gone ones, columns, filters, buttons, forms and figures. */
export function changedScreens(before: Model, after: Model): Change[] {
  const { kept, gone, added } = pairsOf(before.screens, after.screens)
  return [
    ...gone.map(({ label, route }) =>
      change(
        'screens',
        'less',
        say('没有页面“{screen}”了（{route}）', 'There is no screen “{screen}” any more ({route})', {
          screen: label,
          route,
        }),
      ),
    ),
    ...added.map(({ label, route }) =>
      change(
        'screens',
        'more',
        say('新页面“{screen}”（{route}）', 'A new screen: “{screen}” ({route})', { screen: label, route }),
      ),
    ),
    ...kept.flatMap(({ old, now }) => changedScreen(old, now)),
  ]
}

const change = (area: Change['area'], effect: Change['effect'], text: Text): Change => ({ area, effect, text })

function changedScreen(old: ScreenModel, now: ScreenModel): Change[] {
  const screen = now.label
  const at = (view: View): string => `${view.view} ${view.key}`
  const views = pairsOf(
    byName<View & { was?: string[] }>(numbered(old.view), at),
    byName<View & { was?: string[] }>(numbered(now.view), at),
  )
  return [
    ...(old.menu === now.menu
      ? []
      : [
          now.menu
            ? change('screens', 'more', say('“{screen}”现在在菜单里', '“{screen}” now stands in the menu', { screen }))
            : change(
                'screens',
                'less',
                say('“{screen}”不在菜单里了', '“{screen}” no longer stands in the menu', { screen }),
              ),
        ]),
    ...(old.route === now.route
      ? []
      : [
          change(
            'screens',
            'other',
            say('“{screen}”现在在 {route}（原为 {old}）', '“{screen}” is now at {route} (before: {old})', {
              screen,
              route: now.route,
              old: old.route,
            }),
          ),
        ]),
    ...views.gone
      .filter(({ label }) => label)
      .map((view) =>
        change(
          'screens',
          'less',
          say('“{screen}”没有“{part}”部分了', '“{screen}” no longer has the part “{part}”', {
            screen,
            part: view.label,
          }),
        ),
      ),
    ...views.added
      .filter(({ label }) => label)
      .map((view) =>
        change(
          'screens',
          'more',
          say('“{screen}”有了新的部分“{part}”', '“{screen}” has a new part: “{part}”', { screen, part: view.label }),
        ),
      ),
    ...views.kept.flatMap((pair) => changedView(screen, pair.old, pair.now)),
  ]
}

/** Views of a screen; those of one kind and key are told apart by their order. */
function numbered(view: View): View[] {
  const seen = new Map<string, number>()
  return withInner(view).map((one) => {
    const key = `${one.view} ${one.key}`
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return count === 1 ? one : { ...one, key: `${one.key} ${count}` }
  })
}

function changedView(screen: Text, old: View, now: View): Change[] {
  const [a, b] = [partsOf(old), partsOf(now)]
  return [
    ...differing(
      screen,
      a.columns.map(({ path, label }) => [path, label]),
      b.columns.map(({ path, label }) => [path, label]),
      COLUMNS,
    ),
    ...differing(
      screen,
      a.filters.filter((one) => one.offered).map(({ name, label }) => [name, label]),
      b.filters.filter((one) => one.offered).map(({ name, label }) => [name, label]),
      FILTERS,
    ),
    ...changedTotals(screen, a.columns, b.columns),
    ...changedForm({
      screen,
      what: now.label ?? screen,
      old: a.forms.flatMap(({ items, call }) => (call ? fieldsOfForm(items) : [])),
      now: b.forms.flatMap(({ items, call }) => (call ? fieldsOfForm(items) : [])),
    }),
    ...('with' in old && 'with' in now && !sameBounds(old.with, now.with)
      ? [
          change(
            'screens',
            'other',
            say('“{screen}”列出的行现在按别的条件', '“{screen}” asks for its rows with other fixed values', { screen }),
          ),
        ]
      : []),
    ...changedActions(screen, old.actions, now.actions),
    ...(old.view === 'stat' && now.view === 'stat' ? changedBlocks(screen, old.blocks, now.blocks) : []),
  ]
}

interface Sentences {
  gone: [zh: string, en: string]
  added: [zh: string, en: string]
}
const COLUMNS: Sentences = {
  gone: ['“{screen}”不再显示{names}', '“{screen}” no longer shows {names}'],
  added: ['“{screen}”现在显示{names}', '“{screen}” now shows {names}'],
}
const FILTERS: Sentences = {
  gone: ['“{screen}”不能再按{names}筛选', '“{screen}” can no longer be filtered by {names}'],
  added: ['“{screen}”现在可以按{names}筛选', '“{screen}” can now be filtered by {names}'],
}

function differing(screen: Text, old: [string, Text][], now: [string, Text][], { gone, added }: Sentences): Change[] {
  const [from, to] = [new Map(old), new Map(now)]
  const lost = lacking([...from.keys()], [...to.keys()]).map((name) => from.get(name)!)
  const won = lacking([...to.keys()], [...from.keys()]).map((name) => to.get(name)!)
  return [
    ...(lost.length > 0 ? [change('screens', 'less', say(...gone, { screen, names: quotedAll(lost) }))] : []),
    ...(won.length > 0 ? [change('screens', 'more', say(...added, { screen, names: quotedAll(won) }))] : []),
  ]
}

type Columns = ReturnType<typeof partsOf>['columns']

function changedTotals(screen: Text, old: Columns, now: Columns): Change[] {
  const totals = new Map(old.map(({ path, total }) => [path, total]))
  return now.flatMap(({ path, label, total }) =>
    !totals.has(path) || totals.get(path) === total
      ? []
      : [
          change(
            'reports',
            'other',
            say(
              '“{screen}”对“{column}”的合计：{now}（原为 {old}）',
              '“{screen}” totals “{column}” by {now} (before: {old})',
              { screen, column: label, now: total ?? '–', old: totals.get(path) ?? '–' },
            ),
          ),
        ],
  )
}

function changedActions(screen: Text, old: ActionModel[], now: ActionModel[]): Change[] {
  const { kept, gone, added } = pairsOf(
    byName(old, ({ key }) => key),
    byName(now, ({ key }) => key),
  )
  return [
    ...(gone.length > 0
      ? [
          change(
            'screens',
            'less',
            say('“{screen}”没有按钮{names}了', '“{screen}” no longer has the button {names}', {
              screen,
              names: quotedAll(gone.map(({ label }) => label)),
            }),
          ),
        ]
      : []),
    ...(added.length > 0
      ? [
          change(
            'screens',
            'more',
            say('“{screen}”有新按钮{names}', '“{screen}” has a new button: {names}', {
              screen,
              names: quotedAll(added.map(({ label }) => label)),
            }),
          ),
        ]
      : []),
    ...kept.flatMap((pair) => changedAction(screen, pair.old, pair.now)),
  ]
}

function changedAction(screen: Text, old: ActionModel, now: ActionModel): Change[] {
  const parts = { screen, button: now.label }
  const { gone, added } = changedConditions(old.when, now.when)
  return [
    ...changedForm({ screen, what: now.label, old: fieldsOfForm(old.form), now: fieldsOfForm(now.form) }),
    ...added.map((why) =>
      change(
        'checks',
        'less',
        say('“{screen}”的“{button}”现在要求：{why}', '“{button}” on “{screen}” now asks: {why}', { ...parts, why }),
      ),
    ),
    ...gone.map((why) =>
      change(
        'checks',
        'more',
        say('“{screen}”的“{button}”不再要求：{why}', '“{button}” on “{screen}” no longer asks: {why}', {
          ...parts,
          why,
        }),
      ),
    ),
    ...(sameExpr(old.show, now.show)
      ? []
      : [
          change(
            'screens',
            'other',
            say(
              '“{screen}”的“{button}”现在在 {now} 时显示（原为 {old}）',
              '“{button}” on “{screen}” is shown when {now} (before: {old})',
              { ...parts, now: exprText(now.show), old: exprText(old.show) },
            ),
          ),
        ]),
    ...(old.call === now.call || !old.call || !now.call
      ? []
      : [
          change(
            'screens',
            'other',
            say(
              '“{screen}”的“{button}”现在调用 `{now}`（原为 `{old}`）',
              '“{button}” on “{screen}” now calls `{now}` (before: `{old}`)',
              { ...parts, now: now.call, old: old.call },
            ),
          ),
        ]),
    ...(!old.confirm === !now.confirm
      ? []
      : [
          now.confirm
            ? change(
                'screens',
                'other',
                say('“{screen}”的“{button}”现在先要确认', '“{button}” on “{screen}” now asks to be confirmed', parts),
              )
            : change(
                'screens',
                'other',
                say(
                  '“{screen}”的“{button}”不再要确认',
                  '“{button}” on “{screen}” no longer asks to be confirmed',
                  parts,
                ),
              ),
        ]),
  ]
}

interface Form {
  screen: Text
  what: Text
  old: FieldModel[]
  now: FieldModel[]
}

/** Fields asked by a form: more, fewer, and those that must be filled in. */
function changedForm({ screen, what, old, now }: Form): Change[] {
  const { kept, gone, added } = pairsOf(
    byName(old, ({ name }) => name),
    byName(now, ({ name }) => name),
  )
  const parts = { screen, form: what }
  const counted = (fields: FieldModel[]) => ({
    ...parts,
    n: String(fields.length),
    s: fields.length === 1 ? '' : 's',
    names: quotedAll(fields.map(({ label }) => label)),
  })
  const must = kept.filter((pair) => pair.now.required && !pair.old.required).map((pair) => pair.now)
  const may = kept.filter((pair) => pair.old.required && !pair.now.required).map((pair) => pair.now)
  return [
    ...(added.length > 0
      ? [
          change(
            'forms',
            'more',
            say(
              '“{screen}”的“{form}”多问 {n} 项：{names}',
              '“{form}” on “{screen}” asks {n} field{s} more: {names}',
              counted(added),
            ),
          ),
        ]
      : []),
    ...(gone.length > 0
      ? [
          change(
            'forms',
            'less',
            say(
              '“{screen}”的“{form}”少问 {n} 项：{names}',
              '“{form}” on “{screen}” asks {n} field{s} fewer: {names}',
              counted(gone),
            ),
          ),
        ]
      : []),
    ...(must.length > 0
      ? [
          change(
            'forms',
            'more',
            say(
              '“{screen}”的“{form}”现在必须填{names}',
              '“{form}” on “{screen}” must now be given {names}',
              counted(must),
            ),
          ),
        ]
      : []),
    ...(may.length > 0
      ? [
          change(
            'forms',
            'less',
            say(
              '“{screen}”的“{form}”不再必须填{names}',
              '“{form}” on “{screen}” can now leave {names} empty',
              counted(may),
            ),
          ),
        ]
      : []),
  ]
}

function changedBlocks(screen: Text, old: StatBlock[], now: StatBlock[]): Change[] {
  const { kept, gone, added } = pairsOf<StatBlock & { was?: string[] }>(
    byName(old, ({ key }) => key),
    byName(now, ({ key }) => key),
  )
  const name = ({ label, key }: StatBlock): Text | string => label ?? key
  return [
    ...gone.map((block) =>
      change(
        'reports',
        'less',
        say('“{screen}”没有“{block}”了', '“{screen}” no longer shows “{block}”', { screen, block: name(block) }),
      ),
    ),
    ...added.map((block) =>
      change(
        'reports',
        'more',
        say('“{screen}”现在显示“{block}”', '“{screen}” now shows “{block}”', { screen, block: name(block) }),
      ),
    ),
    ...kept.flatMap((pair) =>
      pair.old.kind !== 'table' &&
      pair.now.kind !== 'table' &&
      !(
        pair.old.call === pair.now.call &&
        sameBounds(pair.old.with, pair.now.with) &&
        same(pair.old.takes, pair.now.takes)
      )
        ? [
            change(
              'reports',
              'other',
              say('“{screen}”的“{block}”现在来自别的数据', '“{block}” on “{screen}” comes from other figures', {
                screen,
                block: name(pair.now),
              }),
            ),
          ]
        : [],
    ),
  ]
}
