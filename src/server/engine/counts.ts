/**
 * Counts of lists, cached for a moment: counting up to the cap costs many times what a page costs, and people page
 * to and fro. Any write of this process clears the cache; writes of other processes are seen a second later.
 */
const KEPT_MS = 1000
const KEPT_MAX = 2000

interface Kept {
  value: unknown
  at: number
  generation: number
}

export class Counts {
  private readonly kept = new Map<string, Kept>()
  private generation = 0

  /** A row was written. */
  changed(): void {
    this.generation += 1
  }

  get(key: string): unknown {
    const found = this.kept.get(key)
    const fresh = found && found.generation === this.generation && performance.now() - found.at < KEPT_MS
    return fresh ? found.value : undefined
  }

  /** Called before counting: the result is cached only if nothing was written meanwhile. */
  begin(): (key: string, value: unknown) => void {
    const { generation } = this
    return (key, value) => {
      if (generation !== this.generation) return
      if (this.kept.size >= KEPT_MAX) this.kept.clear()
      this.kept.set(key, { value, at: performance.now(), generation })
    }
  }
}
