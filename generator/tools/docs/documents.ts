/** The hand-written documents as pages. They are in English in both languages. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { byText } from '../../base/order.ts'
import { esc, type Html } from './html.ts'
import { render, titleOf } from './markdown.ts'
import { between, type Page, type Site } from './site.ts'

/** Documents by their path below `docs/`. */
export type Documents = Map<string, string>

/** Every Markdown file below a folder, the README of a folder first; none where a product has written none yet. */
export function readDocuments(folder: string): Documents {
  if (!existsSync(folder)) return new Map()
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md'))
  const place = (name: string): string => name.replace(/README\.md$/, ' ')
  return new Map(
    names.sort((a, b) => byText(place(a), place(b))).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

export const documentPath = (file: string): string => `docs/${file.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')}`

export function documentPages(site: Site, documents: Documents): Page[] {
  const sections = sectionsOf(documents)
  return [...documents].map(([file, text]) => {
    const path = documentPath(file)
    const rules = (target: string, label: string): Html => `<a href="${between(path, target)}">${label}</a>`
    const body = render(text.replace(/^# .+\n/, ''), {
      href: (target) => hrefOf(file, path, target),
      text: (html) => withPointers(html, sections, rules),
    })
    return { path, title: titleOf(text), kind: site.say(kindOf(file)), body, inside: titlesIn(text, site.say('domain')) }
  })
}

export const kindOf = (file: string): 'domain' | 'decisions' | 'house' =>
  file.startsWith('domain/') ? 'domain' : file.startsWith('decisions/') ? 'decisions' : 'house'

const titlesIn = (text: string, kind: string): Page['inside'] =>
  [...text.matchAll(/^## (\d+\.\d+) (.+)$/gm)].map(([, anchor, title]) => ({
    anchor: anchor!,
    title: `${anchor} ${title!.replace(/`/g, '')}`,
    kind,
  }))

/** A link to a document becomes a link to its page, a picture keeps its file; links to other files stay as written. */
function hrefOf(file: string, path: string, target: string): string {
  if (/^(https?:|#|mailto:)/.test(target)) return target
  const [name = '', anchor] = target.split('#')
  const at = posix.normalize(posix.join(posix.dirname(file), name))
  const hash = anchor ? `#${anchor}` : ''
  if (name.endsWith('.md') && !at.startsWith('..')) return between(path, documentPath(at)) + hash
  return between(path, '') + `../${at}`
}

/** Section number or invariant → its page and anchor. */
function sectionsOf(documents: Documents): Map<string, string> {
  const sections = new Map<string, string>()
  for (const [file, text] of documents)
    if (file.startsWith('domain/'))
      for (const [, number, invariant] of text.matchAll(/^## (\d+\.\d+) |^- \*\*(I-\d+)\*\*/gm)) {
        const anchor = number ?? invariant!
        sections.set(anchor, `${documentPath(file)}#${anchor}`)
      }
  return sections
}

/** Links the references of a sentence: `rules 2.2, 2.15` and `I-19`. */
function withPointers(html: Html, sections: Map<string, string>, to: (target: string, label: string) => Html): Html {
  const linkOf = (name: string, label: string): Html => (sections.has(name) ? to(sections.get(name)!, label) : esc(label))
  return html
    .replace(/\brules (\d+\.\d+(?:(?:, | and )\d+\.\d+)*)/g, (_, numbers: string) =>
      `rules ${numbers.replace(/\d+\.\d+/g, (n) => linkOf(n, n))}`,
    )
    .replace(/\bI-\d{2}\b/g, (name) => linkOf(name, name))
}
