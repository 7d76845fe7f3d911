/** `atelier admin create`: an account that may do everything, for a database that nobody can enter yet. */
import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { mayBePhoneNumber, notASignInNumber } from '../src/model/local.ts'
import { hasAdministrator, makeAdministrator, NotMade } from '../src/server/platform/accounts/first.ts'
import { createRuntime } from '../src/server/runtime.ts'
import { generatedModel, say, serverOptions } from './environment.ts'
import { orSay } from './serve.ts'

const USAGE = `atelier admin create [--mobile 13800000000] [--name "Li Lei"] [--password …] [--company "Studio"] [--more]
What is not given is asked. --more: beside the administrators there are.`

const OPTIONS = {
  mobile: { type: 'string' },
  name: { type: 'string' },
  password: { type: 'string' },
  company: { type: 'string' },
  more: { type: 'boolean' },
} as const

export const run = (args: string[]): Promise<number> =>
  orSay(async () => {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    if (positionals.join(' ') !== 'create') throw new Error(USAGE)
    const model = generatedModel()
    const runtime = await createRuntime({ ...(await serverOptions(model)), log: () => undefined })
    try {
      const { app, db, clock } = runtime
      if (!values.more && (await hasAdministrator(db)))
        throw new Error('There is an administrator already. For another one say --more.')
      const person = await asked(values)
      await makeAdministrator({ db, model, clock, insertAll: (...rows) => app.insertAll(...rows) }, person)
      say(`${person.realName} may sign in with ${person.mobile} and do everything.`)
      return 0
    } catch (error) {
      if (error instanceof NotMade) throw new Error(`--${error.field}: ${error.message}`, { cause: error })
      throw error
    } finally {
      await runtime.close()
    }
  })

type Given = { [K in keyof typeof OPTIONS]?: string | boolean }

/** The person, with what was not given asked for. */
async function asked(given: Given) {
  const { ask, askUnseen, close } = asking()
  try {
    const of = async (key: 'mobile' | 'name', question: string): Promise<string> =>
      String(given[key] ?? (await ask(question))).trim()
    const mobile = await of('mobile', 'Mobile: ')
    if (!mayBePhoneNumber(mobile)) throw new Error(`--mobile: ${notASignInNumber().en}`)
    const realName = await of('name', 'Name: ')
    if (realName === '' || realName.length > 20) throw new Error('--name: one to twenty characters')
    const password = given.password ?? (await askUnseen('Password (6 to 30 characters with a digit and a letter): '))
    return { mobile, realName, password: String(password).trim(), company: String(given.company ?? 'Atelier') }
  } finally {
    close()
  }
}

/** Questions on the terminal; what is typed to one of them is not shown. */
function asking() {
  let unseen = false
  const output = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (!unseen) stdout.write(chunk)
      done()
    },
  })
  const answers = createInterface({ input: stdin, output, terminal: stdin.isTTY })
  return {
    ask: (question: string): Promise<string> => answers.question(question),
    askUnseen: async (question: string): Promise<string> => {
      stdout.write(question)
      unseen = true
      const answer = await answers.question('')
      unseen = false
      stdout.write('\n')
      return answer
    },
    close: (): void => answers.close(),
  }
}
