/** USE001: what is declared and met nowhere. */
import type { Model } from '../../../src/model/model.ts'
import { below, keyAt, type At, type Compilation } from '../../base/context.ts'

export function noteUnused(c: Compilation, model: Model): void {
  const { app, types, planned, dictionaries, resources, screens, groups, roles, platform } = c.loaded
  const files = [
    app,
    types,
    planned,
    ...screens.values(),
    ...groups.values(),
    ...roles.values(),
    ...dictionaries.values(),
  ]
  const written = [...files, ...[...resources.values()].map(({ source }) => source)]
  // A name that stands between no quotes is used by nobody.
  const text = [...new Set(written.flatMap((one) => one?.parts() ?? []))].map((one) => one.text).join('\n')
  const fields = [...Object.values(model.resources).flatMap((r) => Object.values(r.fields)), ...Object.values(c.types)]
  const met = new Set(fields.map(({ of }) => of))
  for (const [, name] of text.matchAll(/"([\w-]+)(?=["/.])/g)) met.add(name)
  const isNamed = (name: string): boolean => met.has(name)
  for (const [name, source] of dictionaries)
    if (!platform.has(source.file) && !isNamed(name))
      c.note(
        { source, path: [] },
        'USE001',
        `no field has the dictionary "${name}"; name it in "of", or delete the file`,
      )
  noteResources(c, model, isNamed)
  noteScreens(c, model, new Set([...text.matchAll(/"(\/[\w/-]+)"/g)].map(([, route = '']) => route)))
  if (types) noteShared(c, types, text)
}

/** What types.json says once by name: of the platform's names a product need not use all. */
function noteShared(c: Compilation, types: NonNullable<Compilation['loaded']['types']>, text: string): void {
  const kinds = {
    types: { who: 'no field has the type', use: (name: string) => new RegExp(`"${name}!?"(?!\\s*:)`) },
    filters: { who: 'no resource has the filter', use: (name: string) => new RegExp(`[".]${name}"(?!\\s*:)`) },
    lists: { who: 'no call has the list', use: (name: string) => new RegExp(`"\\.\\.\\.${name}"`) },
  }
  for (const [kind, { who, use }] of Object.entries(kinds))
    for (const name of Object.keys(types.data[kind as keyof typeof kinds] ?? {})) {
      const at = keyAt(below({ source: types, path: [] }, kind, name))
      if (!use(name).test(text) && !types.written(at).source.file.includes('platform'))
        c.note(at, 'USE001', `${who} "${name}"; use it, or leave it out`)
    }
}

function noteResources(c: Compilation, model: Model, isNamed: (word: string) => boolean): void {
  for (const [name, { source }] of c.loaded.resources) {
    const r = model.resources[name]
    if (!r || c.loaded.platform.has(source.file)) continue
    const at: At = { source, path: [] }
    const handled = r.calls.some((id) => model.calls[id]?.handler)
    if (!isNamed(name) && !handled)
      c.note(at, 'USE001', `nothing shows or names "${name}"; make a screen of it, or delete the file`)
    for (const key of Object.keys(source.data.conditions ?? {}))
      if (
        !JSON.stringify([source.data.calls, source.data.states, source.data.given]).includes(`"${key}"`) &&
        !isAsked(c, key)
      )
        c.note(keyAt(below(at, 'conditions', key)), 'USE001', `no "when" asks "${key}"; name it there, or leave it out`)
  }
}

const isAsked = (c: Compilation, key: string): boolean =>
  [...c.loaded.screens.values()].some((screen) => screen.parts().some(({ text }) => text.includes(`"${key}"`)))

function noteScreens(c: Compilation, model: Model, routes: ReadonlySet<string>): void {
  const granted = new Set(Object.values(model.roles).flatMap(({ menus }) => Object.keys(menus)))
  const everything = new Set(
    [...c.loaded.roles].filter(([, { data }]) => Object.keys(data.grants).join('') === '*').map(([name]) => name),
  )
  const others = new Set(
    Object.values(model.roles)
      .filter(({ name }) => !everything.has(name))
      .flatMap(({ menus }) => Object.keys(menus)),
  )
  for (const screen of Object.values(model.screens)) {
    const source = c.loaded.screens.get(screen.route)
    if (!source || c.loaded.platform.has(source.file)) continue
    const at: At = { source, path: [] }
    if (!screen.menu && !routes.has(screen.route) && screen.access === undefined && screen.code !== undefined)
      c.note(at, 'USE001', `nothing opens ${screen.route}: no "open" names it, and it is not in the menu`)
    if (screen.code !== undefined && (!granted.has(screen.code) || (others.size > 0 && !others.has(screen.code))))
      c.note(
        below(at, 'code'),
        'PRM008',
        `no role but those that hold everything opens ${screen.route}; grant "${screen.code}"`,
      )
  }
}
