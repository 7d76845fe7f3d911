/** `npm start` the first time (build, embedded database, demo data) and the second. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Copy } from '../project.ts'
import { freePort } from '../../server/support/ports.ts'
import { start } from '../running.ts'
import { median, type Section } from '../report.ts'

const FIRST_GOAL = 90
const SECOND_GOAL = 5
const PATIENCE = 300_000
const TIMES = 3

/** A project that was started once: its data are there. */
export interface Started {
  dataDir: string
  remove(): void
}

export async function startPart({ root }: Copy): Promise<{ section: Section; started: Started }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atelier-data-'))
  const once = async (): Promise<number> => {
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), DATABASE_URL: '' }
    const running = start('npm', ['start', '--silent'], root, env, PATIENCE)
    try {
      return (await running.said('Atelier is ready')) / 1000
    } finally {
      await running.stop()
    }
  }
  const first = await once()
  const again: number[] = []
  for (let i = 0; i < TIMES; i += 1) again.push(await once())
  const section: Section = {
    title: 'npm start, embedded database, until it says that it is ready',
    figures: [
      {
        label: 'the first time',
        value: first,
        unit: 's',
        goal: FIRST_GOAL,
        note: 'builds, makes the database, writes the demo data',
      },
      { label: 'after that', value: median(again), unit: 's', goal: SECOND_GOAL },
    ],
  }
  return { section, started: { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) } }
}
