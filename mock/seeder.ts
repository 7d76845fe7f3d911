/** How demo data is written: by the calls that staff would make, at a moment of choice. */

/** One company's writer. Ids come back, so that later rows can point at earlier ones. */
export interface Seeder {
  /** Adds one record by its `add` call; answers its id. */
  add(resource: string, values: Record<string, unknown>): Promise<number>
  /** Adds many, in order, in as few transactions as may be. */
  addAll(resource: string, rows: Record<string, unknown>[]): Promise<number[]>
  /** Makes any call; answers its data. */
  call<T = unknown>(path: string, input: Record<string, unknown>): Promise<T>
  /** The same writer as another person of the company (employee id). */
  as(employeeId: number): Seeder
  /** The same writer at another moment (ms). */
  at(moment: number): Seeder
  /** The moment in whose name it writes. */
  readonly now: number
}
