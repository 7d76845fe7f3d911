/** Which statements are worth preparing: a bounded registry of those seen again and again. */

/** A statement is prepared from its third use on; the server keeps its plan until the session ends. */
const USES = 3
/** Each session keeps every prepared plan, some tens of kB; a server has a dozen sessions, the embedded database one. */
export const PREPARED = { server: 256, embedded: 1024 }
/** Longer ones are inserts of many rows, a different text each time. */
const LONGEST = 20_000
const WATCHED = 2_000

/**
 * Begins a statement that is planned for its values each time. A prepared one gets, after some uses, a plan for any
 * values, which takes every range for a narrow one: with two of them it may read a million rows for a hundred.
 */
export const FOR_ITS_VALUES = '/* for its values */ '

/** Names for repeated statements. One registry serves all sessions of a database. */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly uses = new Map<string, number>()

  constructor(private readonly most: number) {}

  /** The name to prepare the statement under, or nothing when it should be sent as it is. */
  nameOf(sql: string): string | undefined {
    if (sql.startsWith(FOR_ITS_VALUES)) return undefined
    const name = this.names.get(sql)
    if (name || sql.length > LONGEST || this.names.size >= this.most) return name
    const uses = (this.uses.get(sql) ?? 0) + 1
    if (uses >= USES) return this.add(sql)
    if (this.uses.size >= WATCHED) this.uses.clear()
    this.uses.set(sql, uses)
    return undefined
  }

  /** The plan under this statement's name is of no use any more; the statement gets another name. */
  forget(sql: string): void {
    this.names.delete(sql)
  }

  /** The schema changed: a prepared statement keeps the parameter types it was prepared with. All get other names. */
  forgetAll(): void {
    this.names.clear()
    this.uses.clear()
  }

  private made = 0

  private add(sql: string): string {
    this.made += 1
    const name = `s${this.made}`
    this.names.set(sql, name)
    this.uses.delete(sql)
    return name
  }
}
