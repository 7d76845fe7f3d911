/** The client that is made of the calls: what its types let through, and what they do not. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageRoot } from '../../generator/base/package.ts'
import { run } from '../../generator/cli/client.ts'

const root = packageRoot()
const home = mkdtempSync(join(tmpdir(), 'atelier-client-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
beforeAll(async () => {
  expect(await run(['--out', join(home, 'client'), '--name=studio-client'])).toBe(0)
  mkdirSync(join(home, 'node_modules'))
  symlinkSync(join(home, 'client'), join(home, 'node_modules/studio-client'))
})

/** What docs/API.md shows, and mistakes: each line below a comment that expects one must have one. */
const [, shown = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'docs/API.md'), 'utf8')) ?? []
const CONSUMER = `
declare const token: string
${shown}
const { rows, total } = await client.page('order/query', {})
export const count: number | undefined = total
export async function fieldOf(): Promise<string | undefined> {
  try {
    return (await client.call('customer/detail', { id: rows[0]?.id })).realName
  } catch (error) {
    return error instanceof Refused ? (error.field ?? error.requestId) : undefined
  }
}
// One record, a list of records, and a list of what a function names.
export const balance: number | null | undefined = (await client.call('account/getAccountInfo', {})).balance
export const members = (await client.call('family/listFamily', {})).map(({ id }) => id)
export const full = (await client.call('photo/accountProduct', {})).filter(({ used, quota }) => used === quota)
// A file is sent, and named where a record takes it.
const photo = await client.upload(new Blob(['x']), { name: 'a.jpg', asItIs: true })
await client.call('employee/edit', { id: 1, avatar: photo })
export const bytes: number = (await client.file(photo.url)).size
// @ts-expect-error a text is no file
await client.upload('a.jpg')
// @ts-expect-error a call that answers nothing
export const nothing: { id: number } = await client.call('scheduling/cancel', {})
// @ts-expect-error no such call
await client.call('customer/adds', {})
// @ts-expect-error no such input
await client.call('customer/add', { realname: 'Ann' })
// @ts-expect-error the value of another dictionary
await client.call('customer/add', { gender: DICT.yes_no.yes })
// @ts-expect-error a number where a name makes the value
await client.call('customer/add', { gender: 2 })
// @ts-expect-error what is added answers no name
export const name = (await client.call('customer/add', {})).realName
`

it('knows every call, its input and its answer', () => {
  writeFileSync(join(home, 'package.json'), '{"type":"module"}')
  writeFileSync(join(home, 'consumer.ts'), CONSUMER)
  const options = ['--noEmit', '--strict', '--target', 'es2023', '--module', 'nodenext', '--types', '']
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), ...options, join(home, 'consumer.ts')],
    { cwd: home, encoding: 'utf8' },
  )
  expect(stdout).toBe('')
})

it('is not written over what is no client, nor under a name that npm does not take', async () => {
  const other = join(home, 'other')
  mkdirSync(other)
  writeFileSync(join(other, 'thesis.md'), '')
  expect(await run(['--out', other])).toBe(1)
  expect(await run(['--out', join(home, 'new'), '--name', 'Not a name'])).toBe(2)
  expect(await run(['--out'])).toBe(2)
})
