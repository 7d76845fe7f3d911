/** The registry of call kinds: what each does, one file each. */
import type { CallKind, CallModel, Model } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { refuse } from '../errors.ts'
import { mustCompareFew } from '../engine/compared.ts'
import type { Core } from '../engine/core.ts'
import { mustBeGranted } from '../engine/grant.ts'
import { Run, type Answered, type RunOptions } from '../engine/run.ts'
import { unveiled, veiled } from '../engine/veil.ts'
import { Writing } from '../engine/writing.ts'
import type { Actor, Handlers } from '../types.ts'
import { addCall } from './add.ts'
import { checkCall } from './check.ts'
import { delCall } from './del.ts'
import { detailCall } from './detail.ts'
import { editCall } from './edit.ts'
import { exportCall } from './export.ts'
import { handlerCall, replaced } from './handler.ts'
import { importCall } from './import.ts'
import { fingerprintOf, replacedLists } from './loaded.ts'
import { moveCall } from './move.ts'
import { offeredBy } from './offered.ts'
import { optionsCall } from './options.ts'
import type { CallPlan, Making, MakePlan } from './plan.ts'
import { progressCall } from './progress.ts'
import { withDefaults } from './read.ts'
import { listCall } from './query.ts'
import { selectCall } from './select.ts'
import { statCall } from './stat.ts'

const KINDS: Record<CallKind, MakePlan> = {
  query: listCall,
  list: listCall,
  detail: detailCall,
  add: addCall,
  edit: editCall,
  del: delCall,
  select: selectCall,
  export: exportCall,
  move: moveCall,
  set: moveCall,
  check: checkCall,
  stat: statCall,
  options: optionsCall,
  import: importCall,
  progress: progressCall,
  handler: handlerCall,
}

/** Kinds that make the engine's part themselves when a function stands in its place. */
const WRITING: ReadonlySet<CallKind> = new Set<CallKind>(['add', 'edit', 'del', 'move', 'set', 'handler'])

/** Kinds that list rows as they are asked for. */
const LISTING: ReadonlySet<CallKind> = new Set<CallKind>(['query', 'list'])

/** All calls of a model, worked out when first made. */
export class Calls {
  readonly core: Core
  private readonly handlers: Handlers
  private readonly plans = new Map<string, CallPlan | null>()
  private readonly making: Making
  private readonly replaced: ReadonlySet<string>

  constructor(core: Core, handlers: Handlers) {
    this.core = core
    this.replaced = replacedLists(core.model)
    this.handlers = handlers
    const planOf = (path: string): CallPlan | undefined => this.planOf(path)
    this.making = {
      core,
      planOf,
      writing: new Writing(core, offeredBy(core, planOf)),
      handlerOf: (path) => this.handlerOf(path),
    }
  }

  /** The plan of a wire path or alias, `update` being another word for `edit`; nothing for a path that is no call. */
  planOf(path: string): CallPlan | undefined {
    const cached = this.plans.get(path)
    if (cached !== undefined) return cached ?? undefined
    const { model } = this.core
    const call = callOf(model, path) ?? callOf(model, path.replace(/\/update$/, '/edit'))
    if (!call) return undefined
    const plan = this.plan(call)
    this.plans.set(path, plan)
    return plan
  }

  private plan(call: CallModel): CallPlan {
    const plan = KINDS[call.kind](this.making, call)
    return call.handler && !WRITING.has(call.kind) ? replaced(plan, this.making) : plan
  }

  private handlerOf(path: string): Handlers[string] | undefined {
    return Object.hasOwn(this.handlers, path) ? this.handlers[path] : undefined
  }

  /** Makes a call: 404 for an unknown path, then grant, then what its kind does. */
  async run(path: string, actor: Actor, payload: Record<string, unknown>, options: RunOptions = {}): Promise<Answered> {
    const plan = this.planOf(path)
    if (!plan) return refuse('unknownCall', { data: { unknownCall: path } })
    if (actor.kind !== 'client' || options.unit || options.granted)
      return await this.make(plan, actor, payload, options)
    const { files, clock } = this.core.deps
    const own = { seal: files.seal, actor, now: clock.now() }
    const answered = await this.make(plan, actor, unveiled(payload, own), options)
    return { ...answered, data: veiled(answered.data, own) }
  }

  private async make(
    plan: CallPlan,
    actor: Actor,
    payload: Record<string, unknown>,
    options: RunOptions,
  ): Promise<Answered> {
    const asker = options.unit?.asker ?? (await this.core.asker(actor))
    const granted = options.granted ? ({ free: true } as const) : mustBeGranted(asker, plan.call, payload)
    const asked = LISTING.has(plan.call.kind) ? withDefaults(plan.call, payload) : payload
    const run = new Run(asker, plan.call, asked, granted, options)
    if (options.unit) return await plan.run(run)
    try {
      const answered = await plan.run(run)
      return this.replaced.has(plan.call.id) ? { ...answered, version: fingerprintOf(answered.data) } : answered
    } finally {
      // A refusal tells of masked values as an answer does.
      await mustCompareFew(asker)
    }
  }
}

/** A call by its path or an alias. */
function callOf({ calls, aliases }: Model, path: string): CallModel | undefined {
  const target = Object.hasOwn(aliases, path) ? (aliases[path] as string) : path
  return Object.hasOwn(calls, target) ? calls[target] : undefined
}

/** Every call that needs a function has one, and every function its call; else a sentence that names them. */
export function checkHandlers(model: Model, handlers: Handlers): void {
  const wanted = Object.values(model.calls)
    .filter((call) => call.handler)
    .map((call) => call.path)
  const missing = wanted.filter((path) => !Object.hasOwn(handlers, path))
  const unused = Object.keys(handlers).filter((path) => !wanted.includes(path))
  const lines = [
    ...(isEmpty(missing) ? [] : [`calls without a function: ${missing.join(', ')}`]),
    ...(isEmpty(unused) ? [] : [`functions without a call: ${unused.join(', ')}`]),
  ]
  if (lines.length > 0) throw new Error(lines.join('\n'))
}
