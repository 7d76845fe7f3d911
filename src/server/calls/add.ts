/** Kind `add`: a new record, with the child rows sent along. Answers its id. */
import type { CallModel, FieldModel, RuleModel } from '../../model/model.ts'
import { InputPlan, type Inside } from '../engine/input.ts'
import { Refusal } from '../errors.ts'
import { drafted, insert } from '../engine/write/insert.ts'
import { brokenRules } from '../engine/write/rules.ts'
import { marksOf, uniqueQuestions } from '../engine/write/unique.ts'
import { serialOf } from '../engine/write/values.ts'
import type { Answered, Run } from '../engine/run.ts'
import { Unit } from '../engine/unit.ts'
import type { Table } from '../query/table.ts'
import type { Making, MakePlan, Objections } from './plan.ts'
import { reader } from './read.ts'
import { WriteCall, type Doing } from './write.ts'

export const addCall: MakePlan = (making, call) => new AddCall(making, call)

class AddCall extends WriteCall {
  private readonly table: Table
  private readonly input: InputPlan
  private readonly serials: readonly FieldModel[]

  constructor(making: Making, call: CallModel) {
    super(making, call)
    this.table = making.core.catalogue.table(call.resource)
    this.input = new InputPlan(making.core.catalogue, call.input, this.table)
    this.serials = this.table.columns.filter((field) => field.type === 'serial')
  }

  async run(run: Run): Promise<Answered> {
    const { writing } = this.making
    const looking = run.options.unit ?? new Unit(run.asker, reader(run))
    const input = await this.input.read(run.payload, { unit: looking, sight: run.sight(this.table), partial: false })
    return await writing.inUnit(
      run,
      async (unit) => {
        await writing.references(run, unit, this.input, input, { table: this.table })
        await writing.guard(run, unit, [input as never], input)
        return await this.act({ run, unit, rows: [], input })
      },
      await this.numbers(run, input),
    )
  }

  /**
   * All that this call would check of the inputs, but what its hand-written function checks. Of rules, where there is such
   * a function, only those over what is sent: it may fill in the rest.
   */
  async objections(run: Run, unit: Unit, besides: string): Promise<Objections> {
    const { table, input } = this
    try {
      const { problems, inside } = await input.tried(run.payload, { unit, sight: run.sight(table), partial: false })
      if (problems.length > 0) return { problems, questions: [], marks: [] }
      await this.making.writing.guard(run, unit, [inside as never], inside)
      const values = await drafted(unit, table, inside)
      const uniques = table.resource.unique.filter((one) => one.field !== besides)
      return {
        problems: await brokenRules(unit, table, values, (rule) => !this.call.handler || this.isSent(rule)),
        questions: [
          ...(await this.making.writing.asked(run, unit, input, inside, { table })),
          ...(await uniqueQuestions(unit, table, uniques, [{ values, at: '' }])),
        ],
        marks: await marksOf(unit, table, uniques, values),
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { field, text } = error
      return { problems: [{ ...(field ? { field } : {}), text }], questions: [], marks: [] }
    }
  }

  private isSent({ expr }: RuleModel): boolean {
    const sent = new Set(this.call.input.map(({ name }) => name))
    return expr.reads.every((path) => !path.startsWith('row.') || sent.has(path.split('.')[1] as string))
  }

  /** Numbers are taken before the transaction, so that adds do not wait for one another. */
  private async numbers(run: Run, input: Inside): Promise<Map<string, number>> {
    const taken = new Map<string, number>()
    if (run.options.unit) return taken
    const { core } = this.making
    for (const field of this.serials) {
      const { key } = serialOf(
        { now: run.asker.now, core, actor: run.actor },
        this.table,
        field,
        input.companyId ?? run.actor.companyId,
      )
      taken.set(key, await core.serials.take(key))
    }
    return taken
  }

  protected async standard({ unit, input }: Doing, more: Record<string, unknown>): Promise<Answered> {
    const row = await insert(unit, this.table, { ...input, ...more })
    return { data: { id: row.id }, written: [{ after: row }] }
  }
}
