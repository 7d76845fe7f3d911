/** What is measured over the whole code: exports that nobody imports, long functions, long lists of parameters, blind casts. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript-api'
import { describe, expect, it } from 'vitest'

const ROOMS = ['bin', 'generator', 'mock', 'src/model', 'src/preview', 'src/samples', 'src/server', 'src/web']

/** Most that may stand. A number only goes down. */
const OVER_90_LINES = 1
const OVER_60_LINES = 0.005

/** In the hand-written calls, whose rows, inputs and answers are typed by the schemas. */
const DOMAIN_CASTS = 9
const DOMAIN_CONVERSIONS = 5
/** Dictionary values by number: SQL written by hand, and answers kept or given in wire form. */
const DOMAIN_NUMBERED = 19

/** Asked for by their name, of files that are found by their place: the hand-written calls, what a product adds, and the hook of Node. */
const FOUND_BY_PLACE = new Set(['handlers', 'load', 'product', 'demo', 'productPages'])

interface Source {
  file: string
  room: string
  tree: ts.SourceFile
}

const sources: Source[] = [...ROOMS, 'src/exports', 'src/generated', 'tests'].flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => join(room, name))
    .map((file) => ({ file, room, tree: treeOf(file) })),
)
/** What is generated is measured where it comes from. */
const isGenerated = ({ tree }: Source): boolean => tree.text.startsWith('// Generated from ')
const product = sources.filter((one) => ROOMS.includes(one.room) && !isGenerated(one))

function treeOf(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
}

const lineOf = (node: ts.Node): number => node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1
const lastLineOf = (node: ts.Node): number => node.getSourceFile().getLineAndCharacterOfPosition(node.end).line + 1
const placeOf = (node: ts.Node): string => `${node.getSourceFile().fileName}:${lineOf(node)}`

/** A node and all below it. */
function nodesOf(node: ts.Node): ts.Node[] {
  const inner: ts.Node[] = []
  node.forEachChild((child) => void inner.push(...nodesOf(child)))
  return [node, ...inner]
}

const all = new Map(product.map(({ file, tree }) => [file, nodesOf(tree)]))

/** Functions with a body, but for arrows of one line. */
const functions = [...all.values()].flat().filter((node): node is ts.FunctionLikeDeclaration & { body: ts.Node } => {
  if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return false
  return !ts.isArrowFunction(node) || ts.isBlock(node.body) || lastLineOf(node) > lineOf(node)
})
const linesOf = (node: ts.Node): number => lastLineOf(node) - lineOf(node) + 1

describe('functions', () => {
  it(`are at most 90 lines long`, () => {
    const long = functions.filter((one) => linesOf(one) > 90).map(placeOf)
    expect(long.length, long.join('\n')).toBeLessThanOrEqual(OVER_90_LINES)
  })

  it('are seldom more than 60 lines long', () => {
    const long = functions.filter((one) => linesOf(one) > 60).map(placeOf)
    expect(long.length / functions.length, long.join('\n')).toBeLessThanOrEqual(OVER_60_LINES)
  })

  it.each(ROOMS)('take at most five parameters in %s', (room) => {
    const many = functions.filter((one) => one.parameters.length > 5).map(placeOf)
    const here = many.filter((place) => place.startsWith(`${room}/`))
    expect(here).toEqual([])
  })
})

it('nothing is typed as any', () => {
  const loose = [...all.values()].flat().filter(({ kind }) => kind === ts.SyntaxKind.AnyKeyword)
  expect(loose.map(placeOf)).toEqual([])
})

it('no cast goes by way of unknown', () => {
  const casts = [...all.values()]
    .flat()
    .filter(
      (node) =>
        ts.isAsExpression(node) &&
        ts.isAsExpression(node.expression) &&
        node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
    )
    .map(placeOf)
  expect(casts).toEqual([])
})

const isComponent = (name: string | undefined): boolean => /^([A-Z]|use[A-Z])/.test(name ?? '')
const nameOf = (node: ts.Node): string | undefined => {
  if (ts.isFunctionDeclaration(node) || ts.isFunctionExpression(node)) return node.name?.text
  const { parent } = node
  if (!ts.isArrowFunction(node)) return undefined
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined
}
/** The functions around a node, the nearest first. */
const around = (node: ts.Node): ts.Node[] => {
  const found: ts.Node[] = []
  for (let at: ts.Node = node; at; at = at.parent) if (ts.isFunctionLike(at)) found.push(at)
  return found
}

/** docs/decisions/0047-compiler.md: a word of a plain function is not said anew in another language. */
it('components say their words by the hook of their language', () => {
  const plain = [...all]
    .filter(([file]) => file.startsWith('src/web/'))
    .flatMap(([, nodes]) => {
      const [imported] = nodes
        .filter(ts.isImportSpecifier)
        .filter(({ name, propertyName }) => name.text === 't' && !propertyName)
      return imported ? nodes : []
    })
    .filter((node) => ts.isCallExpression(node) && node.expression.getText() === 't')
    .filter((node) => {
      const functions = around(node)
      // Pressed or answered later, a word is of the language of that moment.
      const nearest = functions[0]
      const drawn = functions.find((one) => isComponent(nameOf(one)))
      const isOwn = functions.some((one) => nodesOf(one).some((inner) => inner.getText() === 't = useT()'))
      return drawn !== undefined && !isOwn && (nearest === drawn || ts.isJsxExpression(nearest?.parent.parent ?? node))
    })
    .map(placeOf)
  expect(plain).toEqual([])
})

