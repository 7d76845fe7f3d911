/** `atelier docs [--out dist/docs]`: the documents and the model as a site of plain files. */
import { join } from 'node:path'
import { readDocuments } from '../tools/docs/documents.ts'
import { makeSite } from '../tools/docs/index.ts'
import { writeSite } from '../tools/docs/write.ts'
import { option, projectRoot, studyProject } from './project.ts'

export async function run(args: string[]): Promise<number> {
  const root = projectRoot()
  const out = option(args, 'out') ?? join(root, 'dist/docs')
  if (!out) {
    console.error('--out needs a folder')
    return 2
  }
  const found = studyProject(root)
  if (!found) return 1
  const files = makeSite(found.model, readDocuments(join(root, 'docs')))
  if (!writeSite(out, files, join(root, 'docs/images'))) {
    console.error(`${out} holds folders that are no documents of ours; choose another`)
    return 1
  }
  console.log(`${files.size} files; open ${join(out, 'index.html')}`)
  return 0
}
