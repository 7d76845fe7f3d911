/**
 * Builds what the package holds (`npm pack` runs it): the engine and the command line as JavaScript with their types, and
 * the browser part without the pages of any product. Products run it without a TypeScript loader.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lib = join(root, 'dist/lib')

/** What the compiler of TypeScript leaves where it is. */
const ASIDE = ['src/server', 'generator/tools/docs', 'generator/lsp/vscode', 'generator/emit/client']
const IS_ASIDE = /\.(mjs|css|svg|js|json|md)$/

function run(args, { env = {}, cwd = root } = {}) {
  const { status } = spawnSync(process.execPath, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) throw new Error(`failed: ${args.join(' ')}`)
}

rmSync(lib, { recursive: true, force: true })
run(['bin/atelier.mjs', 'generate'])
run(['node_modules/typescript/bin/tsc', '-p', 'bin/tsconfig.package.json'])
for (const folder of ASIDE)
  for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
    if (!IS_ASIDE.test(name) || name.startsWith('domain')) continue
    if (existsSync(join(lib, folder, name))) throw new Error(`${folder}/${name} stands over what was compiled`)
    mkdirSync(dirname(join(lib, folder, name)), { recursive: true })
    cpSync(join(root, folder, name), join(lib, folder, name))
  }
run(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn', '--outDir', 'dist/lib/web'], {
  env: { ATELIER_PRODUCT: join(root, 'schemas/platform') },
})
run(
  [
    'node_modules/vite/bin/vite.js',
    'build',
    '--mode',
    'preview',
    '--logLevel',
    'warn',
    '--outDir',
    'dist/lib/preview-page',
  ],
  {
    env: { ATELIER_PRODUCT: join(root, 'schemas/platform'), NODE_ENV: 'production' },
  },
)
typesOfPlatform()

/** The generated types that the platform's own are written over are those of the least product, not of the studio. */
function typesOfPlatform() {
  const home = mkdtempSync(join(tmpdir(), 'atelier-package-'))
  const program = join(root, 'bin/atelier.mjs')
  run([program, 'init', join(home, 'least')])
  run([program, 'generate'], { cwd: join(home, 'least') })
  const [from, to] = [join(home, 'least/generated'), join(home, 'src/generated')]
  mkdirSync(to, { recursive: true })
  for (const name of ['records.ts', 'calls.ts', 'wire.ts', 'dictionaries.ts'])
    writeFileSync(
      join(to, name),
      readFileSync(join(from, name), 'utf8').replaceAll("'atelier/model'", "'../model/units.ts'"),
    )
  cpSync(join(root, 'src/model'), join(home, 'src/model'), { recursive: true })
  const options = { ...JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).compilerOptions, types: [] }
  const emitting = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
  }
  writeFileSync(
    join(home, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...options, ...emitting, outDir: 'out', rootDir: '.' },
      include: ['src/generated'],
    }),
  )
  run([join(root, 'node_modules/typescript/bin/tsc'), '-p', home], { cwd: home })
  rmSync(join(lib, 'src/generated'), { recursive: true, force: true })
  cpSync(join(home, 'out/src/generated'), join(lib, 'src/generated'), { recursive: true })
  rmSync(home, { recursive: true, force: true })
}
