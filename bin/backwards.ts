/** A rename that is taken back, by hand or by git: the rows follow, although the files say nothing of it. */
import type { DictionaryModel, Model } from '../src/model/model.ts'

/** The new model, with the names of what was renamed back as former names, so that tables and columns are renamed too. */
export function withNamesTakenBack(before: Model, model: Model): Model {
  const resources = { ...model.resources }
  for (const [name, one] of Object.entries(model.resources)) {
    const earlier = before.resources[name] ?? renamedFrom(before, model, name)
    if (!earlier) continue
    const was = earlier.name === name ? one.was : [...one.was, earlier.name]
    const fields = { ...one.fields }
    for (const [field, words] of Object.entries(one.fields)) {
      const former = Object.values(earlier.fields).find(
        (other) => other.was.includes(field) && !(other.name in one.fields) && !(field in earlier.fields),
      )
      if (former) fields[field] = { ...words, was: [...words.was, former.name] }
    }
    resources[name] = { ...one, was, fields }
  }
  const dictionaries = Object.fromEntries(
    Object.entries(model.dictionaries).map(([name, one]) => [
      name,
      withValuesTakenBack(before.dictionaries[name], one),
    ]),
  )
  return { ...model, resources, dictionaries }
}

/** The values of a dictionary, with the names of what was renamed back. */
function withValuesTakenBack(before: DictionaryModel | undefined, now: DictionaryModel): DictionaryModel {
  if (!before) return now
  const names = new Set(now.values.map(({ name }) => name))
  const values = now.values.map((value) => {
    const former = before.values.find((one) => one.was.includes(value.name) && !names.has(one.name))
    return former ? { ...value, was: [...value.was, former.name] } : value
  })
  return { ...now, values }
}

/** What stood under another name until now, and is gone: its files say that it was called so before. */
const renamedFrom = (before: Model, model: Model, name: string): Model['resources'][string] | undefined =>
  Object.values(before.resources).find((one) => one.was.includes(name) && !(one.name in model.resources))
