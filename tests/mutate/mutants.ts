/** Small changes of meaning of a file: where they stand, and the file with all of them in it, each to be switched on alone. */
import ts from 'typescript-api'

export interface Mutant {
  /** `src/server/domain/cash/bill.ts:12:7 + to -`: names the change in every run of the same file. */
  id: string
  /** The text with the change; of a statement nothing: it is left out. */
  instead: string
}

const SWAPPED: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
  [ts.SyntaxKind.AsteriskToken]: '/',
}

const isText = (node: ts.Node): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)

/** What a node may be instead, with a word for it. */
function changeOf(node: ts.Node): { word: string; instead: string } | undefined {
  const text = node.getText()
  if (ts.isBinaryExpression(node)) {
    const sign = SWAPPED[node.operatorToken.kind]
    if (!sign || [node.left, node.right].some(isText)) return undefined
    return {
      word: `${node.operatorToken.getText()} to ${sign}`,
      instead: `(${node.left.getText()}) ${sign} (${node.right.getText()})`,
    }
  }
  if (ts.isPropertyAssignment(node) && node.getText() === 'lock: true')
    return { word: 'no lock', instead: 'lock: false' }
  if (ts.isExpressionStatement(node) && isCalled(node.expression)) return { word: 'left out', instead: '' }
  const other = /^Math\.(min|max)$/.exec(ts.isCallExpression(node) ? node.expression.getText() : '')?.[1]
  if (other) return { word: `other than ${other}`, instead: text.replace(other, other === 'min' ? 'max' : 'min') }
  const asked =
    (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
    (ts.isConditionalExpression(node.parent) && node.parent.condition === node)
  return asked ? { word: 'negated', instead: `!(${text})` } : undefined
}

const isCalled = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) || (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression))

/** A call of the switch; `lives` is told which change is asked for, and answers whether it is on. */
const asked = ({ id }: Mutant): string => `globalThis.__lives(${JSON.stringify(id)})`

/** The source with every change in it, and the list of them. */
export function mutated(file: string, source: string): { mutants: Mutant[]; text: string } {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const mutants: Mutant[] = []
  const render = (node: ts.Node): string => {
    const change = ts.isTypeNode(node) || ts.isSourceFile(node) ? undefined : changeOf(node)
    const mutant = change && entered(node, change)
    const parts: string[] = []
    let at = node.getStart()
    if (!ts.isTypeNode(node))
      node.forEachChild((child) => {
        parts.push(source.slice(at, child.getStart()), render(child))
        at = child.end
      })
    const whole = parts.join('') + source.slice(at, node.end)
    if (!mutant) return whole
    if (ts.isExpressionStatement(node)) return `{ if (!${asked(mutant)}) { ${whole} } }`
    if (ts.isPropertyAssignment(node)) return `lock: !${asked(mutant)}`
    return `(${asked(mutant)} ? (${mutant.instead}) : (${whole}))`
  }
  const entered = (node: ts.Node, { word, instead }: { word: string; instead: string }): Mutant => {
    const { line, character } = tree.getLineAndCharacterOfPosition(node.getStart())
    const mutant = { id: `${file}:${line + 1}:${character + 1} ${word}`, instead }
    mutants.push(mutant)
    return mutant
  }
  return { mutants, text: source.slice(0, tree.getStart()) + render(tree) + source.slice(tree.endOfFileToken.end) }
}
