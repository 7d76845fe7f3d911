import '../web/patch.ts'
import axios, { type AxiosAdapter } from 'axios'
import type { Lang } from '../model/model.ts'
import type { Answer } from '../model/web.ts'
import { keepClientToken, keepToken, token } from '../web/core/token.ts'
import { standAlone } from '../web/core/standalone.ts'
import { start } from '../web/start.tsx'
import { Preview } from './answers.ts'
import { pathOf, TAKE, type Content } from './content.ts'
import { showRoles } from './roles.ts'

const TOKEN = 'preview'

const taken = new Map<string, (text: string) => void>()
Object.assign(globalThis, { [TAKE]: (name: string, text: string) => taken.get(name)?.(text) })

const files = new Map<string, Promise<unknown>>()

/** A file of the preview, once. Scripts may be read from a disk, other files may not. */
function content<K extends keyof Content>(name: K): Promise<Content[K]> {
  const known = files.get(name) as Promise<Content[K]> | undefined
  if (known) return known
  const made = new Promise<Content[K]>((resolve, reject) => {
    taken.set(name, (text) => resolve(JSON.parse(text) as Content[K]))
    const script = document.createElement('script')
    script.src = `./${pathOf(name)}`
    script.onerror = () => reject(new Error(`${script.src} is missing`))
    document.head.append(script)
  })
  files.set(name, made)
  return made
}

let preview: Promise<Preview> | undefined
const asked = (): Promise<Preview> => (preview ??= content('answers').then((answers) => new Preview(answers)))

/** `/model/core.json`, `/model/<part>.json`. */
async function modelFile(url: string): Promise<Response> {
  const name = decodeURIComponent(/^\/model\/(.+)\.json/.exec(url)?.[1] ?? '')
  return Response.json(await content(name === 'core' ? 'core' : `part/${name}`))
}

const usual = globalThis.fetch
globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith('/model/') ? modelFile(input) : usual(input, init)

/** `/api/customer/query.json`. */
const adapter: AxiosAdapter = async (config) => {
  const path = /^\/api\/(.+)\.json$/.exec(config.url ?? '')?.[1] ?? ''
  const lang: Lang = String(config.headers['Accept-Language']) === 'zh' ? 'zh' : 'en'
  const data: Answer = (await asked()).answer(path, inputOf(config.data), lang)
  // As from a server: what is answered is nobody else's.
  return { data: structuredClone(data), status: 200, statusText: 'OK', headers: {}, config }
}

function inputOf(body: unknown): Record<string, unknown> {
  if (typeof body !== 'string' || body === '') return {}
  return ((JSON.parse(body) as { data?: Record<string, unknown> }).data ?? {}) as Record<string, unknown>
}

axios.defaults.adapter = adapter
standAlone()
void start(() => {
  keepClientToken(TOKEN)
  if (!token.get()) keepToken(TOKEN)
}).then(async () => showRoles(await asked()))
