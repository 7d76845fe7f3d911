/** Expressions at run time. The checker (`check.ts`) belongs to the compiler, `sql.ts` to the server. */
export { evaluate, holds, isEmpty, valueOf, type Env } from './evaluate.ts'
export type { Expr, ExprNode, ExprType, FieldUnit, FunctionName, RootName } from './types.ts'
