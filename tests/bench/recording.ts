/** What the engine says to the database during one call. */
import type { Database, Queryable, Statement } from '../../src/server/types.ts'

/** A database that writes down what it is asked while `run` is at work. `within`: asked inside a transaction. */
export class Recording {
  readonly said: (Statement & { within: boolean })[] = []
  readonly db: Database

  constructor(db: Database) {
    const note = (to: Queryable, within: boolean): Queryable => ({
      query: (sql, parameters = []) => {
        this.said.push({ sql, parameters, within })
        return to.query(sql, parameters)
      },
    })
    this.db = {
      engine: db.engine,
      load: () => db.load(),
      query: note(db, false).query,
      script: (sql) => db.script(sql),
      listen: (channel, heard) => db.listen(channel, heard),
      transaction: (work) => db.transaction((tx) => work(note(tx, true))),
      close: () => db.close(),
    }
  }
}
