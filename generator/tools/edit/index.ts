/**
 * Changes of a screen that are made by pointing at it (docs/EDITING.md): a column put elsewhere, a label said otherwise,
 * a field dropped into a form, a filter or a button more or less. Nothing is written that would not compile to just that.
 */
import type { Edit } from '../../../src/model/editing.ts'
import type { Lang, ScreenModel, Text } from '../../../src/model/model.ts'
import { formatProblem } from '../../base/problems.ts'
import { study } from '../../index.ts'
import { load } from '../../load/index.ts'
import { changed } from '../changes.ts'
import { formatText } from '../format.ts'
import { namesAfter, waysTo, type Way } from './change.ts'
import { labelOfPart, labelOfView } from './label.ts'
import { listAt, viewsOf, type Good } from './parts.ts'

export { editable } from './parts.ts'

/** The files that change, relative to the project, with their text; and what the schemas mean then. */
interface Edited {
  files: Map<string, string>
  found: Good
}

/** Carries an edit out. Answers the files to write, or a sentence that says why it cannot be. `root`: the folder of schemas. */
export function edit(root: string, found: Good, screen: ScreenModel, wanted: Edit): Edited | string {
  return wanted.kind === 'label' ? relabelled(root, found, screen, wanted) : listed(root, found, screen, wanted)
}

type ListEdit = Exclude<Edit, { kind: 'label' }>

function listed(root: string, found: Good, screen: ScreenModel, wanted: ListEdit): Edited | string {
  const list = listAt(found, screen, wanted.view, wanted.list)
  if (!list) return `the screen has no ${wanted.list} at "${wanted.view}"`
  const names = list.made.map(({ name }) => name)
  if (wanted.kind === 'remove' && !names.includes(wanted.name)) return `"${wanted.name}" is not there`
  const isKnown = names.includes(wanted.name) || list.possible.some(({ name }) => name === wanted.name)
  if (!isKnown) return `"${wanted.name}" cannot stand there`
  const after =
    wanted.kind === 'remove'
      ? names.filter((name) => name !== wanted.name)
      : namesAfter(names, wanted.name, wanted.before)
  if (after.join('\0') === names.join('\0')) return { files: new Map(), found }
  const anywhere = wanted.kind === 'put' && wanted.before === undefined && !names.includes(wanted.name)
  const text = (all: readonly string[]): string => (anywhere ? all.toSorted() : all).join('\0')
  const holds = (next: Good): boolean => {
    const made = next.model.screens[screen.route]
    const there = made && (listAt(next, made, wanted.view, wanted.list)?.made ?? [])
    return there !== undefined && text(there.map(({ name }) => name)) === text(after)
  }
  return firstThat(root, waysTo(list, after), holds)
}

function relabelled(
  root: string,
  found: Good,
  screen: ScreenModel,
  { view: key, list: listKey, name, words, everywhere }: Extract<Edit, { kind: 'label' }>,
): Edited | string {
  const view = viewsOf(found, screen).find((one) => one.key === key)
  if (!view) return `the screen has no view at "${key}"`
  if (listKey === undefined) {
    const now = view.view === screen.view ? screen.label : view.view.label
    return firstThat(root, [labelOfView(found, view.at, now, words)], () => true)
  }
  const list = listAt(found, screen, key, listKey)
  const part = list?.made.find((one) => one.name === name)
  if (!list || !part) return `"${String(name)}" is not there`
  const ways = labelOfPart(found, list, part, words, everywhere === true)
  const other = everywhere
    ? 'it is called by what it shows'
    : 'it stands in the usual form of its resource; change it everywhere'
  const holds = (next: Good): boolean => {
    const made = next.model.screens[screen.route]
    const now = made && listAt(next, made, key, listKey)?.made
    const label: Partial<Text> = now?.[list.made.indexOf(part)]?.label ?? {}
    return (
      now?.length === list.made.length && Object.entries(words).every(([lang, said]) => label[lang as Lang] === said)
    )
  }
  return ways.length > 0 ? firstThat(root, ways, holds) : `"${part.name}" has no words of its own here: ${other}`
}

/** The first way that compiles, and means what was wanted. */
function firstThat(root: string, ways: readonly Way[], holds: (next: Good) => boolean): Edited | string {
  let why = 'the screen would not show just that: something else on it decides'
  for (const way of ways) {
    const files = written(way)
    if (typeof files === 'string') return files
    const overlay = Object.fromEntries([...files].map(([file, text]) => [file.replace(/^schemas\//, ''), text]))
    const next = study(load(root, overlay))
    const { model } = next
    const errors = next.problems.filter(({ severity }) => severity === 'error')
    if (model && errors.length === 0 && holds({ ...next, model })) return { files, found: { ...next, model } }
    if (errors[0]) why = formatProblem(errors[0])
  }
  return why
}

/** The files with the values of a way in them; formatted when they were before. */
function written(way: Way): Edited['files'] | string {
  const sources = [...new Set(way.map(({ at }) => at.source))]
  const foreign = sources.find(({ file }) => !file.startsWith('schemas/'))
  if (foreign) return `it stands in ${foreign.file}, which is not this product's to change`
  return new Map(
    sources.map(({ file, text }) => {
      const here = way.filter(({ at }) => at.source.file === file)
      const changes = here.map(({ at: { path }, value, index }) => ({ path, value, at: index }))
      return [file, changed(text, changes, formatText(text) === text)]
    }),
  )
}
