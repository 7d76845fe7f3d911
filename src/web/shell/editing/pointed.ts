/** What of a page is meant by a press on it: the part with the words that stand there. */
import type { EditablePart, EditableView } from '../../../model/editing.ts'
import type { Lang } from '../../../model/model.ts'

/** Elements whose words name a part, with the lists that the part may be in, the likeliest first. */
const NAMED: readonly [selector: string, lists: readonly string[]][] = [
  ['th', ['columns']],
  ['button, a, [role=menuitem]', ['actions']],
  ['label, legend, h3, dt', ['filters', 'form', 'fields', 'facts', 'columns']],
]

export interface Pointed {
  view: string
  list?: string
  name?: string
  file: string
  line: number
}

/** The part under an element; a view whose label it is; else the screen. */
export function pointedAt(views: readonly EditableView[], target: Element, lang: Lang): Pointed | undefined {
  const [screen] = views
  if (!screen) return undefined
  for (const [selector, kinds] of NAMED) {
    const words = wordsOf(target.closest(selector))
    const part = words && partCalled(views, words, kinds, lang)
    if (part) return part
  }
  const tab = wordsOf(target.closest('[role=tab], h1, h2'))
  const view = tab ? views.find(({ label }) => label[lang] === tab) : undefined
  const { key, file, line } = view ?? screen
  return { view: key, file, line }
}

/** The words of an element, without what stands there for a count or a mark. */
const wordsOf = (element: Element | null): string =>
  (element?.textContent ?? '')
    .replace(/[*:：]/g, '')
    .replace(/\s*\d+\s*$/, '')
    .trim()

function partCalled(
  views: readonly EditableView[],
  words: string,
  kinds: readonly string[],
  lang: Lang,
): Pointed | undefined {
  for (const kind of kinds)
    for (const view of views)
      for (const list of view.lists) {
        if (list.key.split('.').at(-1) !== kind) continue
        const part = list.parts.find(({ label }: EditablePart) => label[lang] === words)
        if (part) return { view: view.key, list: list.key, name: part.name, file: part.file, line: part.line }
      }
  return undefined
}
