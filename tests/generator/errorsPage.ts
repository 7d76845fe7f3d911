/** docs/ERRORS.md from the codes and the deliberate mistakes: `node --import tsx tests/generator/errorsPage.ts` writes it anew. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CODES } from '../../generator/base/problems.ts'
import { mistakesAbout, problemsOf, tells, textAt, TOPICS, withMistake, type Mistake } from './mistakes.ts'
import { textOf } from './schemas.ts'

/** What the letters of a code are about. */
const PARTS: Record<string, string> = {
  FMT: 'Files',
  SHP: 'Keys and values',
  TXT: 'Texts',
  REF: 'Names',
  CEL: 'Expressions',
  SQL: 'Expressions in the database',
  STA: 'States',
  FRM: 'Forms that can be filled',
  IDX: 'Indexes',
  ACT: 'Buttons',
  PRM: 'Permissions',
  NUM: 'Numbers',
  USE: 'What nothing uses',
  UNQ: 'Uniqueness',
  CAL: 'Calls',
  RUN: 'Hand-written code',
}

/** Codes that no schema file alone leads to, with their sentence. */
const BY_HAND: Record<string, string> = {
  RUN001:
    'A call says `"handler": true`, but no file under `src/server/domain/` has its function; or a function has no such call.\n\n> "role/clone_role" has no function below src/server/domain/',
  RUN002:
    'Nothing was changed. A new function is known after a restart of `npm run dev`; where rows stand against the new tables, the sentence names them.\n\n> calls without a function: role/clone_role',
}

export function errorsPage(): string {
  const mistakes = TOPICS.flatMap(mistakesAbout)
  const untold = Object.keys(CODES).find((code) => !PARTS[code.slice(0, 3)])
  if (untold) throw new Error(`PARTS has no heading for ${untold}`)
  const sections = Object.entries(CODES).map(([code, about], i, all) => {
    const part = code.slice(0, 3)
    const heading = all[i - 1]?.[0].slice(0, 3) === part ? '' : `## ${PARTS[part]}\n\n`
    return `${heading}### ${code}\n\n${about[0]!.toUpperCase()}${about.slice(1)}.\n\n${BY_HAND[code] ?? example(mistakes.find((m) => m.code === code)!)}\n`
  })
  return `${HEAD}\n${sections.join('\n')}`
}

const HEAD = `# Errors

\`atelier check\` tells all problems at once, each as \`file:line:column  what is wrong; what was probably meant  [CODE]\`, and with \`--json\` as
\`[{file, line, column, code, message}]\`. A code never changes its meaning. Every example below is one of the deliberate mistakes of
\`tests/generator/mistakes/\`, with the sentence the compiler says to it. This page is made by \`node --import tsx tests/generator/errorsPage.ts\`.
`

/** Somebody's mistake: what stands there, and what is said. */
function example(mistake: Mistake): string {
  const files = withMistake(mistake)
  const problem = problemsOf(files).find((p) => tells(mistake, p, files))!
  const file = problem.file.replace('schemas/', '')
  const text = files[file] ?? textOf(file)
  const line = text.split('\n')[problem.line - 1]!.trim()
  const cut = line.length > 110 ? `${textAt(text, problem).split('\n')[0]!.slice(0, 108)} …` : line
  return `Somebody ${mistake.does} (\`${problem.file}\`):\n\n\`\`\`json\n${cut}\n\`\`\`\n\n> ${problem.message}`
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(process.cwd(), 'docs/ERRORS.md'), errorsPage())
