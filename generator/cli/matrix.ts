/**
 * `atelier matrix [role] [call] [--screens] [--json]`: role × call × channel, with values, row scope, and masked fields.
 * `--screens`: by which screen and button a role comes to each call.
 */
import { matrix, ways, type Cell, type Way } from '../tools/matrix.ts'
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
  const isAsked = (one: { role: string; call: string }): boolean =>
    (!role || role === '*' || one.role === role) && (!call || one.call.startsWith(call))
  if (args.includes('--screens')) return printed(ways(found.model).filter(isAsked), args.includes('--json'))
  const cells = matrix(found.model).filter(isAsked)
  if (args.includes('--json')) printJson(cells)
  else
    for (const name of roles.sort())
      print(
        name,
        cells.filter((c) => c.role === name),
      )
  return 0
}

/** Each way to a call as a line. */
function printed(found: Way[], asJson: boolean): number {
  if (asJson) printJson(found)
  else
    console.log(
      table(
        ['role', 'screen', 'button', 'call', 'rows', 'masked', 'values'],
        found.map((way) => [
          way.role,
          `${way.screen} ${way.route}`,
          way.button || '(looking)',
          way.call,
          cut(way.rows ?? '–', 40),
          way.masked?.join(' ') ?? '–',
          cut(way.values ?? '', 80),
        ]),
      ),
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
