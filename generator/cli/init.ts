/** `atelier init <folder> [--name=…] [--from=file:…]`: a product on the platform that runs with two commands, in a new folder. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { packageRoot } from '../base/package.ts'
import { formatJson } from '../tools/format.ts'
import { option, words } from './project.ts'

const USAGE = `atelier init <folder> [--name="Book shop"] [--from=file:../atelier-0.1.0.tgz]
--from: where npm finds the package; without it, where this one came from: its tarball, else its version.`

export function run(args: string[]): Promise<number> {
  const [folder] = words(args)
  if (!folder) {
    console.error(USAGE)
    return Promise.resolve(2)
  }
  const root = resolve(folder)
  if (existsSync(root) && readdirSync(root).length > 0) {
    console.error(`${folder} is there already, and not empty`)
    return Promise.resolve(1)
  }
  const name = option(args, 'name') ?? titled(basename(root))
  const files = filesOf({
    name,
    code: basename(root).toLowerCase(),
    from: option(args, 'from') ?? installedFrom(root) ?? versionHere(),
  })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const there = relative(process.cwd(), root) || '.'
  console.log(`${Object.keys(files).length} files in ${there}. Then:\n  cd ${there}\n  npm install && npm start`)
  return Promise.resolve(0)
}

const titled = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1).replaceAll(/[-_]/g, ' ')}`

/** The tarball that this package was installed from, as seen from the new folder; nothing where a registry gave it. */
function installedFrom(root: string): string | undefined {
  const project = resolve(packageRoot(), '../..')
  const list = join(project, 'node_modules/.package-lock.json')
  if (!existsSync(list)) return undefined
  const { packages = {} } = JSON.parse(readFileSync(list, 'utf8')) as {
    packages?: Record<string, { resolved?: string }>
  }
  const path = /^file:(.+\.tgz)$/.exec(packages[`node_modules/${basename(packageRoot())}`]?.resolved ?? '')?.[1]
  return path && `file:${relative(root, resolve(project, path))}`
}

const packageHere = () =>
  JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as {
    version: string
    devDependencies: Record<string, string>
  }

const versionHere = (): string => packageHere().version

/** What checks the functions of a product, in the versions that this package was made with. */
function toolsHere(): Record<string, string> {
  const { devDependencies } = packageHere()
  return Object.fromEntries(['@types/node', 'typescript'].map((name) => [name, devDependencies[name] ?? '*']))
}

/** For functions and demo data: the schemas give them their types. */
const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2023', module: 'ESNext', moduleResolution: 'bundler', noEmit: true },
    ...{ allowImportingTsExtensions: true, verbatimModuleSyntax: true, skipLibCheck: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, types: ['node'] },
  },
  include: ['server', 'mock', 'generated'],
}

/** Where a schema file finds its meta-schema with the names of the product, for the editor. */
const obeys = (kind: string, depth: number): string => `${'../'.repeat(depth)}generated/editor/${kind}.schema.json`

function filesOf({ name, code, from }: { name: string; code: string; from: string }): Record<string, string> {
  const json = (data: object): string => formatJson(data)
  return {
    'package.json': `${JSON.stringify(
      {
        name: code.replaceAll(/[^a-z0-9-]/g, '-'),
        version: '0.1.0',
        private: true,
        type: 'module',
        scripts: {
          start: 'atelier start',
          dev: 'atelier dev',
          test: 'atelier check',
          types: 'atelier generate && tsc --noEmit',
        },
        dependencies: { atelier: from },
        devDependencies: toolsHere(),
        engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' },
      },
      null,
      2,
    )}\n`,
    '.gitignore': 'node_modules\ndist\ndata\ngenerated\n',
    'README.md': readme(name),
    'tsconfig.json': `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    'schemas/app.json': json({
      $schema: obeys('app', 1),
      layers: ['platform'],
      name: { en: name },
      languages: { available: ['en'], default: 'en' },
      home: '/desk/items',
      timezone: 'UTC',
      currency: { symbol: '$' },
      phone: { pattern: '^\\+?[0-9]{7,15}$', message: { en: 'A telephone number has 7 to 15 digits' } },
    }),
    'schemas/dictionaries/item_state.json': json({
      $schema: obeys('dictionary', 2),
      label: { en: 'State' },
      values: {
        offered: { value: 1, en: 'Offered', tone: 'active' },
        sold: { value: 2, en: 'Sold', tone: 'done' },
      },
    }),
    'schemas/resources/desk/item.json': json({
      $schema: obeys('resource', 3),
      label: { en: 'Item' },
      many: { en: 'Items' },
      title: 'name',
      facts: ['price'],
      fields: {
        name: { type: 'name', required: true },
        price: { type: 'money', label: { en: 'Price' }, required: true },
        state: { type: 'enum', of: 'item_state', default: 'offered', managed: true },
        buyer: { type: 'string', max: 40, label: { en: 'Buyer' }, managed: true },
        remark: 'remark',
      },
      unique: { name: {} },
      filters: { name: true, state: true, createTime: true },
      columns: ['name', { field: 'price', total: 'sum' }, 'state', 'buyer', 'createTime'],
      states: { state: { sell: { from: 'offered', to: 'sold' } } },
      calls: {
        sell: { label: { en: 'Sell' }, move: 'sell', input: ['id!', 'buyer!'], done: { en: '{name} is sold' } },
      },
    }),
    'schemas/screens/desk/_group.json': json({
      $schema: obeys('group', 3),
      label: { en: 'Desk' },
      icon: 'dashboard',
      order: 10,
    }),
    'schemas/screens/desk/items.json': json({
      $schema: obeys('screen', 3),
      code: 'desk-001',
      label: { en: 'Items' },
      view: 'list',
      resource: 'item',
      tabs: 'state',
      actions: { add: true, edit: true, sell: true, del: true, export: true },
    }),
    'schemas/roles/clerk.json': json({
      $schema: obeys('role', 2),
      label: { en: 'Clerk' },
      grants: { 'desk-*': 'all' },
    }),
  }
}

const readme = (name: string): string => `# ${name}

\`\`\`sh
npm install && npm start   # builds, makes an embedded database, serves on http://localhost:8080
npm test                   # every problem of the schemas
npm run types              # every problem of the functions
\`\`\`

The first start prints an address where the first administrator enters. \`npm run dev\` shows each saved schema at once.

| folder | holds |
|---|---|
| \`schemas/\` | what the product is: resources, screens, dictionaries, roles; a file of the platform is changed by one of the same name with \`"layer": "add"\` |
| \`server/index.ts\` | hand-written calls, where there are any: \`export const product: Product = { handlers }\` |
| \`mock/index.ts\` | demo data, where there are any: \`export const demo: Demo\` |
| \`generated/\` | types and editor schemas, made by \`npx atelier generate\` |

How to write them: \`node_modules/atelier/docs/AUTHORING.md\` and \`LANGUAGE.md\`.
`
