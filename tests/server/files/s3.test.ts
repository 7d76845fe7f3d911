import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { mkdtempSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Store, sign } from '../../../src/server/files/s3.ts'
import type { FileStore } from '../../../src/server/types.ts'

/** A bucket in memory that checks what S3 checks first: that there is a signature over the right headers. */
function bucket(): { server: Server; objects: Map<string, Buffer> } {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const key = request.url ?? ''
    if (
      !/^AWS4-HMAC-SHA256 Credential=KEY\/\d{8}\/cn-1\/s3\/aws4_request, SignedHeaders=(content-type;)?host;(range;)?x-amz-content-sha256;x-amz-date, Signature=[0-9a-f]{64}$/.test(
        request.headers.authorization ?? '',
      )
    )
      return response.writeHead(403).end()
    if (request.method === 'PUT') return response.end(void objects.set(key, Buffer.concat(chunks)))
    const bytes = objects.get(key)
    if (request.method === 'DELETE') return response.writeHead(objects.delete(key) ? 204 : 404).end()
    if (!bytes) return response.writeHead(404).end()
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(from === undefined ? 200 : 206, { 'content-length': part.length })
    return response.end(request.method === 'HEAD' ? undefined : part)
  })
  return { server, objects }
}

describe('files in a bucket', () => {
  const { server, objects } = bucket()
  let files: FileStore
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    files = s3Store({ endpoint, bucket: 'studio', region: 'cn-1', keyId: 'KEY', secret: 'SECRET', prefix: 'atelier/' })
  })
  afterAll(() => {
    server.close()
  })

  it('are put, measured, read whole and in part, and removed', async () => {
    await files.put('ab/cd.mp4', Buffer.from('0123456789'), 'video/mp4')
    expect([...objects.keys()]).toEqual(['/studio/atelier/ab/cd.mp4'])
    expect(await files.stat('ab/cd.mp4')).toEqual({ size: 10 })
    expect((await files.get('ab/cd.mp4')).toString()).toBe('0123456789')
    const chunks: Buffer[] = []
    for await (const chunk of await files.stream('ab/cd.mp4', { start: 2, end: 4 }))
      chunks.push(Buffer.from(chunk as Buffer))
    expect(Buffer.concat(chunks).toString()).toBe('234')
    const here = join(mkdtempSync(join(tmpdir(), 'atelier-s3-')), 'large.zip')
    writeFileSync(here, 'a whole file')
    await files.putFile('ab/large.zip', here, 'application/zip')
    expect((await files.get('ab/large.zip')).toString()).toBe('a whole file')
    await files.del('ab/cd.mp4')
    expect(await files.stat('ab/cd.mp4')).toBeUndefined()
    await expect(files.get('ab/cd.mp4')).rejects.toThrow('404')
  })

  it('are signed as the example in the description of the signature is', () => {
    const options = {
      endpoint: '',
      bucket: '',
      region: 'us-east-1',
      keyId: 'AKIAIOSFODNN7EXAMPLE',
      secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      prefix: '',
    }
    const headers = sign(
      new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      { method: 'GET', headers: { range: 'bytes=0-9' } },
      options,
      new Date('2013-05-24T00:00:00Z'),
    )
    expect(headers.authorization).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    )
  })
})
