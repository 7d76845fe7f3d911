/** What the engine says to the database during one call. */
import type { Database, Queryable, Statement, Transaction } from '../../src/server/types.ts'

/** A database that writes down what it is asked while `run` is at work. `within`: asked inside a transaction. */
export class Recording {
  readonly said: (Statement & { within: boolean })[] = []
  readonly db: Database

  constructor(db: Database) {
    const query =
      (to: Queryable, within: boolean): Queryable['query'] =>
      (sql, parameters = []) => {
        this.said.push({ sql, parameters, within })
        return to.query(sql, parameters)
      }
    const within = (tx: Transaction): Transaction => ({
      query: query(tx, true),
      later: (sql, parameters = []) => {
        this.said.push({ sql, parameters, within: true })
        tx.later(sql, parameters)
      },
    })
    this.db = {
      engine: db.engine,
      load: () => db.load(),
      query: query(db, false),
      script: (sql) => db.script(sql),
      listen: (channel, heard) => db.listen(channel, heard),
      transaction: (work) => db.transaction((tx) => work(within(tx))),
      close: () => db.close(),
    }
  }
}
