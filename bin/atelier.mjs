#!/usr/bin/env node
// The command line. TypeScript is run as it stands, without a build.
import { register } from 'tsx/esm/api'

register()
await import('./main.ts')
