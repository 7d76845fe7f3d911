/** `atelier <verb>`: the one place where compiler, server and demo data meet. A verb is loaded when it is asked for. */
type Verb = { about: string; load: () => Promise<{ run: (args: string[]) => Promise<number> }> }

const VERBS: Record<string, Verb> = {
  check: { about: 'every problem of the schemas (--json, --notes)', load: () => import('../generator/cli/check.ts') },
  generate: { about: 'types, models and tables from the schemas', load: () => import('../generator/cli/generate.ts') },
}

const [verb = 'help', ...args] = process.argv.slice(2)
const found = VERBS[verb]
if (found) process.exitCode = await (await found.load()).run(args)
else {
  const known = Object.entries(VERBS).map(([name, v]) => `  ${name.padEnd(10)} ${v.about}`).join('\n')
  console.error(`${verb === 'help' ? '' : `unknown verb "${verb}"\n`}atelier <verb>\n${known}`)
  process.exitCode = verb === 'help' ? 0 : 2
}
