/**
 * What can be tried on a screen, worked out from its schema: who may open it, its filters, and for each button who may press
 * it, what it must refuse, and what comes of it.
 */
import { matrix } from '../generator/tools/matrix.ts'
import {
  callOf,
  type ActionModel,
  type CallModel,
  type FilterModel,
  type Model,
  type ScreenModel,
  type Text,
} from '../src/model/model.ts'
import { partsOf, withInner } from '../src/model/views.ts'
import { entryOf, sampleOf, wrongOf, type Found } from './samples.ts'

type Values = Record<string, unknown>

/**
 * One thing to try. `expects`: either = done or refused by a sentence, never broken; nothing: it cannot be tried.
 * `field`: the input that is to be refused; what is refused at another one says nothing about it.
 */
export interface Trial {
  /** Who tries it; each of them must be answered alike. */
  roles: string[]
  says: Text
  path: string
  input: Values
  expects: 'answered' | 'refused' | 'forbidden' | 'either' | 'nothing'
  field?: string
}

interface Making extends Found {
  screen: ScreenModel
  /** The role that may do everything. */
  whole: string
  /** Role → paths it is not granted. */
  closed: Map<string, Set<string>>
}

/** All trials of a screen, each made when those before it are done. `whole`: the role that may do everything. */
export async function* trialsOf(found: Found, screen: ScreenModel, whole: string): AsyncGenerator<Trial> {
  const closed = new Map<string, Set<string>>()
  for (const { role, call, grant } of matrix(found.model))
    if (grant === 'refused') closed.set(role, (closed.get(role) ?? new Set()).add(call))
  const making: Making = { ...found, screen, whole, closed }
  yield* looking(making)
  for (const view of withInner(screen.view)) {
    const call = 'call' in view && view.call ? callOf(found.model, view.call) : undefined
    if (call && view === screen.view)
      for (const filter of partsOf(view).filters) yield* await filtering(making, call, filter)
    for (const action of view.actions) yield* await pressing(making, action)
  }
}

const namesOf = (model: Model, roles: string[]): Text => ({
  zh: roles.map((role) => model.roles[role]!.label.zh).join('、'),
  en: roles.map((role) => model.roles[role]!.label.en).join(', '),
})

/** Every role asks what the screen reads: those that are granted it are answered, the others are not. */
function looking({ model, screen, closed }: Making): Trial[] {
  const [id] = partsOf(screen.view).calls
  const call = id === undefined ? undefined : callOf(model, id)
  if (!call || call.input.some((field) => field.required) || call.kind === 'detail') return []
  const isShut = (role: string): boolean => closed.get(role)?.has(call.path) ?? false
  const roles = Object.keys(model.roles)
  const trial = (may: boolean): Trial[] => {
    const who = roles.filter((role) => isShut(role) !== may)
    const names = namesOf(model, who)
    const says = {
      zh: `${may ? '可以' : '不能'}看“${screen.label.zh}”：${names.zh}`,
      en: `${may ? 'May' : 'May not'} look at “${screen.label.en}”: ${names.en}`,
    }
    return who.length > 0
      ? [{ roles: who, path: call.path, input: {}, expects: may ? 'answered' : 'forbidden', says }]
      : []
  }
  return [...trial(true), ...trial(false)]
}

async function filtering(making: Making, call: CallModel, filter: FilterModel): Promise<Trial[]> {
  const value = await sampleOf(making, filter.control)
  if (value === undefined || !filter.offered || call.input.some((field) => field.required)) return []
  const [from, to] = filter.wire
  const one = filter.many && !Array.isArray(value) ? [value] : value
  const input: Values =
    typeof from === 'string' && filter.range && filter.wire.length === 1
      ? { [from]: [value, value] }
      : { ...(typeof from === 'string' ? { [from]: one } : {}), ...(to ? { [to]: value } : {}) }
  return [
    {
      roles: [making.whole],
      path: call.path,
      input,
      expects: 'answered',
      says: { zh: `按“${filter.label.zh}”筛选`, en: `Filter by “${filter.label.en}”` },
    },
  ]
}

