/** `atelier generate`: compiles and writes what differs under src/generated. */
import { generatedFiles, writeGenerated } from '../emit/index.ts'
import { compile } from '../index.ts'
import { formatProblem } from '../problems.ts'
import { projectRoot, schemasOf } from './project.ts'

export async function run(): Promise<number> {
  const root = projectRoot()
  const { model, problems } = compile(schemasOf(root))
  for (const p of problems) if (p.severity === 'error') console.error(formatProblem(p))
  if (!model) return 1
  const written = writeGenerated(root, await generatedFiles(model, schemasOf(root)))
  if (written.length > 0) console.log(`generated ${written.length} files`)
  return 0
}
