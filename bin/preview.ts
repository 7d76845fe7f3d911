/** `atelier preview [--out dist/preview] [--each 40]`: every screen with sample records, as a folder that opens without a server. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { packageRoot } from '../generator/base/package.ts'
import { option, projectRoot, studyProject } from '../generator/cli/project.ts'
import { splitForWeb } from '../generator/emit/web.ts'
import type { AppModel, Model } from '../src/model/model.ts'
import { answerModel, fileOf, pathOf, type Content } from '../src/preview/content.ts'
import { sampleAnswers, sampleRows } from '../src/samples/rows.ts'

const EACH = 40
const EACH_MAX = 1000
/** Stands in each preview: a folder without it is not written over. */
const MARK = 'preview.js'

export function run(args: string[]): Promise<number> {
  return Promise.resolve(make(args))
}

function make(args: string[]): number {
  const root = projectRoot()
  const out = resolve(option(args, 'out') ?? join(root, 'dist/preview'))
  const each = Number(option(args, 'each') ?? EACH)
  if (option(args, 'out') === '' || !Number.isInteger(each) || each < 1 || each > EACH_MAX) {
    console.error(`usage: atelier preview [--out FOLDER] [--each 1–${EACH_MAX}]`)
    return 2
  }
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, MARK))) {
    console.error(`${out} holds something else than a preview; choose another folder`)
    return 1
  }
  const found = studyProject(root)
  if (!found) return 1
  rmSync(out, { recursive: true, force: true })
  mkdirSync(join(out, 'content'), { recursive: true })
  cpSync(pageFolder(root), out, { recursive: true })
  for (const [name, content] of contentOf(found.model, each, Date.now()))
    writeFileSync(join(out, pathOf(name)), fileOf(name, content))
  writeFileSync(join(out, 'index.html'), htmlOf(found.model))
  console.log(`open ${join(out, 'index.html')}`)
  return 0
}

/** The built page: made here from the sources, or what the package brings. */
function pageFolder(root: string): string {
  const packed = join(packageRoot(), 'dist/lib/preview-page')
  if (existsSync(packed)) return packed
  const built = join(packageRoot(), 'dist/preview-page')
  const vite = join(packageRoot(), 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--mode', 'preview', '--logLevel', 'warn'], {
    cwd: packageRoot(),
    stdio: 'inherit',
    // Whatever the surroundings say: a page built for development does not run.
    env: { ...process.env, NODE_ENV: 'production', ATELIER_PRODUCT: root },
  })
  if (status !== 0) throw new Error('The page of the preview could not be built')
  return built
}

function contentOf(model: Model, each: number, now: number): [keyof Content, unknown][] {
  const { core, parts } = splitForWeb(model)
  const sampling = { model, each, now }
  const answers: Content['answers'] = {
    model: answerModel(model),
    rows: sampleRows(sampling),
    answers: sampleAnswers(sampling),
    now,
  }
  return [
    ['core', { ...core, app: { ...core.app, engineCalls: onlyKnown(core.app.engineCalls) } }],
    ['answers', answers],
    ...Object.entries(parts).map(([name, part]): [keyof Content, unknown] => [`part/${name}`, part]),
  ]
}

/** Without what only a server can tell: the past, formulas, hidden numbers. */
function onlyKnown({ why: _why, asOf: _asOf, reveal: _reveal, undo: _undo, ...known }: AppModel['engineCalls']) {
  return known
}

const htmlOf = ({ app }: Model): string => `<!doctype html>
<html lang="${app.languages.default}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <title>${app.name[app.languages.default]}</title>
    <link rel="stylesheet" href="./preview.css" />
    <script defer src="./preview.js"></script>
  </head>
  <body>
    <div id="root"></div>
  </body>
</html>
`
