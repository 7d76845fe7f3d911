/** Where a server finds its things: from the environment, with the defaults of the README. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Model } from '../src/model/model.ts'
import { splitForWeb } from '../generator/emit/web.ts'
import { projectRoot } from '../generator/cli/project.ts'
import type { RuntimeOptions } from '../src/server/runtime.ts'

export const root = projectRoot()

/** The generated model; a sentence when it was never generated. */
export function generatedModel(): Model {
  const file = join(root, 'src/generated/model.json')
  if (!existsSync(file)) throw new Error('There is no generated model yet: run `atelier generate`.')
  return JSON.parse(readFileSync(file, 'utf8')) as Model
}

/** Port, data and database as the environment says. */
export function serverOptions(model: Model): Omit<RuntimeOptions, 'log'> {
  const built = join(root, 'dist/web')
  return {
    model,
    split: splitForWeb,
    databaseUrl: process.env.DATABASE_URL || undefined,
    dataDir: resolve(root, process.env.DATA_DIR ?? 'data'),
    ...(existsSync(built) ? { webDir: built } : {}),
  }
}

export const port = (): number => Number(process.env.PORT ?? 8080)

export const say = (line: string): void => console.log(line)
