/** How many bytes an address costs when it is sent with gzip. */
import { get } from 'node:http'

export async function gzipBytes(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all(addresses.map(sizeOf))
  return sizes.reduce((sum, size) => sum + size, 0)
}

function sizeOf(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (answer) => {
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
      })
      answer.on('end', () => resolve(size))
    }).on('error', reject)
  })
}
