/** `atelier <verb>`: one file a verb, loaded when it is asked for. */
const VERBS: Record<string, { about: string; load: () => Promise<{ run: (args: string[]) => Promise<number> }> }> = {
  check: { about: 'every problem of the schemas (--json)', load: () => import('./check.ts') },
  generate: { about: 'types, models and tables from the schemas', load: () => import('./generate.ts') },
}

const [verb = 'help', ...args] = process.argv.slice(2)
const found = VERBS[verb]
if (!found) {
  const known = Object.entries(VERBS).map(([name, v]) => `  ${name.padEnd(10)} ${v.about}`).join('\n')
  console.error(`${verb === 'help' ? '' : `unknown verb "${verb}"\n`}atelier <verb>\n${known}`)
  process.exitCode = verb === 'help' ? 0 : 2
} else {
  process.exitCode = await (await found.load()).run(args)
}

export {}
