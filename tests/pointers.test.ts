/** Comments and documents point to rules by number; each pointer leads to something that exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const FOLDERS = ['src', 'generator', 'mock', 'tests', 'bin', 'docs']
/** Generated, or about the form of pointers itself. */
const LEFT_OUT = /^src\/generated\/|^tests\/pointers\.test\.ts$|^docs\/domain\/README\.md$/

const read = (file: string): string => readFileSync(file, 'utf8')
const files = [
  'README.md',
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  ),
].filter((file) => /\.(tsx?|mjs|js|css|md)$/.test(file) && !LEFT_OUT.test(file))

const found = (text: string, pattern: RegExp): Set<string> =>
  new Set([...text.matchAll(pattern)].map(([, name]) => name!))

const domain = readdirSync('docs/domain')
  .map((name) => read(`docs/domain/${name}`))
  .join('\n')
const sections = found(domain, /^## (\d+\.\d+) /gm)
const invariants = found(domain, /^- \*\*(I-\d+)\*\*/gm)
const stories = found(domain, /^- \*\*([A-J])\. /gm)
const checks = found(read('docs/SECURITY.md'), /^\| (\d+) \|/gm)
const chapters = found(read('docs/LANGUAGE.md'), /^## (\d+)\. /gm)
const decisions = new Set(readdirSync('docs/decisions').map((name) => name.slice(0, 4)))

const proofs = found(read('docs/PROOFS.md'), /^## (\d+)\. /gm)

const TO_PROOFS = /\bPROOFS(?:\.md)?\]?(?:\([^)]*\))? § ?(\d+)/g
const TO_LANGUAGE = /\bLANGUAGE(?:\.md)?\]?(?:\([^)]*\))? § ?(\d+)/g

/** A way to point: how it is written, what stands in it, and what there is to point to. */
const POINTERS: [name: string, written: RegExp, part: RegExp, there: Set<string>][] = [
  ['rules 2.15', /\brules (\d+\.\d+(?:(?:, | and |–)\d+\.\d+)*)/gi, /\d+\.\d+/g, sections],
  ['I-19', /\b(I-\d+)\b/g, /I-\d+/g, invariants],
  ['story D', /\bstor(?:y|ies) ([A-Z](?: and [A-Z])*)\b/g, /[A-Z]/g, stories],
  ['check 19', /\bchecks? (\d+(?:(?:, |–)\d+)*)\b/g, /\d+/g, checks],
  ['decision 0026', /\bdecision (\d{4})\b/gi, /\d{4}/g, decisions],
  ['LANGUAGE § 8', TO_LANGUAGE, /\d+/g, chapters],
  ['PROOFS § 5', TO_PROOFS, /\d+/g, proofs],
]

/** Ways to point that lead out of the repository, or nowhere; pointers to the language are taken out before. */
const OLD: [name: string, pattern: RegExp][] = [
  ['a section of a text outside', /(?<!['"`])§ ?\d/],
  ['a number of a record kind', /\bdomain E\d{3}/i],
  ['a security check by another name', /\bsecurity checks? \d/i],
]

describe('what there is to point to', () => {
  it('is read from the documents', () => {
    expect([sections.size > 60, invariants.size, stories.size, checks.size]).toEqual([true, 61, 10, 30])
  })
})

describe.each(POINTERS)('pointers like "%s"', (_, written, part, there) => {
  it('lead to what exists', () => {
    const wrong = files.flatMap((file) =>
      [...read(file).matchAll(written)].flatMap(([whole, list]) =>
        list!.match(part)!.flatMap((one) => (there.has(one) ? [] : [`${file}: ${whole} (${one})`])),
      ),
    )
    expect(wrong).toEqual([])
  })

  it('are in use', () => {
    expect(files.some((file) => !file.startsWith('docs/') && read(file).search(written) >= 0)).toBe(true)
  })
})

describe.each(OLD)('%s', (_, pattern) => {
  it('is pointed to by nobody', () => {
    const wrong = files
      .filter((file) => file !== 'docs/LANGUAGE.md')
      .flatMap((file) =>
        read(file)
          .split('\n')
          .flatMap((line, at) =>
            pattern.test(line.replace(TO_LANGUAGE, '').replace(TO_PROOFS, ''))
              ? [`${file}:${at + 1}: ${line.trim()}`]
              : [],
          ),
      )
    expect(wrong).toEqual([])
  })
})

describe('links of the documents', () => {
  it('lead to files that exist', () => {
    const wrong = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\(([^)#:\s]+\.(?:md|webp))/g)]
          .filter(([, to]) => !existsSync(new URL(to!, `file://${process.cwd()}/${file}`)))
          .map(([, to]) => `${file}: ${to}`),
      )
    expect(wrong).toEqual([])
  })

  it('in SECURITY.md, files stand below src/server or tests/server', () => {
    const named = found(read('docs/SECURITY.md'), /`(\w+\/[\w/-]+(?:\.test)?\.(?:ts|mjs))`/g)
    const missing = [...named].filter((file) => !['src', 'tests'].some((at) => existsSync(`${at}/server/${file}`)))
    expect([named.size > 30, missing]).toEqual([true, []])
  })

  it('list every decision', () => {
    const listed = read('docs/decisions/README.md')
    const missing = readdirSync('docs/decisions').filter((name) => /^\d/.test(name) && !listed.includes(`](${name})`))
    expect(missing).toEqual([])
  })

  it('inside the language name its chapters', () => {
    const named = found(read('docs/LANGUAGE.md'), /§ ?(\d+)/g)
    expect([...named].filter((chapter) => !chapters.has(chapter))).toEqual([])
  })
})
