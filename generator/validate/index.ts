/** validate: every file against its meta-schema. Invalid parts are reported and removed, and the rest continues. */
import type { Compilation } from '../base/context.ts'
import type { Loaded } from '../base/loaded.ts'
import { LANGUAGES } from '../base/texts.ts'
import { onlyLanguage } from '../load/languages.ts'
import { repair } from './repair.ts'
import { checkShape } from './shape.ts'
import { Source, valueAt } from '../base/source.ts'

/** The same files without their invalid parts; problems go to the report. */
export function validate(c: Compilation, loaded: Loaded): Loaded {
  const check = <T extends object>(source: Source<T>, meta: string) => checked(c, source, meta, loaded)
  const all = <T extends object>(map: Map<string, Source<T>>, meta: string) =>
    new Map(
      [...map].flatMap(([name, source]) => {
        const one = check(source, meta)
        return lost(c, name, one, source) ? [] : [[name, one!] as const]
      }),
    )
  const resources = [...loaded.resources].flatMap(([name, { area, source }]) => {
    const one = check(source, 'resource')
    return lost(c, name, one, source) ? [] : [[name, { area, source: one! }] as const]
  })
  return {
    ...loaded,
    app: loaded.app && check(loaded.app, 'app'),
    types: loaded.types && check(loaded.types, 'types'),
    planned: loaded.planned && check(loaded.planned, 'planned'),
    dictionaries: all(loaded.dictionaries, 'dictionary'),
    resources: new Map(resources),
    screens: all(loaded.screens, 'screen'),
    groups: all(loaded.groups, 'group'),
    roles: all(loaded.roles, 'role'),
  }
}

/** A valid file unchanged; the valid rest of an invalid one. */
function checked<T extends object>(
  c: Compilation,
  source: Source<T>,
  meta: string,
  loaded: Loaded,
): Source<T> | undefined {
  const problems = checkShape(source.data, meta, loaded.meta)
  if (problems.length === 0) return source
  const only = onlyLanguage(loaded.app)
  for (const p of problems) {
    // A product in one language is asked for no other.
    if (only && p.missing?.text && p.code === 'TXT001' && p.missing.key !== only) continue
    const end = p.path.at(-1)
    if (only && p.code.startsWith('TXT') && end !== only && LANGUAGES.some((lang) => lang === end)) continue
    c.report.error(source, p.path, p.code, only ? p.message.replace(' in both languages', '') : p.message, {
      key: p.key,
    })
  }
  const mended = repair(source.data, meta, loaded.meta)
  for (const name of mended?.lost ?? []) c.lost.add(name)
  return mended && new Source(source.file, source.text, mended.data, mended.removed, source.borrowed)
}

/** Too little is left of a file: uses of its names are not reported. */
function lost(c: Compilation, name: string, left: object | undefined, source: Source<object>): boolean {
  if (!left) for (const one of [name, valueAt(source.data, ['code'])]) if (typeof one === 'string') c.lost.add(one)
  return left === undefined
}
