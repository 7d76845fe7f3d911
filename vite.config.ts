import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

/** React and what hangs on it changes least: one chunk that stays cached from release to release. Every other cut is automatic. */
const REACT =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|react-is|i18next|react-i18next|use-sync-external-store)[\\/]/

export default defineConfig({
  plugins: [react(), leanProComponents(), precompress()],
  publicDir: 'src/web/public',
  build: {
    outDir: 'dist/web',
    target: 'esnext',
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'react', test: REACT }] } } },
  },
})
