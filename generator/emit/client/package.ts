/** A typed client of a product's calls, as a package of its own: JavaScript and types, no dependency. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Model } from '../../../src/model/model.ts'
import { childTypes } from '../records.ts'
import { dictionaryTypes, dictionaryValues, HEADER } from '../types.ts'
import { wireTypes } from '../wire.ts'
import { CLIENT_TYPES } from './types.ts'

/** A list of the product's own, for the example: those of the platform stand in its area. */
const listIn = ({ calls, resources }: Model): string => {
  const lists = Object.values(calls).filter(({ kind }) => kind === 'query')
  return (lists.find(({ resource }) => resources[resource]?.area !== 'system') ?? lists[0])?.path ?? ''
}

/** What hand-written calls share with the wire. */
const UNITS = `/** Milliseconds since 1970: moments, and days as their midnight in the product's time zone. */
export type Millis = number
/** Yes or no: 1 or 0. */
export type Flag = number
/** An uploaded file, as records hold it. */
export interface Upload {
  id: number
  url: string
  origName: string
}
`

/** The files of the package by name. `name`: what other projects install it as. */
export function clientPackage(model: Model, name: string): Record<string, string> {
  const wire = wireTypes(model)
    .replaceAll("'../model/units.ts'", "'./units.js'")
    .replaceAll(/'\.\/(\w+)\.ts'/g, "'./$1.js'")
  return {
    'package.json': `${JSON.stringify(manifest(model, name), null, 2)}\n`,
    'README.md': readme(model, name),
    'index.js': readFileSync(join(import.meta.dirname, 'index.js'), 'utf8'),
    'index.d.ts': CLIENT_TYPES,
    'files.js': `${HEADER}${uploadOf(model)}`,
    'dictionaries.js': `${HEADER}${dictionaryValues(model)}\n`,
    'dictionaries.d.ts': dictionaryTypes(model, 'declared'),
    'records.d.ts': `${HEADER}${childTypes(model).join('\n')}\n`,
    'units.d.ts': UNITS,
    'wire.d.ts': wire,
  }
}

/** The call that takes files, and the parts of its form: for a file, and for a picture that is kept as it is. */
const uploadOf = ({ app }: Model): string => {
  const { path, file, original = file } = app.engineCalls.upload ?? {}
  return `export const UPLOAD = ${JSON.stringify({ path, file, original })}\n`
}

const manifest = (model: Model, name: string): object => ({
  name,
  version: '0.1.0',
  description: `A typed client of ${model.app.name.en}`,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  files: ['*.js', '*.d.ts'],
})

const readme = (model: Model, name: string): string => `# ${name}

A typed client of ${model.app.name.en}, made by \`atelier client\` from model ${model.hash}. Make it again when the product changes.

\`\`\`ts
import { createClient, DICT, Refused } from '${name}'

const client = createClient({ address: 'https://example.com', token, lang: '${model.app.languages.default}' })

for await (const row of client.each('${listIn(model)}')) console.log(row.id)
\`\`\`

Every call and its input are known by type; values of dictionaries are written by name (\`DICT\`). What the product refuses
rejects with \`Refused\`: its message is a sentence, \`field\` the input it is about, \`requestId\` what the log knows it by.
\`upload\` sends a file and answers what a call takes for it; \`file\` fetches one by the address that a record holds.
`
