import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anchorOf, render } from '../../generator/tools/docs/markdown.ts'
import { study } from '../../generator/index.ts'
import { load } from '../../generator/load/index.ts'
import { readDocuments } from '../../generator/tools/docs/documents.ts'
import { makeSite } from '../../generator/tools/docs/index.ts'
import { writeSite } from '../../generator/tools/docs/write.ts'
import type { Model } from '../../src/model/model.ts'

/** Every page's anchors, by the path of its file. */
const anchorsOf = (files: Map<string, string>): Map<string, Set<string>> =>
  new Map(
    [...files]
      .filter(([path]) => path.endsWith('.html'))
      .map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!))]),
  )

const unescaped = (text: string): string => text.replace(/&quot;/g, '"').replace(/&amp;/g, '&')

/** Where a link leads: a page of the site and an anchor on it. */
function targetOf(from: string, href: string): [path: string, anchor: string | undefined] {
  const [path, anchor] = unescaped(href).split('#')
  return [path ? posix.normalize(posix.join(posix.dirname(from), path)) : from, anchor]
}

describe('the site of documents', () => {
  let model: Model
  let files: Map<string, string>
  let anchors: Map<string, Set<string>>
  beforeAll(() => {
    model = study(load('schemas')).model!
    files = makeSite(model, readDocuments('docs'))
    anchors = anchorsOf(files)
  })

  it('leads nowhere that does not exist', () => {
    const wrong = new Set<string>()
    for (const [from, html] of files)
      for (const [, attribute, href] of html.matchAll(/ (href|src)="([^"]*)"/g)) {
        if (/^(https?:|mailto:)/.test(href!)) continue
        const [path, anchor] = targetOf(from, href!)
        const found = files.has(path) || ['site.css', 'site.js'].includes(path) || isImage(path)
        if (!found) wrong.add(`${from}: ${attribute} ${href}`)
        else if (anchor && !anchors.get(path)?.has(anchor)) wrong.add(`${from}: ${href} has no such anchor`)
      }
    expect([...wrong]).toEqual([])
  })

  it.each(['zh', 'en'] as const)('in %s has a place for every thing of the model', (lang) => {
    const at = (path: string, anchor?: string): boolean =>
      anchor ? (anchors.get(`${lang}/${path}`)?.has(anchor) ?? false) : files.has(`${lang}/${path}`)
    const missing = [
      ...Object.keys(model.resources).filter((name) => !at(`resources/${name}.html`)),
      ...Object.keys(model.roles).filter((name) => !at(`roles/${name}.html`)),
      ...Object.keys(model.dictionaries).filter((name) => !at('dictionaries.html', name)),
      ...Object.values(model.calls)
        .filter((call) => !at(`resources/${call.resource}.html`, call.name))
        .map((call) => call.path),
      ...Object.values(model.screens)
        .filter(
          (s) => !at(`screens/${s.group?.slice(1) ?? 'other'}.html`, s.route.slice(1).replaceAll('/', '-') || 'home'),
        )
        .map((s) => s.route),
    ]
    expect(missing).toEqual([])
  })

  it('says labels in the language of the page', () => {
    const refund = (lang: string): string => files.get(`${lang}/resources/refund.html`)!
    expect(refund('zh')).toContain('>待审核<')
    expect(refund('en')).toContain('>To approve<')
    expect(refund('en')).not.toContain('待审核')
  })

  it('draws each move of each machine', () => {
    for (const r of Object.values(model.resources)) {
      const html = files.get(`en/resources/${r.name}.html`)!
      const moves = r.machines.flatMap((m) => m.moves)
      expect([r.name, html.split('<g class="move">').length - 1]).toEqual([r.name, moves.length])
    }
  })

  it('leaves no Markdown in the text of a document', () => {
    const left = [...files]
      .filter(([path]) => path.startsWith('en/docs/'))
      .flatMap(([path, html]) => {
        const text = html.replace(/<(pre|code|script)\b.*?<\/\1>/gs, '').replace(/<[^>]+>/g, '')
        return (text.match(/\*\*|\]\(|^\|.*|^#+ .*|```|\u0000/gm) ?? []).map((mark) => `${path}: ${mark}`)
      })
    expect(left).toEqual([])
  })
})

const isImage = (path: string): boolean => /^images\//.test(path) && existsSync(join('docs', path))

describe('Markdown', () => {
  const html = (text: string): string => render(text, { href: (to) => to, text: (words) => words })

  it.each([
    ['what looks like a tag', 'a <b> & c', '<p>a &lt;b&gt; &amp; c</p>'],
    ['code with marks inside', '`**a** <b>` and **b**', '<p><code>**a** &lt;b&gt;</code> and <strong>b</strong></p>'],
    ['a link with code in it', '[`a`](b.md)', '<p><a href="b.md"><code>a</code></a></p>'],
    ['a product of two', '2 * 3 * 4', '<p>2 * 3 * 4</p>'],
    ['a pipe in code in a table', '| a | b |\n|---|---|\n| `x|y` | z |', '<code>x|y</code>'],
    ['a block inside a list', '- a\n\n  ```json\n  {}\n  ```\n- b', '<pre><code>{}</code></pre>'],
    ['an ordered list', '1. a\n2. b', '<ol>\n<li>a</li>\n<li>b</li>\n</ol>'],
  ])('renders %s', (_, markdown, expected) => {
    expect(html(markdown)).toContain(expected)
  })

  it('gives a numbered section its number as anchor, others their words', () => {
    expect(anchorOf('2.15 Refund (refund_status)')).toBe('2.15')
    expect(anchorOf('8. What a mistake looks like')).toBe('8-what-a-mistake-looks-like')
  })
})

describe('the rules of the business', () => {
  const { model } = study(load('schemas'))
  const rowsOf = (file: string): string[][] =>
    [...readFileSync(join('docs/domain', file), 'utf8').matchAll(/^\| (.*) \|$/gm)].map(([, row]) => row!.split(' | '))

  it('give every setting its default', () => {
    const said = rowsOf('parameters.md').flatMap(([names = '', defaults = '']) =>
      names.split(' / ').map((name, at): [string, string] => [name, defaults.split(/ ?\/ ?/)[at] ?? '']),
    )
    const wrong = model!.app.settings.filter(({ name, default: value }) => {
      const text = said.find(([one]) => one === name)?.[1]
      return text === undefined || (text !== String(value) && Number(text) !== Number(value))
    })
    expect(wrong.map(({ name, default: value }) => `${name}: ${String(value)}`)).toEqual([])
  })

  it('have no setting that nothing reads', () => {
    const files = ['schemas/resources', 'schemas/screens', 'src/server'].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) =>
        /\.(json|ts)$/.test(file) ? [readFileSync(join(folder, file), 'utf8')] : [],
      ),
    )
    const unread = model!.app.settings.filter(({ name }) => !files.some((text) => text.includes(name)))
    expect(unread.map(({ name }) => name)).toEqual([])
  })

  it('list odd wire names that exist', () => {
    const names = rowsOf('wire-names.md').flatMap(([cell = '']) =>
      [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
    )
    const text = JSON.stringify(model)
    expect(names.length).toBeGreaterThan(15)
    expect(names.filter((name) => !text.includes(name))).toEqual([])
  })
})

describe('writing the site', () => {
  const files = new Map([
    ['index.html', 'entry'],
    ['en/titles.js', ''],
    ['en/index.html', 'home'],
  ])

  it('replaces a site made before, with its style and script', () => {
    const out = join(mkdtempSync(join(tmpdir(), 'docs-')), 'site')
    expect(writeSite(out, new Map([...files, ['en/gone.html', 'old']]), 'docs/images')).toBe(true)
    expect(writeSite(out, files, 'docs/images')).toBe(true)
    expect(readFileSync(join(out, 'en/index.html'), 'utf8')).toBe('home')
    expect(existsSync(join(out, 'en/gone.html'))).toBe(false)
    expect(['site.css', 'site.js', 'images/overlay.webp'].filter((name) => !existsSync(join(out, name)))).toEqual([])
  })

  it('touches no folder that holds something else', () => {
    const out = mkdtempSync(join(tmpdir(), 'other-'))
    mkdirSync(join(out, 'en'))
    writeFileSync(join(out, 'en/letter.txt'), 'mine')
    expect(writeSite(out, files, 'docs/images')).toBe(false)
    expect(readdirSync(out, { recursive: true }).sort()).toEqual(['en', 'en/letter.txt'])
  })
})
