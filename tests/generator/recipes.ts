/** The recipes of docs/AUTHORING.md, read so that they can be carried out: its code blocks, in order. */
import { readFileSync } from 'node:fs'

/** A block of a recipe: entries for a file, or commands with what each prints. */
export type Step =
  | { kind: 'json'; file: string; at: string[]; text: string }
  | { kind: 'ts'; file: string; text: string }
  | { kind: 'shell'; commands: { line: string; printed: string[] }[] }

const PAGE = readFileSync('docs/AUTHORING.md', 'utf8')

/** The text of a recipe by its number. */
export function recipe(number: number): string {
  const found = PAGE.split(/^## /m).find((section) => section.startsWith(`${number}. `))
  if (!found) throw new Error(`docs/AUTHORING.md has no recipe ${number}`)
  return found
}

/** The steps of a recipe. Blocks without a file and without a command are only shown. */
export function stepsOf(text: string): Step[] {
  return [...text.matchAll(/^( *)```([^\n]*)\n(.*?)\n *```$/gms)].flatMap(([, indent, info, body]): Step[] => {
    const [language = '', file, at = ''] = info!.trim().split(' ')
    const plain = body!.replaceAll(new RegExp(`^${indent}`, 'gm'), '')
    if (plain.startsWith('$ ')) return [{ kind: 'shell', commands: commandsOf(plain) }]
    if (!file) return []
    if (language === 'ts') return [{ kind: 'ts', file, text: plain }]
    return [{ kind: 'json', file, at: at ? at.split('.') : [], text: plain }]
  })
}

function commandsOf(body: string): { line: string; printed: string[] }[] {
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [line, ...printed] = part.trimEnd().split('\n')
      return { line: line!, printed }
    })
}

/** A printed line without what differs from day to day: numbers, and the room between columns. */
export const masked = (line: string): string =>
  line
    .replace(/_[0-9a-f]{8}\b/g, '_hash')
    .replace(/\d+/g, '#')
    .replace(/[ ─]+/g, ' ')
    .trim()

/** Files and folders that a text gives in backquotes, by their path from the root. */
export function filesIn(text: string): string[] {
  const names = text.matchAll(/`((?:src|generator|schemas|mock|tests|bin|docs)\/[\w./-]+(?:\.(?:tsx?|json|mjs)|\/))`/g)
  return [...new Set([...names].map(([, name]) => name!))]
}
