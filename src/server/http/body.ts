/** Reads the body of a call: JSON `{ data: payload }` of bounded size and depth (checks 21, 22). */
import { Refusal, refuse } from '../errors.ts'

/** How large a body may be (bytes), and how long it may take to come (ms). */
interface BodyLimit {
  max: number
  within: number
}

const KB = 1024
const MB = 1024 * KB
/** Deepest nesting of a payload. */
const DEPTH_MAX = 10

/** The payload of a call. An absent body or an absent `data` is an empty payload. */
export async function readPayload(request: Request, limit: BodyLimit): Promise<Record<string, unknown>> {
  const text = await readText(request, limit)
  if (text.trim() === '') return {}
  const body = parse(text)
  if (!isRecord(body)) refuse('badBody')
  const { data } = body
  if (data === undefined || data === null) return {}
  if (!isRecord(data)) refuse('badBody', { field: 'data' })
  if (!nestsWithin(data, DEPTH_MAX)) refuse('tooDeep', { holes: { max: DEPTH_MAX } })
  return data
}

/** The text of a body. What comes too late, or is too large, is left where it stands. */
async function readText(request: Request, { max, within }: BodyLimit): Promise<string> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > max) tooLarge(max)
  // The HTTP parser enforces an announced length; only chunked bodies are counted here.
  const text = announced !== null ? request.text() : request.body ? readCounted(request.body, max) : undefined
  return text === undefined ? '' : await inTime(text, within)
}

async function readCounted(body: ReadableStream<Uint8Array>, max: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > max) tooLarge(max)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function inTime(text: Promise<string>, within: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), within)
  })
  // A body that breaks off is its sender's doing, not a fault of the server.
  const whole = text.catch((error: unknown) => (error instanceof Refusal ? Promise.reject(error) : refuse('badBody')))
  whole.catch(() => undefined)
  try {
    return (await Promise.race([whole, late])) ?? refuse('slowBody')
  } finally {
    clearTimeout(timer)
  }
}

const tooLarge = (max: number): never =>
  refuse('tooLarge', { holes: { max: max >= MB ? `${max / MB} MB` : `${max / KB} KB` } })

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
