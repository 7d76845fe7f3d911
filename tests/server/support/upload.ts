/** Files as a form of the browser sends them. */
import type { Person, Product, Values } from './product.ts'

interface Upload {
  id: number
  url: string
  origName: string
}
/** Sends files as somebody. */
export async function upload(
  product: Product,
  who: string | Person,
  path: string,
  field: string,
  files: [string, BlobPart][],
): Promise<{ status: number; msg: string; data: Upload & Upload[] & Values }> {
  const { token } = typeof who === 'string' ? await product.person(who) : who
  const form = new FormData()
  for (const [name, bytes] of files) form.append(field, new Blob([bytes]), name)
  const response = await product.fetch(`/api/${path}.json`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  return (await response.json()) as never
}
