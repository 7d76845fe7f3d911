/** Small pieces of a model for the tests of the renderer. */
import { isLink } from '../../../src/model/fields.ts'
import {
  PLAIN_FIELD,
  type ActionModel,
  type CallModel,
  type ColumnModel,
  type FieldModel,
  type FilterModel,
  type FormItemModel,
} from '../../../src/model/model.ts'
import type { WebPart } from '../../../src/model/web.ts'
import type { Expr, ExprNode } from '../../../src/model/expr/types.ts'
import type { Env } from '../../../src/model/expr/evaluate.ts'

export const ZONE = 'Asia/Shanghai'

export function field(name: string, more: Partial<FieldModel> = {}): FieldModel {
  const made = { ...PLAIN_FIELD, name, type: 'string', label: { zh: name, en: name }, column: true, ...more }
  return (isLink(made as FieldModel) ? { key: 'id', ...made } : made) as FieldModel
}

export const item = (name: string, more: Partial<FieldModel> = {}, columns?: ColumnModel[]): FormItemModel => ({
  kind: 'field',
  field: field(name, more),
  ...(columns ? { columns } : {}),
})

export function filter(name: string, more: Partial<FilterModel> = {}): FilterModel {
  return {
    name,
    label: { zh: name, en: name },
    control: field(name),
    match: { kind: 'is', path: name },
    many: false,
    range: false,
    wire: [name],
    offered: true,
    ...more,
  }
}

export function call(path: string, more: Partial<CallModel> = {}): CallModel {
  return {
    id: path,
    path,
    resource: 'thing',
    name: path.split('/')[1] ?? path,
    kind: 'handler',
    preset: false,
    label: { zh: path, en: path },
    handler: false,
    set: {},
    many: false,
    input: [],
    output: [],
    with: {},
    when: [],
    once: false,
    also: [],
    form: [],
    ...more,
  }
}

export function action(key: string, more: Partial<ActionModel> = {}): ActionModel {
  return { key, code: key, label: { zh: key, en: key }, fills: {}, form: [], when: [], at: ['row'], was: [], ...more }
}

export const NO_PART: WebPart = { screens: {}, calls: {}, resources: {}, dictionaries: {} }

const ANY = { t: 'any', empty: true } as const
const root = (name: 'row' | 'parent' | 'input' | 'user'): ExprNode => ({ k: 'root', name, type: ANY })

/** `row.name`, or of another root. */
export const read = (name: string, of: 'row' | 'parent' | 'input' | 'user' = 'row'): ExprNode => ({
  k: 'field',
  of: root(of),
  name,
  unit: 'plain',
  type: ANY,
})
export const lit = (v: string | number | boolean | null): ExprNode => ({ k: 'lit', v, type: ANY })
export const cmp = (op: '==' | '!=' | '<' | '<=' | '>' | '>=', a: ExprNode, b: ExprNode): ExprNode => ({
  k: 'cmp',
  op,
  a,
  b,
  type: { t: 'bool', empty: false },
})
export const expr = (ast: ExprNode, reads: string[]): Expr => ({ src: '', ast, reads })

/** The environment of nobody in particular. */
export const env = (more: Partial<Env> = {}): Env => ({
  now: Date.UTC(2026, 2, 16, 4),
  money: 1,
  zone: ZONE,
  user: { employeeId: 7 },
  ...more,
})
