#!/usr/bin/env node
// The command line. In this repository TypeScript is run as it stands, without a build; an installed package holds it built.
import { existsSync } from 'node:fs'

const source = new URL('./main.ts', import.meta.url)
if (existsSync(source)) {
  await import('./typescript.mjs')
  await import(source.href)
} else await import(new URL('../dist/lib/bin/main.js', import.meta.url).href)
