/** `atelier used <name> [--json]`: every place where a resource, field, dictionary, value, call, route, code, button or type is named. */
import { suggestion } from '../base/problems.ts'
import { REF_KINDS, type RefKind, type References } from '../base/references.ts'
import type { JsonPath } from '../base/source.ts'
import { printJson, projectRoot, studyProject, words } from './project.ts'
import { many } from './table.ts'

/** `implied`: meant by default; `covered`: by a pattern of a role. */
interface UsedPlace {
  file: string
  line: number
  column: number
  path: string
  declares: boolean
  implied: boolean
  covered: boolean
}

/** Places of a name, its own first. */
export function placesOf(references: References, kind: RefKind, name: string): UsedPlace[] {
  return references.of(kind, name).map((r) => ({
    file: r.place.source.file,
    ...r.place.source.position(r.place),
    path: pathText(r.place.path),
    declares: r.declares,
    implied: r.implied && !r.covered,
    covered: r.covered,
  }))
}

/** `actions.pay.when[0].if`; the file itself is `(file)`. */
const pathText = (path: JsonPath): string =>
  path
    .map((part, i) =>
      typeof part === 'number' ? `[${part}]` : /^\w+$/.test(part) ? `${i > 0 ? '.' : ''}${part}` : `["${part}"]`,
    )
    .join('') || '(file)'

/**
 * The kinds a name of the command line may have: `field:customer.mobile` is explicit, `customer.mobile` is looked up.
 * A sentence when there is none.
 */
export function kindsOf(references: References, word: string): { kinds: RefKind[]; name: string } | string {
  const [head = '', ...rest] = word.split(':')
  if (rest.length > 0 && (REF_KINDS as readonly string[]).includes(head)) {
    const name = rest.join(':')
    return references.kindsOf(name).includes(head as RefKind)
      ? { kinds: [head as RefKind], name }
      : unknownName(references, name, [head as RefKind])
  }
  const kinds = references.kindsOf(word)
  return kinds.length > 0 ? { kinds, name: word } : unknownName(references, word, [...REF_KINDS])
}

function unknownName(references: References, name: string, kinds: RefKind[]): string {
  const near = suggestion(
    name,
    kinds.flatMap((kind) => references.names(kind)),
  )
  return `nothing is called "${name}"${near || '; names look like customer, customer.mobile, pay_type, pay_type.cash, order/add, /order/list, order-001, order-001.add, remark'}`
}

export async function run(args: string[]): Promise<number> {
  const [word] = words(args)
  if (!word) {
    console.error('which name? atelier used customer.mobile')
    return 2
  }
  const found = studyProject(projectRoot(), { references: true })
  if (!found) return 1
  const references = found.c.references!
  const meant = kindsOf(references, word)
  if (typeof meant === 'string') {
    console.error(meant)
    return 1
  }
  if (args.includes('--json'))
    printJson(
      meant.kinds.flatMap((kind) => placesOf(references, kind, meant.name).map((place) => ({ kind, ...place }))),
    )
  else for (const kind of meant.kinds) console.log(report(references, kind, meant.name))
  return 0
}

function aside({ declares, implied, covered }: UsedPlace): string {
  if (declares) return '  (declared here)'
  return covered ? '  (covered by the pattern)' : implied ? '  (by default)' : ''
}

function report(references: References, kind: RefKind, name: string): string {
  const places = placesOf(references, kind, name)
  const files = new Set(places.map((p) => p.file)).size
  const width = Math.max(...places.map((p) => `${p.file}:${p.line}:${p.column}`.length))
  const lines = places.map((p) => `  ${`${p.file}:${p.line}:${p.column}`.padEnd(width)}  ${p.path}${aside(p)}`)
  return `${kind} ${name}: ${many(places.length, 'place')} in ${many(files, 'file')}\n${lines.join('\n')}`
}
