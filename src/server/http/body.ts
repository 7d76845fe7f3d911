/** Reads the body of a call: JSON `{ data: payload }` of bounded size and depth (checks 21, 22). */
import { refuse } from '../errors.ts'

/** Largest body of a call; files have their own route. */
const BODY_MAX = 1024 * 1024
/** Deepest nesting of a payload. */
const DEPTH_MAX = 10

/** The payload of a call. An absent body or an absent `data` is an empty payload. */
export async function readPayload(request: Request): Promise<Record<string, unknown>> {
  const text = await readText(request)
  if (text.trim() === '') return {}
  const body = parse(text)
  if (!isRecord(body)) refuse('badBody')
  const { data } = body
  if (data === undefined || data === null) return {}
  if (!isRecord(data)) refuse('badBody', { field: 'data' })
  if (!nestsWithin(data, DEPTH_MAX)) refuse('tooDeep', { holes: { max: DEPTH_MAX } })
  return data
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX) tooLarge()
  // The HTTP parser enforces a small announced length; only chunked bodies are counted here.
  if (request.headers.has('content-length')) return await request.text()
  return request.body ? await readCounted(request.body) : ''
}

async function readCounted(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > BODY_MAX) tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const tooLarge = (): never => refuse('tooLarge', { holes: { max: '1 MB' } })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('badJson')
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a value nests no deeper than `levels`. */
function nestsWithin(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const one of Object.values(value)) if (!nestsWithin(one, levels - 1)) return false
  return true
}
