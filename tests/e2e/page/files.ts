/** Files that the product hands out. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, type App } from './app.ts'

/** Does something that brings a workbook, or a file whose name ends so; resolves to its bytes. */
export async function downloaded(app: App, act: () => Promise<void>, ends = '.xlsx'): Promise<Buffer> {
  const [download] = await Promise.all([app.page.waitForEvent('download'), act()])
  expect(download.suggestedFilename().slice(-ends.length)).toBe(ends)
  const path = join(mkdtempSync(join(tmpdir(), 'atelier-export-')), 'rows.xlsx')
  await download.saveAs(path)
  const bytes = readFileSync(path)
  rmSync(dirname(path), { recursive: true })
  return bytes
}
