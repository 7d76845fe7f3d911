/** What records hold, how it is worked out and checked, how they move, and what calls do, otherwise than before. */
import type {
  CallModel,
  FieldModel,
  MachineModel,
  MeasureModel,
  Model,
  ResourceModel,
  Text,
} from '../../../src/model/model.ts'
import { withInner } from '../../../src/model/views.ts'
import {
  both,
  boundText,
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

/** Every change of resources, calls, dictionaries and settings. */
export function changedRecords(before: Model, after: Model): Change[] {
  const { kept, gone, added } = pairsOf(before.resources, after.resources)
  const pressed = callsOfButtons(after)
  return [
    ...gone.map(({ label }) =>
      change('values', 'less', say('没有“{of}”这种记录了', 'There are no records “{of}” any more', { of: label })),
    ),
    ...added.map(({ label }) =>
      change('values', 'more', say('新的记录种类“{of}”', 'A new kind of record: “{of}”', { of: label })),
    ),
    ...kept.flatMap(({ old, now }) => [
      ...changedFields(old, now),
      ...changedChecks(old, now),
      ...changedMachines(old, now, after),
    ]),
    ...pairsOf<CallModel & { was?: string[] }>(
      { ...before.calls, ...before.presets },
      { ...after.calls, ...after.presets },
    ).kept.flatMap(({ old, now }) => changedCall(old, now, pressed)),
    ...changedWords(before, after),
    ...changedSettings(before, after),
  ]
}

const change = (area: Change['area'], effect: Change['effect'], text: Text): Change => ({ area, effect, text })

function changedFields(old: ResourceModel, now: ResourceModel): Change[] {
  const { kept, gone, added } = pairsOf(old.fields, now.fields)
  const names = (fields: FieldModel[]): Text => quotedAll(fields.map(({ label }) => label))
  return [
    ...(gone.length > 0
      ? [
          change(
            'values',
            'less',
            say('“{of}”不再有{fields}', '“{of}” no longer holds {fields}', { of: now.label, fields: names(gone) }),
          ),
        ]
      : []),
    ...(added.length > 0
      ? [
          change(
            'values',
            'more',
            say('“{of}”现在有{fields}', '“{of}” now holds {fields}', { of: now.label, fields: names(added) }),
          ),
        ]
      : []),
    ...kept.flatMap((pair) => [...changedValue(now, pair.old, pair.now), ...changedLimits(now, pair.old, pair.now)]),
    ...Object.keys(now.tallies).flatMap((name) =>
      old.tallies[name] && !same(tally(old, name), tally(now, name))
        ? [
            change(
              'values',
              'other',
              say('“{of}”的“{field}”按别的方式计数', '“{field}” of “{of}” is counted otherwise', {
                of: now.label,
                field: now.fields[name]?.label ?? name,
              }),
            ),
          ]
        : [],
    ),
  ]
}

const tally = ({ tallies }: ResourceModel, name: string): unknown =>
  tallies[name]?.map(({ where, value, ...rest }) => [rest, where?.ast, value?.ast])

function changedValue({ label: of }: ResourceModel, old: FieldModel, now: FieldModel): Change[] {
  const parts = { of, field: now.label }
  const bound = (field: FieldModel): unknown =>
    field.default && ('expr' in field.default ? field.default.expr.ast : field.default.value)
  return [
    ...(sameExpr(old.value, now.value)
      ? []
      : [
          change(
            'values',
            'other',
            say('“{of}”的“{field}”现在是 {now}（原为 {old}）', '“{field}” of “{of}” is now {now} (before: {old})', {
              ...parts,
              now: exprText(now.value),
              old: exprText(old.value),
            }),
          ),
        ]),
    ...(same(bound(old), bound(now))
      ? []
      : [
          change(
            'values',
            'other',
            say(
              '“{of}”的“{field}”的默认值现在是 {now}（原为 {old}）',
              '“{field}” of “{of}” begins as {now} (before: {old})',
              { ...parts, now: boundText(now.default), old: boundText(old.default) },
            ),
          ),
        ]),
    ...(old.type === now.type && same(old.of, now.of)
      ? []
      : [
          change(
            'values',
            'other',
            say('“{of}”的“{field}”的类型现在是 {now}（原为 {old}）', '“{field}” of “{of}” is a {now} (before: {old})', {
              ...parts,
              now: typeText(now),
              old: typeText(old),
            }),
          ),
        ]),
  ]
}

const typeText = ({ type, of }: FieldModel): string => (of ? `${type} ${of}` : type)

const LIMITS: [keyof FieldModel, string, string][] = [
  ['min', '最小', 'least'],
  ['max', '最大', 'most'],
  ['pattern', '格式', 'form'],
  ['in', '可选值', 'choices'],
  ['digits', '小数位', 'digits'],
]

const FLAGS: [keyof FieldModel, string, string, Change['effect']][] = [
  ['required', '必填', 'required', 'less'],
  ['locked', '不可改', 'locked', 'less'],
  ['once', '建立后不可改', 'fixed after creation', 'less'],
  ['masked', '掩码显示', 'masked', 'less'],
  ['secret', '从不发送', 'never sent', 'less'],
  ['managed', '仅由服务器设置', 'set by the server only', 'less'],
  ['negative', '可为负', 'allowed below zero', 'more'],
  ['search', '可搜索', 'searched', 'more'],
]

function changedLimits({ label: of }: ResourceModel, old: FieldModel, now: FieldModel): Change[] {
  const parts = { of, field: now.label }
  return [
    ...LIMITS.flatMap(([key, zh, en]) =>
      same(old[key], now[key])
        ? []
        : [
            change(
              'checks',
              'other',
              say(`“{of}”的“{field}”${zh}：{now}（原为 {old}）`, `“{field}” of “{of}”: ${en} {now} (before: {old})`, {
                ...parts,
                now: literal(now[key]),
                old: literal(old[key]),
              }),
            ),
          ],
    ),
    ...FLAGS.flatMap(([key, zh, en, more]) =>
      old[key] === now[key]
        ? []
        : [
            now[key]
              ? change('checks', more, say(`“{of}”的“{field}”现在${zh}`, `“{field}” of “{of}” is now ${en}`, parts))
              : change(
                  'checks',
                  more === 'less' ? 'more' : 'less',
                  say(`“{of}”的“{field}”不再${zh}`, `“{field}” of “{of}” is no longer ${en}`, parts),
                ),
          ],
    ),
    ...(sameExpr(old.requiredIf, now.requiredIf)
      ? []
      : [
          change(
            'checks',
            'other',
            say(
              '“{of}”的“{field}”在 {now} 时必填（原为 {old}）',
              '“{field}” of “{of}” is required when {now} (before: {old})',
              { ...parts, now: exprText(now.requiredIf), old: exprText(old.requiredIf) },
            ),
          ),
        ]),
    ...(sameExpr(old.show, now.show)
      ? []
      : [
          change(
            'checks',
            'other',
            say(
              '“{of}”的“{field}”在 {now} 时显示（原为 {old}）',
              '“{field}” of “{of}” is shown when {now} (before: {old})',
              { ...parts, now: exprText(now.show), old: exprText(old.show) },
            ),
          ),
        ]),
    ...(sameExpr(old.lockedIf, now.lockedIf)
      ? []
      : [
          change(
            'checks',
            'other',
            say(
              '“{of}”的“{field}”在 {now} 时不可改（原为 {old}）',
              '“{field}” of “{of}” is locked when {now} (before: {old})',
              { ...parts, now: exprText(now.lockedIf), old: exprText(old.lockedIf) },
            ),
          ),
        ]),
    ...(same(old.see, now.see)
      ? []
      : [
          change(
            'rights',
            'other',
            say(
              '看“{of}”的“{field}”需要 {now}（原为 {old}）',
              'To see “{field}” of “{of}” one needs {now} (before: {old})',
              { ...parts, now: literal(now.see), old: literal(old.see) },
            ),
          ),
        ]),
  ]
}

const literal = (value: unknown): string =>
  value === undefined ? '–' : `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``

function changedChecks(old: ResourceModel, now: ResourceModel): Change[] {
  const rules = pairsOf(
    byName<ResourceModel['rules'][number] & { was?: string[] }>(old.rules, ({ name }) => name),
    byName<ResourceModel['rules'][number] & { was?: string[] }>(now.rules, ({ name }) => name),
  )
  const uniques = (one: ResourceModel): string[] =>
    one.unique.map(({ field, within }) => [field, ...within].join(' + '))
  const of = now.label
  return [
    ...rules.gone.map(({ why }) =>
      change('checks', 'more', say('“{of}”不再检查：{why}', '“{of}” is no longer checked: {why}', { of, why })),
    ),
    ...rules.added.map(({ why }) =>
      change('checks', 'less', say('“{of}”现在检查：{why}', '“{of}” is now checked: {why}', { of, why })),
    ),
    ...rules.kept.flatMap((pair) =>
      sameExpr(pair.old.expr, pair.now.expr)
        ? []
        : [
            change(
              'checks',
              'other',
              say(
                '“{of}”的检查“{why}”现在是 {now}（原为 {old}）',
                '“{of}” is checked by {now} (before: {old}): {why}',
                { of, why: pair.now.why, now: exprText(pair.now.expr), old: exprText(pair.old.expr) },
              ),
            ),
          ],
    ),
    ...lacking(uniques(old), uniques(now)).map((key) =>
      change(
        'checks',
        'more',
        say('“{of}”的 {key} 可以重复了', '{key} of “{of}” may now occur twice', { of, key: both(`\`${key}\``) }),
      ),
    ),
    ...lacking(uniques(now), uniques(old)).map((key) =>
      change(
        'checks',
        'less',
        say('“{of}”的 {key} 不能重复', '{key} of “{of}” may no longer occur twice', { of, key: both(`\`${key}\``) }),
      ),
    ),
  ]
}

