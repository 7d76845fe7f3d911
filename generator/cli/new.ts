/** `atelier new screen <route> <resource> [--view=list]`, `atelier new resource <area>/<name>`; `--zh=… --en=…` set the label. */
import { writeFiles } from '../base/files.ts'
import { compile } from '../index.ts'
import { formatProblem } from '../base/problems.ts'
import { newResource, newScreen, type Scaffold } from '../tools/scaffold.ts'
import { projectRoot, schemasOf, studyProject, words } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const [what, name, resource] = words(args)
  const usage =
    'atelier new screen <route> <resource> [--view=list|tree|form|detail]\natelier new resource <area>/<name>\n  --zh=… --en=… say the label'
  if (!name || (what !== 'screen' && what !== 'resource') || (what === 'screen' && !resource)) {
    console.error(usage)
    return 2
  }
  const root = projectRoot()
  const found = studyProject(root)
  if (!found) return 1
  const label = { ...option(args, 'zh'), ...option(args, 'en') }
  const made =
    what === 'screen'
      ? newScreen(found, name, resource!, { ...option(args, 'view'), label })
      : newResource(found, name, label)
  return write(root, made)
}

/** `--name=value` as `{ name: value }`. */
function option(args: string[], name: string): Record<string, string> {
  const option = args.find((arg) => arg.startsWith(`--${name}=`))
  return option ? { [name]: option.slice(name.length + 3) } : {}
}

/** Writes only files that compile. */
function write(root: string, made: Scaffold): number {
  if (typeof made === 'string') {
    console.error(made)
    return 1
  }
  const files = { ...made.changed, [made.file]: made.text }
  const { problems } = compile(
    schemasOf(root),
    Object.fromEntries(Object.entries(files).map(([file, text]) => [file.replace(/^schemas\//, ''), text])),
  )
  const errors = problems.filter((p) => p.severity === 'error')
  for (const p of errors) console.error(formatProblem(p))
  if (errors.length > 0) return 1
  writeFiles(root, new Map(Object.entries(files)))
  console.log(`${made.file}\n${made.text}`)
  return 0
}
