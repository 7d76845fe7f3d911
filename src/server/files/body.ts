/** Reads the files of a multipart request, counting as it reads: a request that grows too large is dropped where it stands. */

export class BodyTooLarge extends Error {}

/** A file of a form. `part`: the name it came under. */
interface SentFile {
  name: string
  bytes: Buffer
  part: string
}

/** The files under these names of a form, at most `max` bytes in all. */
export async function filesOf(request: Request, parts: readonly string[], max: number): Promise<SentFile[]> {
  if (Number(request.headers.get('content-length') ?? 0) > max) throw new BodyTooLarge()
  const type = request.headers.get('content-type') ?? ''
  if (!type.startsWith('multipart/form-data') || !request.body) return []
  const counted = request.body.pipeThrough(counter(max))
  const form = await parse(counted, type)
  const found = parts.flatMap((part) =>
    (form?.getAll(part) ?? []).flatMap((file) => (typeof file === 'string' ? [] : [{ file, part }])),
  )
  return Promise.all(
    found.map(async ({ file, part }) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()), part })),
  )
}

/** The form of a body; nothing when it is none, or when its sender broke it off. */
async function parse(body: ReadableStream<Uint8Array>, type: string): Promise<FormData | undefined> {
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData()
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error
    return undefined
  }
}

function counter(max: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0
  return new TransformStream({
    transform(chunk, out) {
      size += chunk.byteLength
      if (size > max) throw new BodyTooLarge()
      out.enqueue(chunk)
    },
  })
}
