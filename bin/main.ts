/** `atelier <verb>`: the one place where compiler, server and demo data meet. A verb is loaded when it is asked for. */
/** `about` names every option: what it does not name is refused. */
type Verb = { about: string; load: () => Promise<{ run: (args: string[]) => Promise<number> }> }

const VERBS: Record<string, Verb> = {
  check: { about: 'every problem of the schemas (--json, --notes)', load: () => import('../generator/cli/check.ts') },
  format: { about: 'schema files in their one form (--check)', load: () => import('../generator/cli/format.ts') },
  generate: { about: 'types, models and tables from the schemas', load: () => import('../generator/cli/generate.ts') },
  used: {
    about: 'every place where a name stands: `used customer.mobile` (--json; --data: in the rows, too)',
    load: () => import('./used.ts'),
  },
  rename: {
    about: 'a new name everywhere: `rename customer.mobile customer.phone` (--dry: only tells)',
    load: () => import('../generator/cli/rename.ts'),
  },
  explain: {
    about: 'a screen as it came out, and where each value came from: `explain /customer/list` (--json)',
    load: () => import('../generator/cli/explain.ts'),
  },
  diff: {
    about: 'what the product does otherwise than at a commit, in sentences: `diff main --zh` (--json, --exit-code)',
    load: () => import('../generator/cli/diff.ts'),
  },
  matrix: {
    about: 'role × call × channel: what is granted, whose rows, what is masked (--screens, --json)',
    load: () => import('../generator/cli/matrix.ts'),
  },
  test: {
    about:
      'tries a screen on a scratch database, refusals included: `test /cash/refund` (--zh; --all: each of the menu)',
    load: () => import('./test.ts'),
  },
  prove: {
    about: 'that forms can be filled in and machines reach their ends: `prove order` (--json)',
    load: () => import('./prove.ts'),
  },
  new: {
    about: 'a valid start: `new screen /crm/visits visit`, `new resource crm/visit` (--view, --zh and --en: its name)',
    load: () => import('../generator/cli/new.ts'),
  },
  routes: {
    about: 'screens, their codes, buttons and calls (--json)',
    load: () => import('../generator/cli/routes.ts'),
  },
  calls: {
    about: 'wire paths, what they take and answer, what reaches them (--json)',
    load: () => import('../generator/cli/calls.ts'),
  },
  docs: {
    about: 'documents and model as a site of plain files in dist/docs (--out folder)',
    load: () => import('../generator/cli/docs.ts'),
  },
  client: {
    about: 'a typed client of all calls, as a package of its own (--out folder, --name package)',
    load: () => import('../generator/cli/client.ts'),
  },
  lsp: { about: 'a language server for an editor (docs/EDITORS.md)', load: () => import('../generator/lsp/server.ts') },
  mcp: {
    about: 'the compiler as tools for a coding agent, over MCP (docs/EDITORS.md)',
    load: () => import('../generator/mcp/server.ts'),
  },
  preview: {
    about: 'every screen with sample records, as a folder that opens without a server (--out folder, --each 40)',
    load: () => import('./preview.ts'),
  },
  init: {
    about: 'a new product on the platform, in a folder of its own: `init shop` (--name, --from: the package)',
    load: () => import('../generator/cli/init.ts'),
  },
  start: { about: 'builds, fills an empty database, serves: `npm start`', load: () => import('./start.ts') },
  dev: {
    about: 'serves, watches the schemas, shows a good save at once (--code for who works on the renderer)',
    load: () => import('./dev.ts'),
  },
  serve: { about: 'the server alone, over an existing build', load: () => import('./serve.ts') },
  migrate: { about: 'brings the database to the model (--dry-run, --allow-loss)', load: () => import('./migrate.ts') },
  verify: { about: 'every invariant of the product over the database', load: () => import('./verify.ts') },
  backup: {
    about: 'rows and uploaded files in one checked archive, while the server runs: `backup FILE`',
    load: () => import('./backup.ts'),
  },
  restore: {
    about: 'such an archive into an empty place: `restore FILE`',
    load: async () => (await import('./backup.ts')).restore,
  },
  admin: {
    about:
      'an account that may do everything, in a database nobody can enter: `admin create` (--mobile, --name, --password, --company, --more)',
    load: () => import('./admin.ts'),
  },
  seed: {
    about: 'demo data into an empty database (--size 0.05), or samples made from the schemas (--sample 200)',
    load: () => import('./seed.ts'),
  },
}

/** Says which option a verb does not know; a misspelt one would be passed over, and a check in a pipeline with it. */
function unknownOption(name: string, { about }: Verb): boolean {
  const known: readonly string[] = about.match(/--[a-z-]+/g) ?? []
  const wrong = args.map((arg) => arg.split('=')[0] ?? '').find((arg) => /^--[a-z]/.test(arg) && !known.includes(arg))
  if (wrong === undefined) return false
  console.error(
    `atelier ${name} has no option ${wrong}; ${known.length > 0 ? `it has ${known.join(', ')}` : 'it has none'}`,
  )
  return true
}

// A reader that has seen enough (`| head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const [asked = 'help', ...args] = process.argv.slice(2)
const verb = /^(--help|-h)$/.test(asked) ? 'help' : asked
const found = VERBS[verb]
// Who asks what a verb does does not want it done.
if (found && args.some((arg) => arg === '--help' || arg === '-h')) console.log(`atelier ${verb}: ${found.about}`)
else if (found) process.exitCode = unknownOption(verb, found) ? 2 : await (await found.load()).run(args)
else {
  const known = Object.entries(VERBS)
    .map(([name, v]) => `  ${name.padEnd(10)} ${v.about}`)
    .join('\n')
  console.error(`${verb === 'help' ? '' : `unknown verb "${verb}"\n`}atelier <verb>\n${known}`)
  process.exitCode = verb === 'help' ? 0 : 2
}

export {}