function changedMachines(old: ResourceModel, now: ResourceModel, model: Model): Change[] {
  const machines = pairsOf<MachineModel & { was?: string[] }>(
    byName(old.machines, ({ field }) => field),
    byName(now.machines, ({ field }) => field),
  )
  return machines.kept.flatMap((pair) => {
    const moves = pairsOf<MachineModel['moves'][number] & { was?: string[] }>(
      byName(pair.old.moves, ({ name }) => name),
      byName(pair.now.moves, ({ name }) => name),
    )
    const value = stateName(now, pair.now.field, model)
    const parts = (move: MachineModel['moves'][number]) => ({
      of: now.label,
      move: both(`\`${move.name}\``),
      from: quotedAll(move.from.map(value)),
      to: value(move.to),
    })
    return [
      ...moves.gone.map((move) =>
        change(
          'moves',
          'less',
          say(
            '“{of}”不能再由 {from} 变为“{to}”（{move}）',
            '“{of}” can no longer go from {from} to “{to}” ({move})',
            parts(move),
          ),
        ),
      ),
      ...moves.added.map((move) =>
        change(
          'moves',
          'more',
          say(
            '“{of}”现在可以由 {from} 变为“{to}”（{move}）',
            '“{of}” can now go from {from} to “{to}” ({move})',
            parts(move),
          ),
        ),
      ),
      ...moves.kept.flatMap((two) => changedMove(parts(two.now), two.old, two.now)),
    ]
  })
}

