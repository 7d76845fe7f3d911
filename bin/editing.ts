/**
 * Editing of screens in the browser, in development (docs/EDITING.md): what of a screen can be changed, and the changes,
 * written into its schemas. Only for those who are signed in as staff; saved files then go the usual way.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { schemasOf } from '../generator/cli/project.ts'
import { study } from '../generator/index.ts'
import { load } from '../generator/load/index.ts'
import { edit, editable } from '../generator/tools/edit/index.ts'
import type { Good } from '../generator/tools/edit/parts.ts'
import { EDITING, type EditingAnswer, type EditingRequest } from '../src/model/editing.ts'
import type { Runtime } from '../src/server/runtime.ts'

const MOST_BYTES = 64 * 1024
const EDITOR = 'vscode://file/{file}:{line}'

/** A change as it was written. */
type Written = Map<string, { before: string; after: string }>

export class Editing {
  private readonly root: string
  private readonly running: Pick<Runtime, 'app' | 'authenticate'>
  private readonly done: Written[] = []
  private known: { hash: string; found: Good } | undefined

  constructor(root: string, running: Pick<Runtime, 'app' | 'authenticate'>) {
    this.root = root
    this.running = running
  }

  /** Answers a request that is for it; `false`: it is not. */
  take(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.url !== EDITING) return false
    this.answer(request).then(
      ({ status, body }) => send(response, status, body),
      (error: unknown) => send(response, 500, { why: error instanceof Error ? error.message : String(error) }),
    )
    return true
  }

  private async answer(request: IncomingMessage): Promise<{ status: number; body: EditingAnswer }> {
    // A page of another origin cannot send either of the two without being asked about it first.
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (request.method !== 'POST' || !isJson) return { status: 405, body: { why: 'POST with JSON' } }
    const actor = token ? await this.running.authenticate(token) : undefined
    if (actor?.kind !== 'staff') return { status: 401, body: { why: 'sign in first' } }
    const asked = JSON.parse(await textOf(request)) as EditingRequest
    return { status: 200, body: this.carryOut(asked) }
  }

  /** Carries out what was asked, all at once: nothing else is written meanwhile. */
  carryOut(asked: EditingRequest): EditingAnswer {
    if (asked.do === 'undo') return this.undo()
    const found = this.study()
    if (!found) return { why: 'the schemas have problems; mend them first' }
    const screen = found.model.screens[asked.route]
    if (!screen) return { why: `there is no screen ${asked.route}` }
    if (asked.do === 'show')
      return { views: editable(found, screen), editor: this.editor(), undoable: this.done.length }
    const edited = edit(schemasOf(this.root), found, screen, asked.edit)
    if (typeof edited === 'string') return { why: edited }
    const written: Written = new Map(
      [...edited.files].map(([file, after]) => [file, { before: readFileSync(join(this.root, file), 'utf8'), after }]),
    )
    if (written.size === 0) return { files: [], undoable: this.done.length }
    this.write([...edited.files])
    this.known = { hash: edited.found.model.hash, found: edited.found }
    this.done.push(written)
    return { files: [...edited.files.keys()], undoable: this.done.length }
  }

  private undo(): EditingAnswer {
    const last = this.done.pop()
    if (!last) return { why: 'nothing was changed here' }
    const changed = [...last].find(([file, { after }]) => readFileSync(join(this.root, file), 'utf8') !== after)
    if (changed) return { why: `${changed[0]} was changed since; take it back there` }
    this.write([...last].map(([file, { before }]) => [file, before]))
    return { files: [...last.keys()], undoable: this.done.length }
  }

  private write(files: [file: string, text: string][]): void {
    for (const [file, text] of files) {
      const path = join(this.root, file)
      writeFileSync(`${path}.new`, text)
      renameSync(`${path}.new`, path)
    }
    this.known = undefined
  }

  /** The schemas as they are on the disk, studied once for each model that runs. */
  private study(): Good | undefined {
    const { hash } = this.running.app.model
    if (this.known?.hash === hash) return this.known.found
    const made = study(load(schemasOf(this.root)))
    if (!made.model) return undefined
    const found = { ...made, model: made.model }
    this.known = { hash: made.model.hash, found }
    return found
  }

  /** `EDITOR_URL` names the address of another editor than VS Code. */
  private editor(): string {
    return (process.env.EDITOR_URL || EDITOR).replace('{file}', `${this.root}/{file}`)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) {
    text += String(piece)
    if (text.length > MOST_BYTES) throw new Error('this is too long')
  }
  return text
}

function send(response: ServerResponse, status: number, body: EditingAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
