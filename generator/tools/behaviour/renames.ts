/**
 * Names that are others now, by the `was` of what has them: they are renamed in a copy of the older schemas, so that a
 * comparison tells what is done otherwise, and of a rename the rename alone.
 */
import type { Model, Text } from '../../../src/model/model.ts'
import { writeFiles } from '../../base/files.ts'
import type { RefKind } from '../../base/references.ts'
import { study, type Study } from '../../index.ts'
import { load } from '../../load/index.ts'
import { rename } from '../rename.ts'
import { byName, say, type Change } from './words.ts'

interface Renamed {
  kind: RefKind
  /** The full former name, below the new one of what it belongs to. */
  from: string
  /** The last part of the name. */
  to: string
  text: Text
}

/** The older schemas with the names of the newer ones, and what was renamed. `schemas`: a folder of their own, which is written to. */
export function withNamesOf(after: Model, schemas: string, before: Model): { before: Model; changes: Change[] } {
  const changes: Change[] = []
  const renames = renamesOf(before, after)
  if (renames.length === 0) return { before, changes }
  const read = (): Study => study(load(schemas), { references: true })
  let found = read()
  for (const { kind, from, to, text } of renames) {
    const done = found.model && rename(schemas, found, kind, from, to)
    // What cannot be renamed there is compared as it is called.
    if (!(done && typeof done === 'object' && 'files' in done)) continue
    writeFiles(`${schemas}/..`, done.files)
    found = read()
    changes.push({ area: kind === 'value' ? 'words' : 'values', effect: 'other', text })
  }
  return { before: found.model ?? before, changes }
}

/** Resources first: what belongs to them is found by their new names then. */
function renamesOf(before: Model, after: Model): Renamed[] {
  const resources = Object.values(after.resources).flatMap((one) => called('resource', one, before.resources))
  const dictionaries = Object.values(after.dictionaries).flatMap((one) =>
    called('dictionary', one, before.dictionaries),
  )
  const fields = Object.values(after.resources).flatMap((resource) => {
    const old = formerOf(resource, before.resources)?.fields ?? {}
    return Object.values(resource.fields).flatMap((field) => called('field', field, old, resource))
  })
  const values = Object.values(after.dictionaries).flatMap((dictionary) => {
    const old = byName(formerOf(dictionary, before.dictionaries)?.values ?? [], ({ name }) => name)
    return dictionary.values.flatMap((value) => called('value', value, old, dictionary))
  })
  return [...resources, ...dictionaries, ...fields, ...values]
}

interface Named {
  name: string
  label: Text
  was: string[]
}

/** The same thing before, by its name or a former one. */
const formerOf = <T>({ name, was }: Named, before: Record<string, T>): T | undefined =>
  [name, ...was].flatMap((one) => before[one] ?? [])[0]

/** The rename of a thing, if it had another name before. `owner`: what it belongs to. */
function called(kind: RefKind, { name, label, was }: Named, before: Record<string, unknown>, owner?: Named): Renamed[] {
  const from = name in before ? undefined : was.find((one) => one in before)
  if (from === undefined) return []
  const names = { label, now: `\`${name}\``, old: `\`${from}\`` }
  const text = owner
    ? say('“{of}”的“{label}”现在名为 {now}（原为 {old}）', '“{label}” of “{of}” is now called {now} (before: {old})', {
        ...names,
        of: owner.label,
      })
    : say('“{label}”现在名为 {now}（原为 {old}）', '“{label}” is now called {now} (before: {old})', names)
  return [{ kind, from: owner ? `${owner.name}.${from}` : from, to: name, text }]
}