const stateName =
  (resource: ResourceModel, field: string, model: Model) =>
  (value: string | number): Text =>
    model.dictionaries[resource.fields[field]?.of ?? '']?.values.find((one) => one.value === value)?.label ??
    both(String(value))

function changedMove(
  parts: Record<string, Text>,
  old: MachineModel['moves'][number],
  now: MachineModel['moves'][number],
): Change[] {
  const { gone, added } = changedConditions(old.when, now.when)
  const isSame = same([old.from, old.to], [now.from, now.to])
  return [
    ...(isSame
      ? []
      : [
          change(
            'moves',
            'other',
            say('“{of}”的 {move} 现在由 {from} 变为“{to}”', '{move} of “{of}” now goes from {from} to “{to}”', parts),
          ),
        ]),
    ...added.map((why) =>
      change(
        'moves',
        'less',
        say('“{of}”的 {move} 现在要求：{why}', '{move} of “{of}” now asks: {why}', { ...parts, why }),
      ),
    ),
    ...gone.map((why) =>
      change(
        'moves',
        'more',
        say('“{of}”的 {move} 不再要求：{why}', '{move} of “{of}” no longer asks: {why}', { ...parts, why }),
      ),
    ),
    ...(sameBounds(old.set, now.set)
      ? []
      : [change('moves', 'other', say('“{of}”的 {move} 写入别的值', '{move} of “{of}” writes other values', parts))]),
    ...(same(old.by, now.by)
      ? []
      : [
          change(
            'moves',
            'other',
            say(
              '“{of}”的 {move} 现在由 {now} 进行（原为 {old}）',
              '{move} of “{of}” is now made by {now} (before: {old})',
              { ...parts, now: now.by.join(', '), old: old.by.join(', ') },
            ),
          ),
        ]),
  ]
}

