/**
 * ProTable brings everything it could do: a search form of every layout and field type, a toolbar, editable cells,
 * a card, thirty languages; a third of the bytes of the first list. Lists here draw their own filters, toolbar and
 * cells, so a build puts something empty in the place of what is never drawn (docs/decisions/0020). In development
 * the library is whole.
 */
import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** Components that no screen draws: package → module below its `es` folder → its exports. */
const COMPONENTS: Record<string, Record<string, readonly string[]>> = {
  // The search form (`search={false}`), the toolbar (`toolBarRender={false}`), cells by value type (our columns have none).
  'pro-table': {
    'components/Form/index.js': ['default'],
    'components/ToolBar/index.js': ['default'],
    'utils/columnRender.js': ['renderColumnsTitle', 'defaultOnFilter', 'columnRender'],
  },
  // Around an editable table.
  'pro-form': { 'layouts/ProForm/index.js': ['ProForm'] },
  // Around a table with a toolbar.
  'pro-card': { 'ProCard.js': ['default'] },
  // `ErrorBoundary={false}`: pages have one.
  'pro-utils': { 'components/ErrorBoundary/index.js': ['ErrorBoundary'] },
}

/** Languages of the product; sentences in the others are left out. */
const LANGUAGES = new Set(['zh_CN.js', 'en_US.js'])

const SCOPE = '@ant-design'
const require = createRequire(import.meta.url)

const folderOf = (name: string): string => join(dirname(require.resolve(`${SCOPE}/${name}/package.json`)), 'es')

/** What a module is replaced with, and the names it must have. */
export interface LeftOut { kind: 'component' | 'words'; exports: readonly string[] }

/** Every module that is left out of builds, by its file. */
export function leftOut(): Map<string, LeftOut> {
  const components = Object.entries(COMPONENTS).flatMap(([name, modules]) => Object.entries(modules)
    .map(([module, exports]): [string, LeftOut] => [join(folderOf(name), module), { kind: 'component', exports }]))
  const locales = join(folderOf('pro-provider'), 'locale')
  const words = readdirSync(locales).filter((file) => file.endsWith('.js') && !LANGUAGES.has(file))
    .map((file): [string, LeftOut] => [join(locales, file), { kind: 'words', exports: ['default'] }])
  return new Map([...components, ...words])
}

/** Draws nothing and says so: an error in the console is one in every browser test. */
function emptyModule(file: string, { kind, exports }: LeftOut): string {
  if (kind === 'words') return 'export default {}\n'
  const said = JSON.stringify(`${file.slice(file.indexOf(SCOPE))} is left out of builds, see vite.lean.ts`)
  return `function Left() { console.error(${said}); return null }\nexport { ${exports.map((name) => `Left as ${name}`).join(', ')} }\n`
}

/** Leaves out what is never drawn. Ends the build when the library no longer has it where it was. */
export function leanProComponents(): Plugin {
  const modules = leftOut()
  const met = new Set<string>()
  return {
    name: 'atelier:lean-pro-components',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /@ant-design[\\/]pro-/ },
      handler(id) {
        const left = modules.get(id)
        if (!left) return undefined
        met.add(id)
        return { code: emptyModule(id.replaceAll('\\', '/'), left), moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      const gone = [...modules.keys()].filter((file) => !met.has(file))
      if (!error && gone.length > 0) this.error(`vite.lean.ts leaves out what is no part of the build:\n${gone.join('\n')}`)
    },
  }
}
