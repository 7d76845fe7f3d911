/** `check` and `generate`, each a fresh process, in a project that has nothing generated. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Copy } from '../project.ts'
import { median, type Section } from '../report.ts'

const TIMES = 5
const GOAL = 1.5

export function compilePart({ root }: Copy): Section {
  const veryFirst = both(root)
  const times = Array.from({ length: TIMES }, () => both(root))
  const sum = (one: { check: number; generate: number }): number => one.check + one.generate
  return {
    title: 'All schemas, each command a process of its own, nothing generated before',
    figures: [
      {
        label: 'check + generate',
        value: median(times.map(sum)),
        unit: 's',
        goal: GOAL,
        note: `check ${median(times.map((one) => one.check)).toFixed(2)}, generate ${median(times.map((one) => one.generate)).toFixed(2)}; fastest ${Math.min(...times.map(sum)).toFixed(2)}`,
      },
      { label: 'the very first time (TypeScript not yet turned into JavaScript)', value: sum(veryFirst), unit: 's' },
    ],
  }
}

function both(root: string): { check: number; generate: number } {
  rmSync(join(root, 'src/generated'), { recursive: true, force: true })
  return { check: seconds(root, 'check'), generate: seconds(root, 'generate') }
}

function seconds(root: string, verb: string): number {
  const began = performance.now()
  const { status, stderr } = spawnSync(process.execPath, ['bin/atelier.mjs', verb], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`atelier ${verb}: ${stderr}`)
  return (performance.now() - began) / 1000
}