const NO_CHANGE = { gone: [], added: [] }

/** Calls whose conditions are told with the buttons that make them. */
const callsOfButtons = (model: Model): Set<string> =>
  new Set(
    Object.values(model.screens).flatMap(({ view }) =>
      withInner(view).flatMap(({ actions }) => actions.flatMap(({ call }) => call ?? [])),
    ),
  )

function changedCall(old: CallModel, now: CallModel, pressed: Set<string>): Change[] {
  const parts = { call: both(`\`${now.id}\``), label: now.label }
  const { gone, added } = pressed.has(now.id) ? NO_CHANGE : changedConditions(old.when, now.when)
  const access = (one: CallModel): string => Object.keys(one.access ?? {}).join(', ') || '–'
  return [
    ...(access(old) === access(now)
      ? []
      : [
          change(
            'rights',
            'other',
            say('{call} 开放给 {now}（原为 {old}）', '{call} is open to {now} (before: {old})', {
              ...parts,
              now: access(now),
              old: access(old),
            }),
          ),
        ]),
    ...added.map((why) =>
      change('checks', 'less', say('{call} 现在要求：{why}', '{call} now asks: {why}', { ...parts, why })),
    ),
    ...gone.map((why) =>
      change('checks', 'more', say('{call} 不再要求：{why}', '{call} no longer asks: {why}', { ...parts, why })),
    ),
    ...(sameExpr(old.where, now.where)
      ? []
      : [
          change(
            'screens',
            'other',
            say('{call} 只答 {now} 的行（原为 {old}）', '{call} answers rows with {now} (before: {old})', {
              ...parts,
              now: exprText(now.where),
              old: exprText(old.where),
            }),
          ),
        ]),
    ...(same(old.scope, now.scope)
      ? []
      : [
          change(
            'rights',
            'other',
            say('{call} 的行：{now}（原为 {old}）', '{call} reaches rows of: {now} (before: {old})', {
              ...parts,
              now: now.scope ?? '–',
              old: old.scope ?? '–',
            }),
          ),
        ]),
    ...(sameBounds(old.set, now.set) && sameBounds(old.with, now.with)
      ? []
      : [change('values', 'other', say('{call} 写入别的值', '{call} writes other values', parts))]),
    ...(old.stat && now.stat ? changedMeasures(now, old.stat.measures, now.stat.measures) : []),
    ...(old.stat && now.stat && !same(old.stat.by, now.stat.by)
      ? [change('reports', 'other', say('{call} 按别的方式分组', '{call} groups otherwise', parts))]
      : []),
  ]
}

