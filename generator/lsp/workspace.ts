/** The schemas of a project as an editor has them: saved files, and texts that are not saved yet. */
import { applyEdits, modify } from 'jsonc-parser'
import { join, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Model } from '../../src/model/model.ts'
import type { Problem } from '../base/problems.ts'
import type { RefKind, Reference, Scope } from '../base/references.ts'
import { study, type Study } from '../index.ts'
import { load } from '../load/index.ts'
import { checkFunctions } from '../tools/functions.ts'
import { isExpression, offersAt, typedAt, type Typed } from './complete.ts'
import type { Offer } from './names.ts'

const inSchemas = (file: string): string => file.replace(/^schemas\//, '')

/** Nothing is written yet, so the compiler leaves the place out. */
const WAITS = /^=?$/

/** The text with any expression where the cursor is. */
const withWord = ({ text, path, before }: Typed): string => applyEdits(text, modify(text, path, `${before}now`, {}))

export class Workspace {
  readonly root: string
  readonly #unsaved = new Map<string, string>()
  #found: Study | undefined
  /** The last one that compiled: what it knows is offered while somebody types. */
  #good: (Study & { model: Model }) | undefined

  constructor(root: string) {
    this.root = root
  }

  get schemas(): string {
    return join(this.root, 'schemas')
  }

  /** A file of the project by its address: `schemas/screens/…`; nothing for any other. */
  fileOf(uri: string): string | undefined {
    const path = relative(this.root, fileURLToPath(uri)).split(sep).join('/')
    return path.startsWith('schemas/') && path.endsWith('.json') && !path.startsWith('schemas/meta/') ? path : undefined
  }

  /** The address of a file that problems and places name. */
  uriOf(file: string): string {
    return pathToFileURL(join(this.root, file)).href
  }

  /** Takes a text as it is typed; without one the saved file holds again. */
  take(file: string, text: string | undefined): void {
    if (text === undefined) this.#unsaved.delete(file)
    else this.#unsaved.set(file, text)
    this.#found = undefined
  }

  /** A file was saved by somebody else. */
  refresh(): void {
    this.#found = undefined
  }

  textOf(file: string): string | undefined {
    return this.#unsaved.get(file)
  }

  get found(): Study {
    if (!this.#found) {
      this.#found = study(load(this.schemas, this.#overlay()), { references: true })
      const { model } = this.#found
      if (model) this.#good = { ...this.#found, model }
    }
    return this.#found
  }

  /** What compiled last; at first the saved files. */
  get good(): (Study & { model: Model }) | undefined {
    const { model } = this.found
    if (model) return { ...this.found, model }
    if (!this.#good) {
      const saved = study(load(this.schemas), { references: true })
      if (saved.model) this.#good = { ...saved, model: saved.model }
    }
    return this.#good
  }

  problems(): Problem[] {
    const { model, c, problems } = this.found
    return [...problems, ...(model ? checkFunctions(c, this.root) : [])]
  }

  /** The name at a place of a file. */
  nameAt(file: string, offset: number): Reference | undefined {
    return this.found.c.references!.at(file, offset)[0] ?? this.good?.c.references!.at(file, offset)[0]
  }

  /** The words that may stand where the cursor is. */
  offers(file: string, text: string, offset: number): Offer[] {
    const { good, found } = this
    const typed = typedAt(file, text, offset)
    if (!good || !typed) return []
    // A file that cannot be read now is known as it was.
    const { c } = found.c.resources.size < good.c.resources.size ? good : found
    return offersAt({ model: good.model, c }, typed, this.#scopeOf(typed))
  }

  /** What the compiler says of a place: of the texts as they are, as they were when they compiled, or with a word put there. */
  #scopeOf(typed: Typed): Scope | undefined {
    const { file, path } = typed
    const known = [this.found, this.good].map((one) => one?.c.references!.scopeAt(file, path)).find(Boolean)
    if (known || !WAITS.test(typed.before) || !isExpression(typed)) return known
    const overlay = { ...this.#overlay(), [inSchemas(file)]: withWord(typed) }
    return study(load(this.schemas, overlay), { references: true }).c.references!.scopeAt(file, path)
  }

  declarationOf(kind: RefKind, name: string): Reference | undefined {
    return this.good?.c.references!.of(kind, name).find((r) => r.declares)
  }

  #overlay(): Record<string, string> {
    return Object.fromEntries([...this.#unsaved].map(([file, text]) => [inSchemas(file), text]))
  }
}
