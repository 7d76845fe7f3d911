/** `atelier verify`: every invariant of the product over the database, with the rows that break one. */
import { verify } from '../src/server/platform/invariants/index.ts'
import { isMigrated } from '../src/server/db/schema/fingerprint.ts'
import { extend } from '../src/server/platform/index.ts'
import { generatedModel, root, say, withDatabase } from './environment.ts'
import { productOf } from './product.ts'
import { orSay } from './serve.ts'

export const run = (): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    extend(await productOf(root))
    return withDatabase(model, async (db) => {
      // Formulas and columns of another model would look like broken rules.
      if (!(await isMigrated(db, model))) {
        say('The database is not of this model yet: start the server, or run `atelier migrate`, then verify.')
        return 2
      }
      const verdicts = await verify(db, model)
      for (const { invariant, broken } of verdicts) {
        say(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${invariant.code}  ${invariant.says}`)
        for (const row of broken) say(`         ${JSON.stringify(row)}`)
      }
      return verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0
    })
  })
