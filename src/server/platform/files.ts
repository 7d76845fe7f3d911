/** Stored files that are taken away once what named them is gone for good, and those that are packed to be saved together. */
import { cleanName, pathOfKey } from '../files/names.ts'
import { MOST, packer, type Packing } from '../jobs/pack.ts'
import { enqueueJob } from '../jobs/table.ts'
import type { Jobs } from '../jobs/index.ts'
import type { FileStore } from '../types.ts'
import type { CallContext } from './call.ts'

/** The kind of job that takes files away, named by their keys: after the commit, and again where it was cut off. */
export const REMOVE_FILES = 'files.remove'
/** The kind of job that packs files into one. */
const PACK_FILES = 'files.pack'

/** A file to be packed: its address, its name with the extension left out, and the folder it stands in. */
export interface Packed {
  url: string | null | undefined
  name: string
  folder?: string
}

/** Begins to pack files (what is drawn for the demo is none); answers the job, whose file is given out for a day. The caller has said who may have them. */
export async function pack(
  c: CallContext,
  name: string,
  files: readonly Packed[],
): Promise<{ jobId: number | undefined }> {
  const there = files.flatMap((one) =>
    one.url?.startsWith('/files/') ? [{ ...one, key: one.url.slice(one.url.lastIndexOf('/') + 1) }] : [],
  )
  if (there.length === 0) c.refuse(undefined, { zh: '没有可下载的文件', en: 'There are no files to save' })
  if (there.length > MOST.files)
    c.refuse(undefined, { zh: `一次最多 ${MOST.files} 个文件`, en: `At most ${MOST.files} files at once` })
  const input: Packing = { name: cleanName(`${name}.zip`), files: named(there) }
  return { jobId: await enqueueJob(c.tx, { kind: PACK_FILES, input, actor: c.actor }, c.now) }
}

/** Each file under a name of its own. */
function named(files: readonly (Packed & { key: string })[]): Packing['files'] {
  const taken = new Set<string>()
  return files.map(({ key, name, folder }) => {
    const extension = key.slice(key.lastIndexOf('.') + 1)
    const path = [...(folder ? [cleanName(folder)] : []), cleanName(name)].join('/')
    let free = `${path}.${extension}`
    for (let n = 2; taken.has(free); n += 1) free = `${path} (${n}).${extension}`
    taken.add(free)
    return { key, name: free }
  })
}

/** Registers the jobs that take files away, and that pack them. */
export function registerFileJobs(jobs: Jobs, files: FileStore, now: () => number): void {
  jobs.register(REMOVE_FILES, async ({ input: keys }) => {
    for (const key of Array.isArray(keys) ? keys : []) if (typeof key === 'string') await files.del(pathOfKey(key))
  })
  jobs.register(PACK_FILES, packer(files, now))
}
