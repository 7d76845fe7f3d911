/** Masks follow the value: a field computed from a masked field is masked itself, or the mask could be bypassed. */
import type { ExprNode } from '../../../src/model/expr/types.ts'
import type { FieldModel } from '../../../src/model/model.ts'
import type { Compilation, ResourceDraft } from '../../base/context.ts'

export function maskComputed(c: Compilation): void {
  for (const r of c.resources.values())
    for (const f of r.fields.values()) if (f.value && !f.masked) f.masked = shows(c, r, f.value.ast)
}

/** Whether the result of an expression can contain a masked field. A comparison does not. */
function shows(c: Compilation, r: ResourceDraft, node: ExprNode): boolean {
  switch (node.k) {
    case 'field':
    case 'computed':
      return isMasked(c, ownerOf(c, r, node.of), node.name)
    case 'if':
      return shows(c, r, node.then) || shows(c, r, node.else)
    case 'concat':
      return shows(c, r, node.a) || shows(c, r, node.b)
    case 'call':
      return node.fn === 'or' && node.args.some((arg) => shows(c, r, arg))
    case 'each':
      return node.fn === 'map' && shows(c, r, node.body)
    default:
      return false
  }
}

function ownerOf(c: Compilation, r: ResourceDraft, node: ExprNode): ResourceDraft | undefined {
  return node.k === 'root' && node.name === 'row'
    ? r
    : node.type.t === 'row'
      ? c.resources.get(node.type.of)
      : undefined
}

/** Masked by its own key, by the record it extends, or through its own value. Values cannot depend on themselves (CEL006). */
function isMasked(c: Compilation, owner: ResourceDraft | undefined, name: string): boolean {
  const field: FieldModel | undefined = owner?.fields.get(name)
  if (!owner || field?.masked) return field?.masked ?? false
  if (field) return field.value !== undefined && shows(c, owner, field.value.ast)
  return owner.base !== undefined && isMasked(c, c.resources.get(owner.base.resource), name)
}
