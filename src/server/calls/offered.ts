/** Which records a look-up offers to a person: the condition under which a reference to one may be written. */
import type { Core } from '../engine/core.ts'
import type { Run } from '../engine/run.ts'
import type { Offered } from '../engine/write/references.ts'
import type { ListPlan } from '../query/list.ts'
import { allOf, sql } from '../query/sql.ts'
import { EVERYTHING } from '../query/cells.ts'
import type { CallPlan } from './plan.ts'

/** A plan that lists rows by the engine. */
interface Listing extends CallPlan {
  readonly list: ListPlan
}

const lists = (plan: CallPlan | undefined): plan is Listing => plan !== undefined && 'list' in plan

/** What is written is compared with what exists, not with what may be seen. */

/** Live records of the company that the look-up of the field would have answered with its fixed inputs. */
export function offeredBy(core: Core, planOf: (path: string) => CallPlan | undefined): (run: Run) => Offered {
  return (run) => (field, target, alias, fixed) => {
    const plan = field.lookup === undefined ? undefined : planOf(field.lookup)
    if (!lists(plan) || plan.list.table !== target) {
      // A hand-written look-up that is declared wider answers for what it offers; so does the call that writes it.
      const widened = plan?.call.scope
      const reach = { ...run.reachAs(target, widened === 'global', widened), rule: 'free' as const }
      return allOf([sql`not ${sql.ref(`${alias}.isDel`)}`, core.scope.company(target, alias, reach)])
    }
    const { list, call } = plan
    const reach = run.reachAs(target, false, call.scope)
    const taken = Object.fromEntries(Object.entries(fixed).filter(([name]) => list.takes(name)))
    return list.conditions(list.parse(taken, reach, run.asker.environment, EVERYTHING), { inline: true })
  }
}
