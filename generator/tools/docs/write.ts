/** The site on disk. */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What stands beside the pages, by its name there, and the file here. */
const ASSETS = { 'site.css': 'site.css', 'site.js': 'browser.js' }
const FOLDERS = ['zh', 'en']

/**
 * Writes the site and replaces an earlier one, with its style, script and pictures. Returns false, and writes
 * nothing, where a folder of the same name contains something else.
 */
export function writeSite(out: string, files: ReadonlyMap<string, string>, images: string): boolean {
  if (!FOLDERS.every((lang) => isOurs(join(out, lang)))) return false
  for (const lang of FOLDERS) rmSync(join(out, lang), { recursive: true, force: true })
  for (const [path, text] of files) {
    mkdirSync(dirname(join(out, path)), { recursive: true })
    writeFileSync(join(out, path), text)
  }
  for (const [name, file] of Object.entries(ASSETS)) cpSync(join(import.meta.dirname, file), join(out, name))
  if (existsSync(images)) cpSync(images, join(out, 'images'), { recursive: true })
  return true
}

const isOurs = (folder: string): boolean => !existsSync(folder) || existsSync(join(folder, 'titles.js'))
