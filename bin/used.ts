/** `atelier used <name> [--json] [--data]`: every place where a name stands in the schemas, and with `--data` in the rows of the database. */
import { isMigrated } from '../src/server/db/schema/fingerprint.ts'
import { kindsOf, run as places } from '../generator/cli/used.ts'
import { studyProject, words } from '../generator/cli/project.ts'
import { usesOf } from '../src/server/platform/uses.ts'
import { generatedModel, root, say, withDatabase } from './environment.ts'
import { orSay } from './serve.ts'

export const run = async (args: string[]): Promise<number> => {
  if (args.includes('--json') && args.includes('--data')) {
    console.error('--json tells the places in the schemas alone; leave out --data')
    return 2
  }
  const status = await places(args.filter((arg) => arg !== '--data'))
  return status === 0 && args.includes('--data') ? orSay(() => inRows(words(args)[0] ?? '')) : status
}

async function inRows(word: string): Promise<number> {
  const references = studyProject(root, { references: true })?.c.references
  const meant = references && kindsOf(references, word)
  if (!meant || typeof meant === 'string') return 1
  const model = generatedModel()
  const uses = await withDatabase(model, async (db) => {
    if (!(await isMigrated(db, model))) return undefined
    const found = []
    for (const kind of meant.kinds) found.push(...(await usesOf(db, model, kind, meant.name)))
    return found
  })
  if (!uses) {
    say('in the database: it is not of this model yet; start the server, or run `atelier migrate`')
    return 2
  }
  say(`in the database: ${uses.length === 0 ? 'no row names it' : ''}`)
  for (const { in: place, says, rows } of uses) say(`  ${place}: ${rows.toLocaleString('en-US')} ${says}`)
  return 0
}
