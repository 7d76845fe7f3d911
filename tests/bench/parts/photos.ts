/** A session's originals, sent to a server of its own: until the pictures to look at are made of each, and its memory meanwhile. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { freePort } from '../../server/support/ports.ts'
import { caller } from '../calling.ts'
import { MOBILE, PASSWORD, type Product } from '../product.ts'
import type { Section } from '../report.ts'
import { start } from '../running.ts'

const ORIGINALS = 200
const PIXELS = { width: 6000, height: 4000 }
/** How many are sent at once. */
const AT_ONCE = 4
const SECONDS = 60
const MEMORY = 400
const PATIENCE = 60_000

/** A photograph of 24 megapixels and about six megabytes: soft shapes with the grain of a sensor. */
async function original(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const grain = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#888888', noise } })
    .png()
    .toBuffer()
  return sharp(grain)
    .resize({ ...PIXELS, fit: 'fill' })
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The same picture as another file: what stands behind the end of a JPEG is not looked at. */
const another = (bytes: Buffer): Buffer => Buffer.concat([bytes, randomBytes(16)])

async function send(origin: string, token: string, name: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.append('original', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), name)
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${origin}/api/upload/upload1.json`, { method: 'POST', body: form, headers })
  const told = (await answer.json()) as { status: number }
  if (told.status !== 200) throw new Error(`${name}: ${JSON.stringify(told)}`)
}

/** The most memory the process has held (MB); Linux only. */
function mostMemory(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}

export async function photosPart(root: string, product: Product): Promise<Section> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-photos-'))
  const port = await freePort()
  const env = { DATABASE_URL: product.url, DATA_DIR: dataDir, PORT: String(port) }
  const server = start(process.execPath, ['bin/atelier.mjs', 'serve'], root, env, PATIENCE)
  try {
    await server.said('Atelier listens on')
    const origin = `http://127.0.0.1:${port}`
    const { token } = await caller(origin, '')<{ token: string }>('system/checkLogin', {
      mobile: MOBILE,
      password: PASSWORD,
    })
    const picture = await original()
    const before = mostMemory(server.pid)
    const began = performance.now()
    let next = 0
    const hand = async (): Promise<void> => {
      for (let n = next++; n < ORIGINALS; n = next++) await send(origin, token, `IMG_${n}.jpg`, another(picture))
    }
    await Promise.all(Array.from({ length: AT_ONCE }, hand))
    const seconds = (performance.now() - began) / 1000
    const note = `each of ${(picture.length / 1024 / 1024).toFixed(1)} MB and 24 megapixels, ${AT_ONCE} at once, sender on the same machine`
    return {
      title: 'Originals of a session, until all have their pictures to look at',
      figures: [
        { label: `${ORIGINALS} originals`, value: seconds, unit: 's', goal: SECONDS, note },
        {
          label: 'memory of the server meanwhile',
          value: mostMemory(server.pid),
          unit: 'MB',
          goal: MEMORY,
          note: `${Math.round(before)} MB before`,
        },
      ],
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
