/** The compiler: a folder of schemas becomes a model, or a list of problems. */
export { compile, type Compiled } from '../../generator/index.ts'
export { formatProblem, type Problem } from '../../generator/base/problems.ts'
export { generatedFiles, writeGenerated } from '../../generator/emit/index.ts'