/** A button: who may not press it, each input it must refuse, a row in another state, and the press itself. */
async function pressing(making: Making, action: ActionModel): Promise<Trial[]> {
  const { model, whole } = making
  const call = action.call === undefined ? undefined : callOf(model, action.call)
  if (!call || !WRITES.has(call.kind)) return []
  const button = action.label
  const fixed = fixedOf(call)
  const rows = await rowsFor(making, call)
  const asked = call.input.filter(
    (field) => !ENVELOPE.has(field.name) && !(field.name in fixed) && field.show === undefined,
  )
  const base = {
    ...(await entryOf(
      making,
      asked.filter((field) => field.required),
    )),
    ...fixed,
  }
  const trial = (expects: Trial['expects'], input: Values, says: Text): Trial => ({
    roles: [whole],
    path: call.path,
    input,
    expects,
    says: { zh: `“${button.zh}”：${says.zh}`, en: `“${button.en}”: ${says.en}` },
  })
  const withRow = { ...rows.right, ...base }
  const shut = shutFor(making, call)
  const names = namesOf(model, shut)
  const trials: Trial[] =
    shut.length > 0
      ? [
          {
            ...trial('forbidden', withRow, { zh: `不能按：${names.zh}`, en: `may not be pressed by ${names.en}` }),
            roles: shut,
          },
        ]
      : []
  if (rows.needed && !rows.right)
    return [...trials, trial('nothing', {}, { zh: '没有能按的记录', en: 'there is no record to press it on' })]
  for (const field of asked)
    for (const { value, what } of wrongOf(field)) {
      const says = { zh: `“${field.label.zh}”${what.zh}`, en: `“${field.label.en}” ${what.en}` }
      trials.push({ ...trial('refused', { ...withRow, [field.name]: value }, says), field: field.name })
    }
  if (rows.needed)
    trials.push(
      trial(
        'refused',
        { ...withRow, ...idOf(call, 999_999_999) },
        { zh: '没有这条记录', en: 'a record that is not there' },
      ),
    )
  if (rows.wrong)
    trials.push(
      trial('refused', { ...withRow, ...rows.wrong }, { zh: '另一状态的记录', en: 'a record in another state' }),
    )
  return [...trials, trial('either', withRow, { zh: '按下', en: 'pressed' })]
}

const WRITES = new Set(['add', 'edit', 'del', 'move', 'set', 'handler'])
const ENVELOPE = new Set(['id', 'ids', 'version'])

const shutFor = ({ model, closed }: Making, call: CallModel): string[] =>
  Object.keys(model.roles).filter((role) => closed.get(role)?.has(call.path))

/** What a preset fixes, as far as it is no formula. */
const fixedOf = ({ with: bounds }: CallModel): Values =>
  Object.fromEntries(Object.entries(bounds).flatMap(([name, bound]) => ('value' in bound ? [[name, bound.value]] : [])))

const takes = (call: CallModel): string | undefined =>
  call.input.find(({ name }) => name === 'ids' || name === 'id')?.name

const idOf = (call: CallModel, id: number): Values => {
  const name = takes(call)
  return name === undefined ? {} : { [name]: name === 'ids' ? [id] : id }
}

/** A record that the move of a call begins at, and one that it does not; of a call without a move any. */
async function rowsFor(
  { db, model, companyId }: Making,
  call: CallModel,
): Promise<{ needed: boolean; right?: Values; wrong?: Values }> {
  const resource = model.resources[call.resource]
  if (takes(call) === undefined || !resource || resource.virtual) return { needed: takes(call) !== undefined }
  const machine = resource.machines.find((one) => one.field === call.move?.field)
  const move = machine?.moves.find((one) => one.name === call.move?.name)
  const within = resource.company ? '"companyId" = $1' : '$1::bigint is not null'
  const one = async (where: string, parameters: unknown[]): Promise<Values | undefined> => {
    const [row] = await db.query<{ id: number }>(
      `select "id" from "${resource.name}" where not "isDel" and ${within} and ${where} order by "id" desc limit 1`,
      [companyId, ...parameters],
    )
    return row && idOf(call, row.id)
  }
  if (!move) return { needed: true, right: await one('true', []) }
  const column = `"${move.field}"`
  return {
    needed: true,
    right: await one(`${column}::text = any($2)`, [move.from.map(String)]),
    wrong: await one(`not ${column}::text = any($2)`, [move.from.map(String)]),
  }
}
