/** `atelier verify`: every invariant of the product over the database, with the rows that break one. */
import { verify } from '../src/server/domain/invariants/index.ts'
import { generatedModel, say, withDatabase } from './environment.ts'
import { orSay } from './serve.ts'

export const run = (): Promise<number> =>
  orSay(async () => {
    const model = generatedModel()
    return withDatabase(model, async (db) => {
      const verdicts = await verify(db, model)
      for (const { invariant, broken } of verdicts) {
        say(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${invariant.code}  ${invariant.says}`)
        for (const row of broken) say(`         ${JSON.stringify(row)}`)
      }
      return verdicts.some(({ broken }) => broken.length > 0) ? 1 : 0
    })
  })
