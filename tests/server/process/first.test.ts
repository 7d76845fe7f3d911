/** A database that nobody can enter: the first administrator, over the printed link and from the command line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { run as admin } from '../../../bin/admin.ts'
import { killAll, ranHere, Running } from './running.ts'

const SCRIPT = '/usr/bin/script'
const CREATE = ['bin/atelier.mjs', 'admin', 'create']
const PERSON = {
  company: '新星摄影',
  realName: '李雷',
  mobile: '13900000001',
  password: 'Harbour7',
  confirm: 'Harbour7',
}
const NOBODY = /first-run\?token=(\S+)/

describe('an empty database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-first-'))
  const env = { DATA_DIR: dataDir }
  afterAll(() => {
    killAll()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const create = (...args: string[]) => ranHere(() => admin(['create', ...args]), env)

  it('is entered over the printed link, once, by who knows it', async () => {
    const running = await new Running(env).ready()
    const [, token] = await running.said(NOBODY)
    const enter = (input: object) => running.raw('system/firstRun', { ...PERSON, token, ...input })
    expect(await enter({ token: 'guessed' })).toMatchObject({ status: 400, msg: '链接无效或已使用' })
    expect(await enter({ password: 'abc123', confirm: 'abc123' })).toMatchObject({
      status: 400,
      data: { field: 'password' },
    })
    expect(await enter({ confirm: 'Harbour8' })).toMatchObject({ status: 400, msg: '两次输入的密码不一致' })
    expect(await enter({})).toMatchObject({ status: 200 })
    expect(await enter({ mobile: '13900000009' })).toMatchObject({ status: 400, msg: '链接无效或已使用' })
    await canDoEverything(running, PERSON)
    expect(await running.end('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  it('gets another administrator from the command line, only when that is said', async () => {
    const person = { mobile: '13900000002', password: 'Harbour8' }
    const given = ['--mobile', person.mobile, '--name', '韩梅梅', '--password']
    expect(await create(...given, person.password)).toMatchObject({
      code: 1,
      told: [expect.stringContaining('--more')],
    })
    expect(await create('--more', ...given, 'abc123')).toMatchObject({
      code: 1,
      told: [expect.stringContaining('--password: ')],
    })
    expect(await create('--more', ...given, person.password)).toMatchObject({ code: 0 })
    const running = await new Running(env).ready()
    await canDoEverything(running, person)
    await running.end('SIGTERM')
    expect(running.told).not.toMatch(NOBODY)
  })

  // `script` makes a terminal: only there is anything shown while it is typed.
  it.skipIf(!existsSync(SCRIPT))('shows nothing of a password that is typed', async () => {
    const command = `${process.execPath} ${CREATE.join(' ')} --more --mobile 13900000003 --name Typed`
    const child = spawn(SCRIPT, ['-qfec', command, '/dev/null'], { env: { ...process.env, DATABASE_URL: '', ...env } })
    let told = ''
    child.stdout.on('data', (chunk: Buffer) => {
      const asked = told.includes('Password')
      told += chunk.toString()
      if (!asked && told.includes('Password')) child.stdin.write('Harbour9\r')
    })
    const [code] = (await once(child, 'close')) as [number | null]
    expect(told).toContain('13900000003 and do everything')
    expect(told).not.toContain('Harbour9')
    expect(code).toBe(0)
  })
})

/** Signs in, sees every menu, and changes something. */
async function canDoEverything(
  running: Running,
  { mobile, password }: { mobile: string; password: string },
): Promise<void> {
  const entered = await running.post('system/checkLogin', { mobile, password })
  expect(entered, JSON.stringify(entered)).toMatchObject({ status: 200, data: { activation: 1 } })
  const { token } = entered.data as { token: string }
  const { menus } = await running.must('index/init', {}, token)
  expect((menus as unknown[]).length).toBeGreaterThan(50)
  expect(await running.post('tags/add', { name: `标签${mobile.slice(-1)}` }, token)).toMatchObject({ status: 200 })
}
