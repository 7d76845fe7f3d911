import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { join } from 'node:path'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { codeOf } from './generator/base/package.ts'
import { leanProComponents } from './vite.lean.ts'

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt)$/
const SMALL = 1024

/** Leaves a .br and a .gz beside each built file, so that the server compresses nothing while somebody waits. */
function precompress(): Plugin {
  return {
    name: 'atelier:precompress',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, output] of Object.entries(bundle)) {
          const bytes = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          if (!COMPRESSIBLE.test(fileName) || bytes.length < SMALL) continue
          const br = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(bytes, { level: 9 }) })
        }
      },
    },
  }
}

/** A product's own pages, where it has any: `virtual:product-pages` is the module that its `package.json` names. */
function productPages(root: string): Plugin {
  const name = 'virtual:product-pages'
  return {
    name: 'atelier:product-pages',
    resolveId: (id) => (id === name ? (pagesOf(root) ?? `\0${name}`) : undefined),
    load: (id) => (id === `\0${name}` ? 'export const productPages = { pages: {} }' : undefined),
  }
}

function pagesOf(root: string): string | undefined {
  const { pages } = codeOf(root)
  return pages === undefined ? undefined : join(root, pages)
}

/** React and what hangs on it changes least: one chunk that stays cached from release to release. Every other cut is automatic. */
const REACT =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|react-is|i18next|use-sync-external-store)[\\/]/

const usual: UserConfig = {
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist/web',
    target: 'esnext',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } } },
  },
}

/** The page of `atelier preview`: one script, since a page opened from a disk may not load modules. */
const alone: UserConfig = {
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/preview-page',
    target: 'esnext',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 10_000,
    lib: {
      entry: 'src/preview/main.ts',
      formats: ['iife'],
      name: 'preview',
      fileName: () => 'preview.js',
      cssFileName: 'preview',
    },
    rolldownOptions: { output: { codeSplitting: false } },
  },
}

/**
 * What React Compiler compiles (docs/decisions/0047-compiler.md): all that reads nothing but what React gives it. Forms
 * and their inputs read what is typed, which changes in place.
 */
const COMPILED = ['core', 'fields/filters', 'lists', 'pages', 'shell', 'studio', 'views'].map(
  (name) => `src/web/${name}/`,
)

export default defineConfig(({ mode }) => ({
  plugins: [
    react({ compiler: { sources: COMPILED } }),
    leanProComponents(),
    productPages(process.env.ATELIER_PRODUCT ?? process.cwd()),
    ...(mode === 'preview' ? [] : [precompress()]),
  ],
  ...(mode === 'preview' ? alone : usual),
}))
