// TypeScript as Node runs it here: `node --import ./bin/typescript.mjs file.ts`. See docs/decisions/0021.
import { register } from 'node:module'

process.setSourceMapsEnabled(true)
register('./typescript-hooks.mjs', import.meta.url)
