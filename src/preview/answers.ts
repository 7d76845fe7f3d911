/** Answers calls in the page itself, from sample records: what a server would say, without one. */
import { valueOf } from '../model/expr/evaluate.ts'
import { callOf, type CallKind, type CallModel, type Lang, type Text } from '../model/model.ts'
import type { Answer } from '../model/web.ts'
import { World } from '../samples/world.ts'
import type { Content } from './content.ts'
import { detail, list, select, stat, type Answered, type Asking } from './lists.ts'
import { buttonsOf, userInfo, type Role } from './person.ts'
import { add, edit, remove, twins, type Writing } from './writes.ts'

const NO_FILES: Text = {
  zh: '预览没有服务器，不能导入、导出或上传',
  en: 'A preview has no server: it takes in and gives out no files',
}
const NOT_FOUND: Text = { zh: '记录不存在', en: 'There is no such record' }
const EVERYTHING: Text = { zh: '全部权限', en: 'Everything' }

type Making = Writing & Pick<Asking, 'lang' | 'trees' | 'user'>

/** What each kind of call answers; a sentence where it cannot. */
const KINDS: Record<CallKind, (making: Making, preview: Preview) => Answered | Text> = {
  query: (making) => list(making),
  list: (making) => list(making),
  select: (making) => select(making),
  detail: (making) => detail(making) ?? NOT_FOUND,
  stat: (making) => stat(making),
  add: (making) => ({ data: { id: add(making).id } }),
  edit: (making) => written(edit(making), making),
  move: (making) => written(edit(making), making),
  set: (making) => written(edit(making), making),
  del: (making) => {
    remove(making)
    return { data: {} }
  },
  check: (making) => {
    const count = twins(making)
    return { data: { count }, count }
  },
  options: ({ world, call, lang }) => {
    const values = (world.model.dictionaries[call.options ?? '']?.values ?? []).filter((one) => !one.retired)
    return { data: values.map(({ value, label, tone }) => ({ value, label: label[lang], tone })), total: values.length }
  },
  export: () => NO_FILES,
  import: () => NO_FILES,
  progress: () => NO_FILES,
  handler: (making, preview) => preview.written(making),
}

function written(rows: { id: number; version?: unknown }[], { call }: Making): Answered | Text {
  const [first] = rows
  if (!first) return NOT_FOUND
  return call.many
    ? { data: { count: rows.length }, count: rows.length }
    : { data: { id: first.id, version: first.version } }
}

/** The preview of a product: its sample records, and who looks at them. */
export class Preview {
  readonly roles: Role[]
  private readonly content: Content['answers']
  private readonly world: World
  private seen: Role
  private readonly special: Record<string, (lang: Lang) => unknown>

  private readonly now: () => number
  private readonly trees: ReadonlySet<string>

  constructor(content: Content['answers'], now: () => number = Date.now) {
    this.now = now
    this.trees = new Set(content.model.trees)
    const { model, rows } = content
    this.content = content
    this.world = new World(model, rows, now)
    const lang = model.app.languages.default
    this.roles = [
      { id: 0, name: EVERYTHING[lang] },
      ...Object.values(model.roles).map((role, i) => ({ id: i + 1, name: role.label[lang], role })),
    ]
    this.seen = this.roles[0] as Role
    const { engineCalls } = model.app
    this.special = {
      [engineCalls.user?.path ?? '']: (asked) =>
        userInfo(model, this.world, { ...this.seen, name: this.nameOf(this.seen, asked) }),
      [engineCalls.buttons?.path ?? '']: () => buttonsOf(model, this.seen),
      [engineCalls.views?.path ?? '']: () => [],
      [engineCalls.feeds?.path ?? '']: () => [],
    }
  }

  /** What a role is called. */
  nameOf({ name, role }: Role, lang: Lang): string {
    return role ? role.label[lang] : this.roles[0]?.name === name ? EVERYTHING[lang] : name
  }

  get role(): Role {
    return this.seen
  }

  /** From now on everything is seen as this role sees it. */
  seeAs(id: number): void {
    this.seen = this.roles.find((one) => one.id === id) ?? this.seen
  }

  /** Answers a call as its wire path and input ask. */
  answer(path: string, payload: Record<string, unknown>, lang: Lang): Answer {
    const own = this.special[path]
    if (own) return { status: 200, msg: '', data: own(lang) }
    const call = callOf({ ...this.content.model, presets: {} }, path)
    if (!call) return refused(404, { zh: '没有这个接口', en: 'There is no such call' }, lang)
    const user = userInfo(this.content.model, this.world, this.seen).userDO
    const making = {
      world: this.world,
      call,
      payload: this.withFixed(call, payload),
      user,
      lang,
      now: this.now(),
      trees: this.trees,
    }
    const made = KINDS[call.kind](making, this)
    return 'data' in made ? { status: 200, msg: '', ...made } : refused(400, made, lang)
  }

  private withFixed({ with: fixed }: CallModel, payload: Record<string, unknown>): Record<string, unknown> {
    const env = this.world.env({}, { input: payload })
    return {
      ...Object.fromEntries(Object.entries(fixed).map(([name, one]) => [name, valueOf(one, env)])),
      ...payload,
    }
  }

  /** A hand-written call: rows where it answers some; else samples of what its schema says, and what it moves is moved. */
  written(making: Making): Answered | Text {
    const { call } = making
    if (call.rows !== undefined) return call.several ? list(making) : one(making)
    const samples = this.content.answers[call.path] ?? []
    if (call.several) return { data: samples, total: samples.length }
    if (call.move || Object.keys(call.set).length > 0) edit(making)
    return { data: samples[0] ?? {} }
  }
}

/** The first of the rows that a list would have. */
function one(making: Making): Answered | Text {
  const listed = list(making)
  return 'data' in listed ? { data: (listed.data as unknown[])[0] ?? null } : listed
}

const refused = (status: number, why: Text, lang: Lang): Answer => ({ status, msg: why[lang], data: {} })
