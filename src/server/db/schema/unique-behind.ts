/** Finds the uniqueness of a violated constraint. */
import type { IndexModel, Model, UniqueModel } from '../../../model/model.ts'
import { indexesOf, ownColumns } from './indexes.ts'
import { keysOf, tableOf } from './index.ts'

const sameColumns = (unique: UniqueModel, index: IndexModel): boolean => {
  const own = ownColumns(index)
  return (
    own.at(-1) === unique.field &&
    [...unique.within].sort().join() === own.slice(0, -1).sort().join() &&
    (unique.where?.src ?? '') === (index.where?.src ?? '') &&
    unique.everywhere === index.everywhere
  )
}

const uniques = new WeakMap<Model, Map<string, { resource: string; unique: UniqueModel }>>()

/** The uniqueness of a violated constraint (`DbError.constraint`), so that the refusal can use its message. */
export function uniqueBehind(model: Model, constraint: string): { resource: string; unique: UniqueModel } | undefined {
  let cached = uniques.get(model)
  if (!cached) uniques.set(model, (cached = constraintsOf(model)))
  return cached.get(constraint)
}

function constraintsOf(model: Model): Map<string, { resource: string; unique: UniqueModel }> {
  const found = new Map<string, { resource: string; unique: UniqueModel }>()
  for (const resource of Object.values(model.resources).filter((one) => !one.virtual)) {
    const columns = new Map(tableOf(resource, model).columns.map((one) => [one.name, one]))
    for (const index of resource.indexes.filter((one) => one.kind === 'unique')) {
      const behind = resource.unique.find((one) => sameColumns(one, index))
      const [name] = indexesOf(resource, index, columns).map((one) => one.name)
      if (behind && name) found.set(name, { resource: resource.name, unique: behind })
    }
    const keyed = resource.unique.find((one) => one.field === resource.key)
    for (const key of keysOf(resource)) if (keyed) found.set(key.name, { resource: resource.name, unique: keyed })
  }
  return found
}
