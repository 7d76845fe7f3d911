/** Writes the demo data that test files start from, before the first of them asks. */
import { pgliteTemplate } from './template.ts'

await pgliteTemplate()
