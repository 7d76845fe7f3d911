/** The site as files: pages, links between pages, and the frame of a page. */
import type { Lang, Model, Text } from '../../../src/model/model.ts'
import { code, esc, link, type Html } from './html.ts'
import { WORDS, type Word } from './words.ts'

/** A page below the folder of its language. */
export interface Page {
  /** `resources/order.html` */
  path: string
  title: string
  body: Html
  /** Titles inside the page for the search: anchor, title, kind. */
  inside?: { anchor: string; title: string; kind: string }[]
  kind: string
}

/** The context in which every page is made. */
export interface Site {
  model: Model
  lang: Lang
  /** Text of a label, or a word of the pages. */
  say: (what: Text | Word) => string
}

export const siteIn = (model: Model, lang: Lang): Site => ({
  model,
  lang,
  say: (what) => (typeof what === 'string' ? WORDS[what] : what)[lang],
})

/** The relative link from one page to another, both below the folder of the language. */
export function between(from: string, to: string): string {
  return '../'.repeat(from.split('/').length - 1) + to
}

export const resourcePath = (name: string): string => `resources/${name}.html`
export const rolePath = (name: string): string => `roles/${name}.html`
export const groupPath = (group: string | undefined): string =>
  `screens/${group ? group.replace(/^\//, '').replaceAll('/', '-') : 'other'}.html`
export const DICTIONARIES = 'dictionaries.html'
export const CALLS = 'calls.html'
/** All calls for programs, beside the pages that show them to people. */
export const OPENAPI = 'openapi.json'
export const routeAnchor = (route: string): string => route.replace(/^\//, '').replaceAll('/', '-') || 'home'

/** Links to things of the model, as seen from one page. */
export interface Links {
  resource: (name: string) => Html
  dictionary: (name: string) => Html
  screen: (route: string) => Html
  call: (id: string) => Html
  role: (name: string) => Html
}

/** Links from the page at `from`. An unknown name stays a name. */
export function linksFrom({ model, say }: Site, from: string): Links {
  const to = (path: string): string => between(from, path)
  return {
    resource: (name) => {
      const r = model.resources[name]
      return r ? link(to(resourcePath(name)), esc(say(r.label))) : code(name)
    },
    dictionary: (name) => {
      const d = model.dictionaries[name]
      return d ? link(to(`${DICTIONARIES}#${name}`), esc(say(d.label))) : code(name)
    },
    screen: (route) => {
      const s = model.screens[route]
      return s ? link(to(`${groupPath(s.group)}#${routeAnchor(route)}`), esc(say(s.label))) : code(route)
    },
    call: (id) => {
      const call = model.calls[id] ?? model.presets[id] ?? model.calls[model.aliases[id] ?? '']
      const at = call && (model.calls[call.path] ?? call)
      return at ? link(to(`${resourcePath(at.resource)}#${at.name}`), code(call.path)) : code(id)
    },
    role: (name) => link(to(rolePath(name)), esc(say(model.roles[name]!.label))),
  }
}

/** A part of the contents beside every page. */
export interface Section {
  title: string
  pages: Pick<Page, 'path' | 'title'>[]
}

/** A page as a file. */
export function framed(site: Site, page: Page, contents: Section[]): string {
  const { lang, say } = site
  const root = between(page.path, '')
  const other = lang === 'zh' ? 'en' : 'zh'
  return `<!doctype html>
<html lang="${lang === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${esc(page.title)} · ${esc(say('site'))}</title>
<link rel="stylesheet" href="${root}../site.css">
</head>
<body>
<header>
<a class="home" href="${root}index.html">${esc(say(site.model.app.name))}</a>
<div class="search"><input type="search" placeholder="${esc(say('search'))}" aria-label="${esc(say('search'))}" data-root="${root}" data-none="${esc(say('nothing'))}"><ol hidden></ol></div>
<a class="language" href="${root}../${other}/${page.path}" lang="${other}">${esc(say('otherLanguage'))}</a>
</header>
<div class="columns">
<nav aria-label="${esc(say('menu'))}"><details class="contents"><summary>${esc(say('menu'))}</summary>
${contents.map((section) => contentsOf(section, page.path)).join('\n')}
</details></nav>
<main>
<h1>${esc(page.title)}</h1>
${page.body}</main>
</div>
<script src="${root}titles.js"></script>
<script src="${root}../site.js"></script>
</body>
</html>
`
}

function contentsOf(section: Section, at: string): Html {
  const here = section.pages.some(({ path }) => path === at)
  const items = section.pages.map(
    ({ path, title }) => `<li><a href="${between(at, path)}"${path === at ? ' aria-current="page"' : ''}>${esc(title)}</a></li>`,
  )
  return `<details${here ? ' open' : ''}><summary>${esc(section.title)}</summary><ul>${items.join('')}</ul></details>`
}

/** The titles for the search box, as a script, because a page opened from a folder may not load other files. */
export function titlesOf(pages: Page[]): string {
  const titles = pages.flatMap((page) => [
    [page.title, page.kind, page.path],
    ...(page.inside ?? []).map(({ title, kind, anchor }) => [title, kind, `${page.path}#${anchor}`]),
  ])
  return `window.TITLES = ${JSON.stringify(titles)}\n`
}
