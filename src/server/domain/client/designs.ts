/** A customer looks at a design, page by page, and says what is to be changed (rules 2.10 step 5). */
import type { CallContext, Handler, Handlers, Row } from '../call.ts'

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

const say: Handler<'designPage/say'> = async (c) => {
  await c.update('designPage', c.row, { wish: c.input.wish })
  return {}
}

/** What the customer wrote on the pages so far. */
export async function wishesOf(c: CallContext, designTaskId: number): Promise<{ pageNo: number; comment: string }[]> {
  return (await pagesOf(c, designTaskId)).flatMap(({ pageNo, wish }) => (wish ? [{ pageNo, comment: wish }] : []))
}

/** What an answer would say: pages still to be looked at, and what is to be changed. */
const foresee: Handler<'designFeedback/foresee'> = async (c) => {
  const design = await c.must('designTask', c.input.designTaskId, 'designTaskId')
  const pages = await pagesOf(c, design.id)
  return {
    unseen: pages.filter(({ seen }) => !seen).length,
    pageComments: await wishesOf(c, design.id),
  }
}

export const handlers: Handlers = {
  'designPage/look': look,
  'designPage/say': say,
  'designFeedback/foresee': foresee,
}