function changedMeasures(
  call: CallModel,
  old: Record<string, MeasureModel>,
  now: Record<string, MeasureModel>,
): Change[] {
  const meaning = (one: MeasureModel): unknown => (one.fn === 'ratio' ? one : [one.fn, one.field, one.where?.ast])
  const text = (one: MeasureModel): string =>
    one.fn === 'ratio'
      ? one.of.join(' / ')
      : `${one.fn}(${one.field ?? ''})${one.where ? ` where ${one.where.src}` : ''}`
  const name = (key: string): Text => call.output.find((one) => one.name === key)?.label ?? both(key)
  const parts = (key: string) => ({ call: both(`\`${call.id}\``), name: name(key) })
  return [
    ...lacking(Object.keys(old), Object.keys(now)).map((key) =>
      change('reports', 'less', say('{call} 不再算“{name}”', '{call} no longer counts “{name}”', parts(key))),
    ),
    ...lacking(Object.keys(now), Object.keys(old)).map((key) =>
      change('reports', 'more', say('{call} 现在算“{name}”', '{call} now counts “{name}”', parts(key))),
    ),
    ...Object.entries(now).flatMap(([key, one]) =>
      old[key] && !same(meaning(old[key]), meaning(one))
        ? [
            change(
              'reports',
              'other',
              say(
                '{call} 的“{name}”现在是 `{now}`（原为 `{old}`）',
                '“{name}” of {call} is now `{now}` (before: `{old}`)',
                { ...parts(key), now: text(one), old: text(old[key]) },
              ),
            ),
          ]
        : [],
    ),
  ]
}

function changedWords(before: Model, after: Model): Change[] {
  return pairsOf(before.dictionaries, after.dictionaries).kept.flatMap(({ old, now }) => {
    const values = pairsOf(
      byName(old.values, ({ name }) => name),
      byName(now.values, ({ name }) => name),
    )
    const parts = (list: { label: Text }[]) => ({ of: now.label, names: quotedAll(list.map(({ label }) => label)) })
    const retired = values.kept.filter((pair) => pair.now.retired && !pair.old.retired).map((pair) => pair.now)
    return [
      ...(values.gone.length > 0
        ? [change('words', 'less', say('“{of}”没有{names}了', '“{of}” no longer has {names}', parts(values.gone)))]
        : []),
      ...(values.added.length > 0
        ? [change('words', 'more', say('“{of}”新增{names}', '“{of}” now has {names}', parts(values.added)))]
        : []),
      ...(retired.length > 0
        ? [change('words', 'less', say('“{of}”不再提供{names}', '“{of}” no longer offers {names}', parts(retired)))]
        : []),
      ...values.kept.flatMap((pair) =>
        same(pair.old.label, pair.now.label)
          ? []
          : [
              change(
                'words',
                'other',
                say('“{of}”的“{old}”现在叫“{now}”', '“{old}” of “{of}” is now called “{now}”', {
                  of: now.label,
                  old: pair.old.label,
                  now: pair.now.label,
                }),
              ),
            ],
      ),
    ]
  })
}

function changedSettings(before: Model, after: Model): Change[] {
  const named = (model: Model) =>
    byName<Model['app']['settings'][number] & { was?: string[] }>(
      Object.values(model.app.settings ?? {}),
      ({ name }) => name,
    )
  const { kept, gone, added } = pairsOf(named(before), named(after))
  return [
    ...gone.map(({ label }) =>
      change('values', 'less', say('没有设置“{name}”了', 'There is no setting “{name}” any more', { name: label })),
    ),
    ...added.map((one) =>
      change(
        'values',
        'more',
        say('新设置“{name}”：{value}', 'A new setting “{name}”: {value}', {
          name: one.label,
          value: literal(one.default),
        }),
      ),
    ),
    ...kept.flatMap(({ old, now }) =>
      same(old.default, now.default)
        ? []
        : [
            change(
              'values',
              'other',
              say('设置“{name}”现在是 {now}（原为 {old}）', 'The setting “{name}” is {now} (before: {old})', {
                name: now.label,
                now: literal(now.default),
                old: literal(old.default),
              }),
            ),
          ],
    ),
  ]
}
