/** A customer looks at a design, page by page, and says what is to be changed (rules 2.10 step 5). */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'

/** The pages of a design in order. */
const pagesOf = (c: CallContext, designTaskId: number): Promise<Row<'designPage'>[]> =>
  c.select('designPage', { designTaskId }, { sort: ['pageNo'] })

/** Notes that a page was looked at; the last one makes the design seen. */
const look: Handler<'designPage/look'> = async (c) => {
  const design = await c.mustRef(c.row, 'designTask', { lock: true })
  if (design.designStatus !== 'toConfirm') return {}
  if (!c.row.seen) await c.update('designPage', c.row, { seen: true })
  const allSeen = (await pagesOf(c, design.id)).every(({ seen }) => seen)
  if (allSeen && !design.allSeen) await c.update('designTask', design, { allSeen })
  return {}
}

const say: Handler<'pageNote/say'> = async (c) => {
  const { designPageId, comment, x, y } = c.input
  const page = await c.must('designPage', designPageId, 'designPageId')
  const { designStatus } = await c.mustRef(page, 'designTask')
  const isInspected = designStatus === 'toInspect' && c.actor.kind === 'staff'
  if (designStatus !== 'toConfirm' && !isInspected)
    c.refuse('designPageId', {
      zh: '设计在质检或客户确认中才能写意见',
      en: 'Comments are made while a design is inspected, or its customer is asked',
    })
  const { id } = await c.insert('pageNote', { designPageId: page.id, comment, x, y })
  return { id }
}

const takeBack: Handler<'pageNote/takeBack'> = async (c) => {
  await c.remove('pageNote', c.row)
  return {}
}

type Said = NonNullable<Row<'designFeedback'>['pageComments']>[number]

/** What is said of the pages of a design, and neither changed nor answered yet. */
export async function openNotesOf(c: CallContext, designTaskId: number): Promise<Said[]> {
  const pages = await pagesOf(c, designTaskId)
  const designPageId = pages.map(({ id }) => id)
  const notes = await c.select('pageNote', { designPageId, noteStatus: 'open' })
  return pages.flatMap(({ id, pageNo }) =>
    notes.filter((note) => note.designPageId === id).map(({ comment, x, y }) => ({ pageNo, comment, x, y })),
  )
}

/** What an answer would say: pages still to be looked at, and what is to be changed. */
const foresee: Handler<'designFeedback/foresee'> = async (c) => {
  const design = await c.must('designTask', c.input.designTaskId, 'designTaskId')
  const pages = await pagesOf(c, design.id)
  return {
    unseen: pages.filter(({ seen }) => !seen).length,
    pageComments: await openNotesOf(c, design.id),
  }
}

export const handlers: Handlers = {
  'designPage/look': look,
  'pageNote/say': say,
  'pageNote/takeBack': takeBack,
  'designFeedback/foresee': foresee,
}
