/** `atelier matrix [role] [call] [--json]`: role × call × channel, with values, row scope, and masked fields. */
import { matrix, type Cell } from '../tools/matrix.ts'
import { suggestion } from '../base/problems.ts'
import { printJson, projectRoot, studyProject, words } from './project.ts'
import { cut, table } from './table.ts'

export async function run(args: string[]): Promise<number> {
  const found = studyProject(projectRoot())
  if (!found) return 1
  const [role, call] = words(args)
  const roles = Object.keys(found.model.roles)
  if (role && role !== '*' && !roles.includes(role)) {
    console.error(`no role is called "${role}"${suggestion(role, roles) || `; roles are ${roles.join(', ')}`}`)
    return 1
  }
  const cells = matrix(found.model).filter(
    (c) => (!role || role === '*' || c.role === role) && (!call || c.call.startsWith(call)),
  )
  if (args.includes('--json')) printJson(cells)
  else
    for (const name of roles.sort())
      print(
        name,
        cells.filter((c) => c.role === name),
      )
  return 0
}

/** One role: the calls it may make; the others are only counted. */
function print(role: string, cells: Cell[]): void {
  const may = cells.filter((c) => c.grant !== 'refused')
  if (cells.length === 0) return
  console.log(`${role}: ${may.filter((c) => c.channel !== 'push').length} calls, ${cells.length - may.length} refused`)
  if (may.length > 0)
    console.log(
      table(
        ['call', 'channel', 'grant', 'rows', 'masked', 'values'],
        may.map((c) => [
          c.call,
          c.channel,
          c.grant,
          c.rows ?? '–',
          c.masked?.join(' ') ?? '–',
          cut(c.values?.join('  |  ') ?? '', 80),
        ]),
      ),
    )
  console.log()
}
