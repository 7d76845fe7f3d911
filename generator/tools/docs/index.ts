/** The documents and the model as a site of plain files, in both languages. */
import type { Model } from '../../../src/model/model.ts'
import { openApi } from '../../emit/openapi.ts'
import { callsPage, grantsOf, type Grants } from './calls.ts'
import { dictionaryPage } from './dictionaries.ts'
import { documentPages, documentPath, kindOf, type Documents } from './documents.ts'
import { esc, link, list, type Html } from './html.ts'
import { resourcePages } from './resources.ts'
import { ROLES, rolePages } from './roles.ts'
import { screenPages } from './screens.ts'
import { CALLS, DICTIONARIES, OPENAPI, framed, siteIn, titlesOf, type Page, type Section, type Site } from './site.ts'

const LANGUAGES = ['zh', 'en'] as const

/** Every file of the site by its path: pages below `zh/` and `en/`, and an entry page that redirects to the product's language. */
export function makeSite(model: Model, documents: Documents): Map<string, string> {
  const grants = grantsOf(model)
  const files = new Map<string, string>()
  for (const lang of LANGUAGES)
    for (const [path, text] of pagesIn(siteIn(model, lang), documents, grants)) files.set(`${lang}/${path}`, text)
  files.set(OPENAPI, JSON.stringify(openApi(model)))
  files.set('index.html', entry(model.app.languages.default))
  return files
}

const entry = (lang: string): string =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${lang}/index.html"><a href="${lang}/index.html">${lang}</a>\n`

function pagesIn(site: Site, documents: Documents, grants: Grants): [path: string, text: string][] {
  const { say } = site
  const written = documentPages(site, documents)
  const of = (kind: ReturnType<typeof kindOf>): Page[] =>
    written.filter((page) => [...documents.keys()].some((file) => documentPath(file) === page.path && kindOf(file) === kind))
  const screens = screenPages(site)
  const roles = rolePages(site)
  const resources = resourcePages(site, grants)
  const dictionaries = dictionaryPage(site)
  const calls = callsPage(site)
  const contents: Section[] = [
    { title: say('domain'), pages: of('domain') },
    { title: say('screens'), pages: screens },
    { title: say('roles'), pages: roles },
    { title: say('resources'), pages: resources.toSorted((a, b) => a.title.localeCompare(b.title, site.lang)) },
    { title: say('calls'), pages: [calls] },
    { title: say('dictionaries'), pages: [dictionaries] },
    { title: say('house'), pages: of('house') },
    { title: say('decisions'), pages: of('decisions') },
  ]
  const pages = [home(site, contents), ...written, ...screens, ...roles, ...resources, calls, dictionaries]
  return [...pages.map((page): [string, string] => [page.path, framed(site, page, contents)]), ['titles.js', titlesOf(pages)]]
}

function home(site: Site, contents: Section[]): Page {
  const { say, model } = site
  const counts: [Html, number][] = [
    [link(contents[1]!.pages[0]?.path ?? '', esc(say('screens'))), Object.keys(model.screens).length],
    [esc(say('resources')), Object.keys(model.resources).length],
    [link(DICTIONARIES, esc(say('dictionaries'))), Object.keys(model.dictionaries).length],
    [link(ROLES, esc(say('roles'))), Object.keys(model.roles).length],
    [link(CALLS, esc(say('calls'))), Object.keys(model.calls).length],
  ]
  const sections = contents
    .filter(({ pages }) => pages.length > 0)
    .map(
      ({ title, pages }) =>
        `<section><h2>${esc(title)}</h2>${list(pages.map((page) => link(page.path, esc(page.title))))}</section>`,
    )
  const body = `<p class="counts">${counts.map(([name, n]) => `<span><b>${n}</b> ${name}</span>`).join(' ')}</p>\n<div class="home">${sections.join('\n')}</div>`
  return { path: 'index.html', title: say('site'), kind: say('menu'), body }
}
