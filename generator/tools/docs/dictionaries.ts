/** All dictionaries with their values, on one page. */
import { code, esc, heading, table } from './html.ts'
import { DICTIONARIES, type Page, type Site } from './site.ts'

export function dictionaryPage(site: Site): Page {
  const { say } = site
  const all = Object.values(site.model.dictionaries)
  const body = all
    .map(
      (d) =>
        `${heading(2, d.name, `${esc(say(d.label))} ${code(d.name)}`)}${table(
          [say('value'), say('label'), say('name'), say('tone')],
          d.values.map((v) => [
            code(v.value),
            esc(say(v.label)) + (v.retired ? ` (${esc(say('retired'))})` : ''),
            code(v.name),
            v.tone ? `<span class="tone ${v.tone}">${v.tone}</span>` : '',
          ]),
        )}`,
    )
    .join('')
  return {
    path: DICTIONARIES,
    title: say('dictionaries'),
    kind: say('dictionary'),
    body,
    inside: all.map((d) => ({ anchor: d.name, title: `${say(d.label)} ${d.name}`, kind: say('dictionary') })),
  }
}
