/** Pages of a design: a file's number says which page it is, and another file of that page is its next revision (rules 2.10). */
import type { Call, CallContext, Row } from '../../platform/call.ts'

/** The last number in a file name. */
const pageIn = (name: string): number | undefined => {
  const digits = /(\d+)(?!.*\d)/.exec(name.replace(/\.[^.]*$/, ''))?.[1]
  return digits === undefined ? undefined : parseInt(digits, 10)
}

/** What was said of a page is done by another one in its place. */
async function fixNotes(c: CallContext, { id: designPageId }: Row<'designPage'>): Promise<void> {
  for (const note of await c.select('pageNote', { designPageId, noteStatus: 'open' }, { lock: true }))
    await c.move('pageNote', note, 'fix')
}

/** Takes uploads in as the pages of a design. */
export async function uploadPages(
  c: Call<'photo/upload'>,
  files: readonly Row<'uploadFile'>[],
): Promise<{ ids: number[]; skipped: number }> {
  const design = await c.must('designTask', c.input.designTaskId, 'designTaskId')
  if (design.designStatus !== 'designing')
    c.refuse('designTaskId', { zh: '请先开始设计', en: 'Start the design first' })
  const pages = await c.select('designPage', { designTaskId: design.id }, { lock: true })
  const pageCount = design.pageCount ?? 1
  const ids: number[] = []
  for (const file of [...files].sort((a, b) => a.origName.localeCompare(b.origName, undefined, { numeric: true }))) {
    const named = pageIn(file.origName)
    const free = Array.from({ length: pageCount }, (_, i) => i + 1).find((no) =>
      pages.every((one) => one.pageNo !== no),
    )
    const pageNo = named !== undefined && named >= 1 && named <= pageCount ? named : free
    if (pageNo === undefined)
      return c.refuse('fileIds', {
        zh: `设计共 ${pageCount} 页，${file.origName} 没有对应的页`,
        en: `The design has ${pageCount} pages; ${file.origName} is none of them`,
      })
    const before = pages.find((one) => one.pageNo === pageNo)
    const { id: fileId, url, thumbUrl, viewUrl, previewUrl, smallPreviewUrl, width, height } = file
    const picture = { fileId, url, thumbUrl, viewUrl, previewUrl, smallPreviewUrl, width, height }
    const values = { ...picture, pageStatus: 'draft', comment: null, seen: false } as const
    const row = before
      ? await c.update('designPage', before, { ...values, revision: (before.revision ?? 1) + 1 })
      : await c.insert('designPage', { designTaskId: design.id, pageNo, ...values })
    if (before) await fixNotes(c, row)
    else pages.push(row)
    if (pageNo === 1) await c.update('designTask', design, { coverUrl: smallPreviewUrl })
    ids.push(row.id)
  }
  c.log({ zh: `上传设计 ${ids.length} 页`, en: `${ids.length} pages of a design added` })
  return { ids, skipped: c.input.fileIds.length - ids.length }
}
