/** `atelier explain <route> [--json]`: a compiled screen, and the origin of each value. */
import { explain, type Fact } from '../tools/explain/index.ts'
import { columns } from '../tools/format.ts'
import { suggestion } from '../base/problems.ts'
import { printJson, projectRoot, studyProject, words } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const [route] = words(args)
  const found = studyProject(projectRoot())
  if (!found) return 1
  if (!route) {
    console.error(`which screen? atelier explain ${Object.keys(found.model.screens)[0] ?? '/desk/items'}`)
    return 2
  }
  const screen = found.model.screens[route] ?? Object.values(found.model.screens).find((s) => s.code === route)
  if (!screen) {
    console.error(`no screen has the route "${route}"${suggestion(route, Object.keys(found.model.screens))}`)
    return 1
  }
  const facts = explain(found, screen)
  if (args.includes('--json')) printJson(facts)
  else console.log(`${screen.route}   schemas/screens${screen.route}.json\n${lines(facts, 0).join('\n')}`)
  return 0
}

/** The column where the origin of a value is printed. */
const SOURCE_AT = 92

function lines(facts: Fact[], depth: number): string[] {
  const width = Math.max(0, ...facts.map((f) => f.name.length))
  return facts.flatMap((fact) => {
    const text = `${'  '.repeat(depth)}${fact.name.padEnd(width)}  ${fact.value}`
    return [withSource(text, fact), ...lines(fact.facts ?? [], depth + 1)]
  })
}

function withSource(text: string, { from }: Fact): string {
  if (!from) return text
  return `${text}${' '.repeat(Math.max(SOURCE_AT - columns(text), 2))}← ${from.word}${from.at ? `  ${from.at}` : ''}`
}
