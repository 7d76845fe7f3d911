/** What may be a password in this house (rules 6.5, I-41). */
import type { Model, Text } from '../../../model/model.ts'
import { passwordProblem } from '../../auth/passwords.ts'
import type { DbRow, Queryable } from '../../types.ts'

/** Names with fewer signs stand in too many words. */
const SHORTEST = { written: 2, letters: 4 }

/** Why somebody with this number may not have the password, or nothing. `house`: whose names it must not hold. */
export const problemOf = async (
  house: { db: Queryable; model: Model },
  { password, mobile }: { password: string; mobile: string },
): Promise<Text | undefined> => passwordProblem(password, mobile, await names(house))

/** The names of the product and of all companies; of `Star Studio (North)` what stands before the bracket too. */
async function names({ db, model: { app } }: { db: Queryable; model: Model }): Promise<string[]> {
  const companies = await db.query<DbRow & { name: string; shortName: string | null; code: string }>(
    'select "name", "shortName", "code" from "company" where not "isDel"',
  )
  const said = companies.flatMap(({ name, shortName, code }) => [name, name.split(/[(（]/)[0], shortName, code])
  return [...Object.values(app.name), ...app.passwordWords, ...said].flatMap((name) => {
    const text = name?.trim() ?? ''
    return text.length >= (/^[\x20-\x7e]+$/.test(text) ? SHORTEST.letters : SHORTEST.written) ? [text] : []
  })
}
