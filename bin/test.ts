/**
 * `atelier test <route> [--zh]`, `atelier test --all`: tries a screen, or each of the menu, on a scratch database with
 * demo data, refusals included, and says in sentences what it tried. Nothing of it stays.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suggestion } from '../generator/base/problems.ts'
import { studyProject, words } from '../generator/cli/project.ts'
import type { Lang, Model, ScreenModel } from '../src/model/model.ts'
import type { Answer } from '../src/model/web.ts'
import { onUndeclared } from '../src/server/calls/answer.ts'
import { makeAdministrator } from '../src/server/platform/accounts/first.ts'
import { createRuntime, type Runtime } from '../src/server/runtime.ts'
import type { Actor } from '../src/server/types.ts'
import { root, say, serverOptions } from './environment.ts'
import { demoOf } from './product.ts'
import { withDemoData } from './seed.ts'
import { orSay } from './serve.ts'
import { trialsOf, type Trial } from './trials.ts'

/** Share of the demo's numbers: a little of everything. */
const SIZE = 0.03

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const routes = words(args)
    const model = studyProject(root)?.model
    if (!model) return 1
    const offered = Object.values(model.screens).filter(({ menu, code }) => menu && code !== undefined)
    if (routes.length === 0 && !args.includes('--all'))
      throw new Error(`which screen? atelier test ${offered[0]?.route ?? '/desk/items'}, or --all`)
    const screens = args.includes('--all') ? offered : routes.map((route) => screenOf(model, route))
    const dataDir = mkdtempSync(join(tmpdir(), 'atelier-test-'))
    try {
      onUndeclared((path, name) => say(`  ! ${path} answers "${name}", which its "output" does not name`))
      const runtime = await scratch(model, dataDir)
      try {
        let wrong = 0
        for (const screen of screens)
          wrong += await tryScreen(runtime, model, screen, args.includes('--zh') ? 'zh' : 'en')
        return wrong > 0 ? 1 : 0
      } finally {
        await runtime.close()
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

function screenOf(model: Model, route: string): ScreenModel {
  const screen = model.screens[route] ?? Object.values(model.screens).find(({ code }) => code === route)
  if (!screen) throw new Error(`no screen has the route "${route}"${suggestion(route, Object.keys(model.screens))}`)
  return screen
}

/** A server that nobody reaches, over an embedded database of its own. */
async function scratch(model: Model, dataDir: string): Promise<Runtime> {
  const options = {
    ...(await serverOptions(model)),
    databaseUrl: undefined,
    dataDir,
    sameThread: true,
    log: () => undefined,
  }
  const hasDemo = (await demoOf(root)) !== undefined
  const runtime = await createRuntime(hasDemo ? withDemoData(options, SIZE) : options)
  const { db, clock, app } = runtime
  if (!hasDemo)
    await makeAdministrator(
      { db, model, clock, insertAll: (...rows) => app.insertAll(...rows) },
      { company: 'Atelier', realName: 'Tester', mobile: '13800000000', password: 'Garden2026' },
    )
  await app.forget()
  return runtime
}

interface Counted {
  all: number
  wrong: number
  /** Refused, but for another input than the one that was tried. */
  untried: number
}

const SUMMARY = {
  zh: ({ all, wrong, untried }: Counted): string =>
    `共试 ${all} 项，${wrong} 项不对${untried > 0 ? `；另有 ${untried} 项因其他输入被拒，未试成` : ''}`,
  en: ({ all, wrong, untried }: Counted): string =>
    `${all} tried, ${wrong} wrong${untried > 0 ? `; ${untried} more came to nothing, since another input was refused first` : ''}`,
}

/** Tries one screen; answers how much was wrong. */
async function tryScreen({ app, db, clock }: Runtime, model: Model, screen: ScreenModel, lang: Lang): Promise<number> {
  const actors = await actorsOf(db, model, lang)
  const whole = Object.keys(model.roles).find((role) => actors.has(role) && isWhole(model, role))
  const actor = whole === undefined ? undefined : actors.get(whole)
  if (whole === undefined || actor?.companyId === undefined)
    throw new Error('no role may do everything; one is needed to try what a screen does')
  say(`${screen.label[lang]}  ${screen.route}`)
  const found = { db, model, companyId: actor.companyId, now: clock.now() }
  const counted: Counted = { all: 0, wrong: 0, untried: 0 }
  for await (const trial of trialsOf(found, screen, whole)) {
    const answers: Answer[] = []
    for (const role of trial.roles) {
      const who = actors.get(role)
      if (who && trial.expects !== 'nothing') answers.push(await app.answer(trial.path, who, trial.input).catch(broken))
    }
    if (answers.some((answer) => isElsewhere(trial, answer))) {
      counted.untried += 1
      say(`  – ${trial.says[lang]}: ${told(answers[0]!, lang)}`)
      continue
    }
    const odd = answers.find((answer) => !fits(trial, answer))
    counted.all += answers.length
    if (odd) counted.wrong += 1
    say(lineOf(trial, odd ?? answers[0], odd !== undefined, lang))
  }
  say(`${SUMMARY[lang](counted)}\n`)
  return counted.wrong
}

/** What was tried, and what came of it; where that is wrong, with what was sent. */
function lineOf({ says, path, input }: Trial, answer: Answer | undefined, isWrong: boolean, lang: Lang): string {
  if (!answer) return `  – ${says[lang]}`
  return `  ${isWrong ? '✗' : '✓'} ${says[lang]}: ${told(answer, lang)}${isWrong ? ` (${path} ${JSON.stringify(input)})` : ''}`
}

const broken = (error: unknown): Answer => ({ status: 500, msg: String(error), data: undefined })

function fits({ expects }: Trial, { status }: Answer): boolean {
  if (expects === 'answered') return status === 200
  if (expects === 'forbidden') return status === 403
  const isRefused = status >= 400 && status < 500
  return expects === 'refused' ? isRefused : isRefused || status === 200
}

/** Whether a refusal is of another input than the one that was tried: `items[0].price` is one of `items`. */
function isElsewhere({ expects, field }: Trial, { status, data }: Answer): boolean {
  if (expects !== 'refused' || field === undefined || status !== 400) return false
  const at = (data as { field?: unknown } | null | undefined)?.field
  return typeof at === 'string' && at.split(/[.[]/)[0] !== field
}

const DONE = { zh: '完成', en: 'done' }

function told({ status, msg, total }: Answer, lang: Lang): string {
  if (status !== 200) return `${status} ${msg}`
  return total === undefined ? DONE[lang] : `${DONE[lang]} (${total})`
}

const isWhole = (model: Model, role: string): boolean =>
  Object.values(model.permissions).every(({ code, buttons }) =>
    buttons.every((button) => model.roles[role]?.menus[code]?.includes(button.code)),
  )

/** Somebody for each built-in role, in the first company: an account, working as that role. */
async function actorsOf(db: Runtime['db'], model: Model, lang: Lang): Promise<Map<string, Actor>> {
  const rows = await db.query<{
    code: string
    roleId: number
    companyId: number
    userId: number
    employeeId: number
    orgId: number
    path: string
    name: string
  }>(
    `select distinct on (r."code") r."code", r."id" as "roleId", r."companyId", u."id" as "userId", u."employeeId", coalesce(u."orgId", o."id") as "orgId", o."path", u."realName" as "name"
     from "role" r
     join "user" u on u."companyId" = r."companyId" and not u."isDel"
     left join "userRole" h on h."userId" = u."id" and h."roleId" = r."id" and not h."isDel"
     join "org" o on o."companyId" = r."companyId" and not o."isDel" and o."id" = coalesce(u."orgId", o."id")
     where not r."isDel" and r."companyId" = (select min("id") from "company")
     order by r."code", h."id" nulls last, u."id"`,
  )
  return new Map(
    rows
      .filter(({ code }) => model.roles[code])
      .map(({ code, path, name, ...ids }) => [
        code,
        { kind: 'staff', lang, ...ids, orgPath: path, realName: name, mobile: '13800000000' },
      ]),
  )
}
