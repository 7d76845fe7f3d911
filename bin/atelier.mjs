#!/usr/bin/env node
// The command line. TypeScript is run as it stands, without a build.
import './typescript.mjs'

await import('./main.ts')
