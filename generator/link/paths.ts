/** Paths through refs and child rows: `customer.realName`, `members.mobile`, `createBy.realName`. */
import { isOwn, isRef } from '../../src/model/fields.ts'
import type { FieldModel } from '../../src/model/model.ts'
import type { At, Compilation, ResourceDraft } from '../base/context.ts'
import { baseFields, referField } from './fields.ts'
import { suggestion } from '../base/problems.ts'

export interface ResolvedPath {
  /** The path in records: refs by their step name (`createByRef.realName`). */
  path: string
  field: FieldModel
  /** Resource that owns the last field. */
  owner: ResourceDraft
  /** Resources and step names on the path. `many`: child rows or a list of refs. */
  steps: { name: string; field: FieldModel; resource: string; many: boolean }[]
}

/** How a path is written at its place: as a key, or behind `offset` characters (the `-` of an order). */
export interface PathOptions {
  key?: boolean
  offset?: number
}

/** Follows a path from a resource; an error at the step that fails. */
export function resolvePath(
  c: Compilation,
  from: ResourceDraft,
  path: string,
  at: At,
  options: PathOptions = {},
): ResolvedPath | undefined {
  if (!options.key) c.allow(at, { kind: 'path', resource: from.name })
  const names = path.split('.')
  const steps: ResolvedPath['steps'] = []
  let owner = from
  let offset = options.offset ?? 0
  for (const [i, name] of names.entries()) {
    const last = i === names.length - 1
    const spot = options.key ? { key: true } : { offset }
    const own = last ? fieldOf(c, owner, name) : undefined
    if (own) {
      referField(c, at, own, own.name, spot)
      return { path: [...steps.map((s) => s.name), own.name].join('.'), field: own, owner, steps }
    }
    const step = stepOf(c, owner, name)
    if (step) {
      referField(c, at, step.field, step.field.name, { ...spot, text: name, step: step.field.name !== name })
      steps.push(step)
      if (last) return endAtRef(steps, owner, step)
      owner = c.resources.get(step.resource)!
      offset += name.length + 1
      continue
    }
    if (baseKnows(c, owner, name)) {
      const viaBase = throughBase(c, owner, names.slice(i), at, { ...options, offset })
      return (
        viaBase && {
          ...viaBase,
          path: [...steps.map((s) => s.name), viaBase.path].join('.'),
          steps: [...steps, ...viaBase.steps],
        }
      )
    }
    if (c.lost.has(name)) return undefined
    const fieldNames = candidates(c, owner, last)
    return c.error(at, 'REF004', `unknown field of ${owner.name} "${name}"${suggestion(name, fieldNames)}`, {
      ...spot,
      length: name.length,
    })
  }
  return undefined
}

/** `"customer"` may stand for `customerId`. */
function endAtRef(
  steps: ResolvedPath['steps'],
  owner: ResourceDraft,
  step: ResolvedPath['steps'][number],
): ResolvedPath {
  const before = steps.slice(0, -1)
  return { path: [...before.map((s) => s.name), step.field.name].join('.'), field: step.field, owner, steps: before }
}

function fieldOf(c: Compilation, owner: ResourceDraft, name: string): FieldModel | undefined {
  return owner.fields.get(name) ?? baseFields(c).get(name)
}

function stepOf(c: Compilation, owner: ResourceDraft, name: string): ResolvedPath['steps'][number] | undefined {
  for (const field of [...owner.fields.values(), ...baseFields(c).values()]) {
    if (isRef(field) && (field.as === name || field.name === name) && c.resources.has(field.of))
      return { name: field.as, field, resource: field.of, many: false }
    if ((isOwn(field) || field.type === 'refs') && field.name === name && c.resources.has(field.of))
      return { name, field, resource: field.of, many: true }
  }
  return undefined
}

/** Whether a name is one of the record that this one extends. */
function baseKnows(c: Compilation, owner: ResourceDraft, name: string): boolean {
  const base = owner.base && c.resources.get(owner.base.resource)
  return base !== undefined && owner.fields.get(owner.base!.field)?.as !== undefined && knows(c, base, name)
}

function throughBase(
  c: Compilation,
  owner: ResourceDraft,
  names: string[],
  at: At,
  options: PathOptions,
): ResolvedPath | undefined {
  const base = c.resources.get(owner.base!.resource)!
  const ref = owner.fields.get(owner.base!.field)
  if (!ref || !isRef(ref)) return undefined
  const found = resolvePath(c, base, names.join('.'), at, options)
  const step = { name: ref.as, field: ref, resource: base.name, many: false }
  return found && { ...found, path: `${ref.as}.${found.path}`, steps: [step, ...found.steps] }
}

const knows = (c: Compilation, owner: ResourceDraft, name: string): boolean =>
  fieldOf(c, owner, name) !== undefined || stepOf(c, owner, name) !== undefined

function candidates(c: Compilation, owner: ResourceDraft, last: boolean): string[] {
  const base = owner.base ? [...(c.resources.get(owner.base.resource)?.fields.keys() ?? [])] : []
  const refs = [...owner.fields.values()].flatMap((f) => f.as ?? [])
  return last ? [...owner.fields.keys(), ...base, ...baseFields(c).keys()] : [...refs, ...owner.fields.keys()]
}
