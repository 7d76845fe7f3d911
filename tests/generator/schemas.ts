/** The product's own schemas, as tests use them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../generator/index.ts'
import type { Model } from '../../src/model/model.ts'

export const ROOT = process.cwd()
export const SCHEMAS = join(ROOT, 'schemas')

/** A schema file's text; `file` below `schemas/`. */
export const textOf = (file: string): string => readFileSync(join(SCHEMAS, file), 'utf8')

/** The model of the product. Fails with its problems when it does not compile. */
export function productModel(): Model {
  const { model, problems } = compile(SCHEMAS)
  if (!model)
    throw new Error(problems.map((p) => `${p.file}:${p.line}:${p.column} ${p.message} [${p.code}]`).join('\n'))
  return model
}
