/** The browser's model: `/model/core.json` and `/model/<part>.json`, compressed once for each model. */
import type { Model } from '../../model/model.ts'
import { MODEL_HASH, type SplitForWeb } from '../../model/web.ts'
import { asItIs, pack, packedResponse, type Packed } from './statics.ts'

const FOREVER = 'public, max-age=31536000, immutable'

export class WebModel {
  private readonly split: SplitForWeb
  /** How bytes are prepared for many readers. */
  private readonly pack: (plain: Buffer) => Packed
  private model: Model
  private packed = new Map<string, Packed>()
  private made: ReturnType<SplitForWeb> | undefined

  /** `near`: the browser is on the same machine and the model changes often; compression would only cost time. */
  constructor(split: SplitForWeb, model: Model, near = false) {
    this.split = split
    this.pack = near ? asItIs : pack
    this.model = model
  }

  /** Serves another model from now on. */
  replace(model: Model): void {
    this.model = model
    this.made = undefined
    this.packed.clear()
  }

  /**
   * The part of this name. A request with the hash of this model may be cached for ever. Each answer says of which model
   * it is: a browser that asked by the hash of another one loads the core again.
   */
  respond(request: Request, name: string, hash: string | null): Response | undefined {
    const packed = this.packed.get(name) ?? this.make(name)
    if (!packed) return undefined
    const cache = hash !== this.model.hash || name === 'core' ? 'no-cache' : FOREVER
    return packedResponse(request, packed, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': cache,
      [MODEL_HASH]: this.model.hash,
    })
  }

  private make(name: string): Packed | undefined {
    this.made ??= this.split(this.model)
    const part =
      name === 'core' ? this.made.core : Object.hasOwn(this.made.parts, name) ? this.made.parts[name] : undefined
    if (!part) return undefined
    const packed = this.pack(Buffer.from(JSON.stringify(part)))
    this.packed.set(name, packed)
    return packed
  }
}
