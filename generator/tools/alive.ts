/**
 * What each machine can do: every state is reached from the start, and from every state an end, along moves that somebody
 * may make (docs/PROOFS.md § 2). `check` proves it of the words alone; here a move counts only where a call that makes it
 * is granted, open, or made by the program itself.
 */
import type { MachineModel, Model, MoveModel, ResourceModel } from '../../src/model/model.ts'
import { byText } from '../base/order.ts'
import { statesAlong } from '../normalize/resource/machines.ts'
import { ways } from './matrix.ts'

type State = string | number

/** A move that is made: by which calls, and by how many roles each. */
interface Way {
  name: string
  from: string[]
  to: string
  /** Call → how many roles may make it; 0: the program does. */
  by: Record<string, number>
}

/** What is shown of a machine. `wrong`: sentences on what cannot happen; empty: it is proved. */
export interface Alive {
  machine: string
  states: number
  ways: Way[]
  /** Where it stops; none: it goes on. */
  ends: string[]
  wrong: string[]
}

/** Every machine of the model. `alone`: calls that the program makes by itself. */
export function aliveOf(model: Model, alone: ReadonlySet<string>): Alive[] {
  const roles = new Map<string, Set<string>>()
  for (const { role, call } of ways(model)) roles.set(call, (roles.get(call) ?? new Set()).add(role))
  const makers = (move: MoveModel): Record<string, number> =>
    Object.fromEntries(
      move.by.flatMap((id) => {
        const call = model.calls[id] ?? model.presets[id]
        const path = call?.path ?? id
        const isOpen = call?.access !== undefined
        const count = roles.get(path)?.size ?? 0
        return count > 0 || isOpen || id === 'system' || alone.has(path) ? [[id, count]] : []
      }),
    )
  return Object.values(model.resources)
    .sort((a, b) => byText(a.name, b.name))
    .flatMap((resource) => resource.machines.map((machine) => aliveIn(model, resource, machine, makers)))
}

function aliveIn(
  model: Model,
  resource: ResourceModel,
  machine: MachineModel,
  makers: (move: MoveModel) => Record<string, number>,
): Alive {
  const field = resource.fields[machine.field]
  const values = (model.dictionaries[field?.of ?? '']?.values ?? []).filter(
    (one) => !one.retired && (!field?.in || field.in.includes(one.value)),
  )
  const named = (state: State): string => values.find(({ value }) => value === state)?.name ?? String(state)
  const by = new Map(machine.moves.map((move) => [move, makers(move)]))
  const isMade = (move: MoveModel): boolean => Object.keys(by.get(move) ?? {}).length > 0
  const made = machine.moves.filter(isMade)
  const idle = machine.moves.filter((move) => !isMade(move))
  const begins = machine.start === undefined ? values.map(({ value }) => value) : [machine.start]
  const reached = statesAlong(begins, made, 'on')
  const ends = machine.end ?? []
  const leading = statesAlong(ends, made, 'back')
  const states = values.map(({ value }) => value)
  return {
    machine: `${resource.name}.${machine.field}`,
    states: states.length,
    ways: made.map((move) => ({
      name: move.name,
      from: move.from.map(named),
      to: named(move.to),
      by: by.get(move) ?? {},
    })),
    ends: ends.map(named),
    wrong: [
      ...idle.map(({ name }) => `nobody can make the move "${name}"`),
      ...states.filter((state) => !reached.has(state)).map((state) => `nothing leads to "${named(state)}"`),
      ...(ends.length > 0
        ? states
            .filter((state) => reached.has(state) && !leading.has(state))
            .map((state) => `from "${named(state)}" no end is reached`)
        : []),
    ],
  }
}
