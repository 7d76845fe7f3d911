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

type Modules = Record<string, Record<string, readonly string[]>>

/** Components that no screen draws: package → module below its `es` folder → its exports. */
const COMPONENTS: Modules = {
  // The search form (`search={false}`), the toolbar (`toolBarRender={false}`), cells by value type (our columns have none).
  '@ant-design/pro-table': {
    'components/Form/index.js': ['default'],
    'components/ToolBar/index.js': ['default'],
    'utils/columnRender.js': ['renderColumnsTitle', 'defaultOnFilter', 'columnRender'],
  },
  // Around an editable table.
  '@ant-design/pro-form': { 'layouts/ProForm/index.js': ['ProForm'] },
  // Around a table with a toolbar.
  '@ant-design/pro-card': { 'ProCard.js': ['default'] },
  // `ErrorBoundary={false}`: pages have one.
  '@ant-design/pro-utils': { 'components/ErrorBoundary/index.js': ['ErrorBoundary'] },
  // The choice of values in a heading: our columns have no `filters`.
  antd: { 'table/hooks/useFilter/FilterDropdown.js': ['default', 'flattenKeys'] },
}

/** Hooks that are called all the same: they answer an empty record. */
const HOOKS: Modules = {
  // State of editable rows, without `editable`.
  '@ant-design/pro-utils': {
    'useEditableArray/index.js': [
      'recordKeyToString',
      'editableRowByKey',
      'SaveEditableAction',
      'DeleteEditableAction',
      'defaultActionRender',
      'useEditableArray',
    ],
  },
}

/** Languages of the product; sentences in the others are left out. */
const LANGUAGES = new Set(['zh_CN.js', 'en_US.js'])

const require = createRequire(import.meta.url)

const folderOf = (name: string): string => join(dirname(require.resolve(`${name}/package.json`)), 'es')

/** What a module is replaced with, and the names it must have. */
export interface LeftOut {
  kind: 'component' | 'hook' | 'words'
  exports: readonly string[]
}

/** Every module that is left out of builds, by its file. */
export function leftOut(): Map<string, LeftOut> {
  const locales = join(folderOf('@ant-design/pro-provider'), 'locale')
  const words = readdirSync(locales)
    .filter((file) => file.endsWith('.js') && !LANGUAGES.has(file))
    .map((file): [string, LeftOut] => [join(locales, file), { kind: 'words', exports: ['default'] }])
  return new Map([...filesOf(COMPONENTS, 'component'), ...filesOf(HOOKS, 'hook'), ...words])
}

function filesOf(packages: Modules, kind: LeftOut['kind']): [string, LeftOut][] {
  return Object.entries(packages).flatMap(([name, modules]) =>
    Object.entries(modules).map(([module, exports]): [string, LeftOut] => [
      join(folderOf(name), module),
      { kind, exports },
    ]),
  )
}

/** A component draws nothing and says so: an error in the console is one in every browser test. */
function emptyModule(file: string, { kind, exports }: LeftOut): string {
  if (kind === 'words') return 'export default {}\n'
  const said = JSON.stringify(`${file.split('node_modules/').at(-1)} is left out of builds, see vite.lean.ts`)
  const body = kind === 'hook' ? 'return nothing' : `console.error(${said}); return null`
  return `const nothing = {}\nfunction Left() { ${body} }\nexport { ${exports.map((name) => `Left as ${name}`).join(', ')} }\n`
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
      filter: { id: /node_modules[\\/](@ant-design[\\/]pro-|antd[\\/])/ },
      handler(id) {
        const left = modules.get(id)
        if (!left) return undefined
        met.add(id)
        return { code: emptyModule(id.replaceAll('\\', '/'), left), moduleSideEffects: false }
      },
    },
    buildEnd(error) {
      const gone = [...modules.keys()].filter((file) => !met.has(file))
      if (!error && gone.length > 0)
        this.error(`vite.lean.ts leaves out what is no part of the build:\n${gone.join('\n')}`)
    },
  }
}
