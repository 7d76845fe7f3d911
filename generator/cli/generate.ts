/** `atelier generate`: compiles and writes the changed files under src/generated. */
import { earlierIn, generatedFiles, writeGenerated } from '../emit/index.ts'
import { projectRoot, studyProject } from './project.ts'

export async function run(): Promise<number> {
  const root = projectRoot()
  const found = studyProject(root)
  if (!found) return 1
  const written = writeGenerated(
    root,
    await generatedFiles(found.model, { root, loaded: found.c.loaded, earlier: earlierIn(root) }),
  )
  if (written.length > 0) console.log(`generated ${written.length} files`)
  return 0
}
