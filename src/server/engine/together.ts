/** Questions that are asked in the same turn, as one. */

interface Asked<Q, A> {
  question: Q
  resolve: (answer: A) => void
  reject: (reason: unknown) => void
}

/** Collects what is asked before the next turn of the program. `answer`: answers all of it, in the order asked. */
export class Together<Q, A> {
  private asked: Asked<Q, A>[] = []
  private readonly answer: (questions: readonly Q[]) => Promise<readonly A[]>

  constructor(answer: (questions: readonly Q[]) => Promise<readonly A[]>) {
    this.answer = answer
  }

  ask(question: Q): Promise<A> {
    return new Promise((resolve, reject) => {
      if (this.asked.length === 0) queueMicrotask(() => void this.answerAll())
      this.asked.push({ question, resolve, reject })
    })
  }

  private async answerAll(): Promise<void> {
    const all = this.asked.splice(0)
    try {
      const answers = await this.answer(all.map(({ question }) => question))
      all.forEach(({ resolve }, i) => resolve(answers[i] as A))
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
}
