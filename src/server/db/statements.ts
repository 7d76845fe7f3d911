/** Decides which statements to prepare: a bounded registry of repeated ones. */

/** A statement is prepared from its third use on; the server keeps its plan until the session ends. */
const USES = 3
/** Each session keeps every prepared plan, some tens of kB; a server has a dozen sessions, the embedded database one. */
export const PREPARED = { server: 256, embedded: 1024 }
/** Longer statements are inserts of many rows, with a different text each time. */
const LONGEST = 20_000
const WATCHED = 2_000

/**
 * The start of a statement that is planned for its values each time. After some uses a prepared one gets a generic plan,
 * which treats every range as narrow: with two of them it may read a million rows for a hundred.
 */
export const FOR_ITS_VALUES = '/* for its values */ '

/** Names for repeated statements. One registry serves all sessions of a database. */
export class StatementNames {
  private readonly names = new Map<string, string>()
  private readonly uses = new Map<string, number>()

  constructor(private readonly most: number) {}

  /** The name under which to prepare the statement, or undefined when it should be sent as text. */
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

  /** The plan under this statement's name is no longer valid; the statement gets another name. */
  forget(sql: string): void {
    this.names.delete(sql)
  }

  /** The schema changed: a prepared statement keeps its old parameter types, so all statements get other names. */
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