/** docs/decisions/0047-compiler.md: what is typed changes in place, and the compiler would keep what was made of it first. */
it('whoever draws what is typed outside of forms is not compiled', () => {
  const walks = /\.(filter|map|flatMap|find|findIndex|some|every)$/
  const compiled = [...all]
    .filter(([file]) => file.startsWith('src/web/views/'))
    .flatMap(([, nodes]) => nodes)
    .filter((node) => ts.isPropertyAccessExpression(node) && /\blive\.\w+$|\bform\.values$/.test(node.getText()))
    .filter((node) => {
      const functions = around(node)
      const at = functions.findIndex((one) => isComponent(nameOf(one)))
      const drawn = functions[at]
      // Whoever waits for a press or an effect reads what is typed then.
      const isWalk = ({ parent }: ts.Node): boolean =>
        ts.isCallExpression(parent) && walks.test(parent.expression.getText())
      const isDrawn = drawn !== undefined && functions.slice(0, at).every(isWalk)
      return isDrawn && !drawn.getText().includes("'use no memo'")
    })
    .map(placeOf)
  expect(compiled).toEqual([])
})

describe('hand-written calls', () => {
  const nodes = [...all].filter(([file]) => file.startsWith('src/server/domain/')).flatMap(([, list]) => list)
  const calling = (...names: string[]): string[] =>
    nodes
      .filter((node) => ts.isCallExpression(node) && names.includes(node.expression.getText()))
      .map((node) => placeOf(node))

  it('seldom cast what the schemas type', () => {
    const casts = nodes.filter((node) => ts.isAsExpression(node) && node.type.getText() !== 'const').map(placeOf)
    expect(casts.length, casts.join('\n')).toBeLessThanOrEqual(DOMAIN_CASTS)
  })

  it('seldom turn a value into a number or a text', () => {
    const turned = calling('Number', 'String')
    expect(turned.length, turned.join('\n')).toBeLessThanOrEqual(DOMAIN_CONVERSIONS)
  })

  it('say values of dictionaries by name', () => {
    const numbered = calling('stored', 'named')
    expect(numbered.length, numbered.join('\n')).toBeLessThanOrEqual(DOMAIN_NUMBERED)
  })
})

describe('exports', () => {
  const imported = new Set(sources.flatMap(({ file, tree }) => importsOf(file, tree)))

  it.each(ROOMS)('of %s are imported somewhere', (room) => {
    const unused = product
      .filter((source) => source.room === room)
      .flatMap(({ file, tree }) =>
        imported.has(`${file}#*`) ? [] : exportsOf(tree).map((name) => ({ name, key: `${file}#${name}` })),
      )
      .filter(({ name, key }) => !FOUND_BY_PLACE.has(name) && !imported.has(key))
      .map(({ key }) => key)
    expect(unused).toEqual([])
  })
})

/** Names that a file declares and exports. */
function exportsOf(tree: ts.SourceFile): string[] {
  return tree.statements.flatMap((one) => {
    const exported =
      ts.canHaveModifiers(one) && ts.getModifiers(one)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!exported) return []
    if (ts.isVariableStatement(one)) return one.declarationList.declarations.flatMap(({ name }) => namesIn(name))
    return 'name' in one && one.name ? namesIn(one.name as ts.BindingName) : []
  })
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isBindingElement(element) ? namesIn(element.name) : []))

/** What a file imports or hands on, as `file#name`; `file#*` for all of it. */
function importsOf(file: string, tree: ts.SourceFile): string[] {
  const named = tree.statements.flatMap((one) => {
    if (!ts.isImportDeclaration(one) && !ts.isExportDeclaration(one)) return []
    const target = one.moduleSpecifier && fileOf(file, one.moduleSpecifier)
    if (!target) return []
    const names = ts.isImportDeclaration(one) ? one.importClause?.namedBindings : one.exportClause
    if (!names || !('elements' in names)) return [`${target}#*`]
    return [...names.elements].map(({ name, propertyName }) => `${target}#${(propertyName ?? name).text}`)
  })
  const later = nodesOf(tree).flatMap((node) => {
    const asked = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
    const target = asked && node.arguments[0] && fileOf(file, node.arguments[0])
    return target ? [`${target}#*`] : []
  })
  return [...named, ...later]
}

/** The file that a module's own path means; nothing for packages. */
const fileOf = (from: string, specifier: ts.Expression): string | undefined =>
  ts.isStringLiteral(specifier) && specifier.text.startsWith('.')
    ? normalize(join(dirname(from), specifier.text))
    : undefined

/** Classes whose look a sheet says from the ground, not beneath another class. */
const classesOf = (sheet: string): string[] => [
  ...new Set([...sheet.matchAll(/^\.([a-z][\w-]*)(?:,\s*\.[\w-]+)* \{/gm)].map(([, name = '']) => name)),
]

const SHEETS = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'))

it('a class has its look from one sheet', () => {
  const seen = new Map<string, string[]>()
  for (const sheet of SHEETS)
    for (const name of classesOf(readFileSync(join('src/web', sheet), 'utf8')))
      seen.set(name, [...(seen.get(name) ?? []), sheet])
  expect([...seen].filter(([, where]) => where.length > 1)).toEqual([])
})

it('text stands on the accent that carries it, not on the pure one', () => {
  const rules = SHEETS.flatMap((sheet) =>
    [...readFileSync(join('src/web', sheet), 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
      ([, name = '', body = '']) => ({
        rule: `${sheet}: ${name.trim()}`,
        body,
      }),
    ),
  )
  const weak = rules.filter(({ body }) => /background(-color)?: var\(--accent\)/.test(body) && /^\s*color:/m.test(body))
  expect(weak.map(({ rule }) => rule)).toEqual([])
})
