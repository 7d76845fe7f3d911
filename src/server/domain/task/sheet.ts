/** A task on paper: what a retoucher works on photo by photo, and what a designer lays out page by page. */
import { formatDatetime } from '../../../model/format.ts'
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'
import { escape, sheetOf } from '../print.ts'

type Task = Row<'workTask'>

const WORDS = {
  zh: {
    sheet: '任务单',
    due: '要求完成',
    worker: '负责人',
    photo: '照片',
    picture: '图',
    place: '用处',
    wish: '要求',
    page: '页',
    comment: '意见',
    done: '完成',
    printed: '打印',
  },
  en: {
    sheet: 'Sheet',
    due: 'Due',
    worker: 'Given to',
    photo: 'Photo',
    picture: 'Picture',
    place: 'Used in',
    wish: 'Wishes',
    page: 'Page',
    comment: 'Comments',
    done: 'Done',
    printed: 'Printed',
  },
} as const

const pictureOf = (url: string | null | undefined): string => (url ? `<img src="${escape(url)}" alt="">` : '')

interface Table {
  heads: string[]
  rows: string[][]
}

const sheet: Handler<'workTask/sheet'> = async (c) => {
  const task = await c.must('workTask', c.input.workTaskId, 'workTaskId')
  const words = WORDS[c.actor.lang]
  const [design] = await c.select('designTask', { workTaskId: task.id })
  const order = await c.mustRef(task, 'order')
  const customer = await c.ref(task, 'customer')
  const zone = c.model.app.timezone
  const name = c.actor.lang === 'zh' ? task.taskName : (task.taskNameEn ?? task.taskName)
  return sheetOf(c, {
    title: name ?? words.sheet,
    no: task.taskNo,
    about: [
      [order.orderNo, customer?.realName, task.orderSessionName].filter(Boolean).join(' · '),
      task.workerNames ? `${words.worker}: ${task.workerNames}` : '',
      task.dueTime ? `${words.due}: ${formatDatetime(task.dueTime, zone)}` : '',
      task.remark ? `${words.wish}: ${task.remark}` : '',
      `${words.printed}: ${formatDatetime(c.now, zone)} ${c.actor.realName ?? ''}`,
    ],
    ...(design ? await pagesOf(c, design) : await photosOf(c, task)),
  })
}

/** Every page of a design, those that are still to come too, with what was said of it. */
async function pagesOf(c: CallContext, design: Row<'designTask'>): Promise<Table> {
  const words = WORDS[c.actor.lang]
  const pages = await c.select('designPage', { designTaskId: design.id }, { sort: ['pageNo'] })
  const notes = await c.select('pageNote', { designPageId: pages.map(({ id }) => id), noteStatus: 'open' })
  const count = Math.max(design.pageCount ?? 1, pages.at(-1)?.pageNo ?? 0)
  return {
    heads: [words.page, words.picture, words.comment, words.done],
    rows: Array.from({ length: count }, (_, i) => {
      const page = pages.find(({ pageNo }) => pageNo === i + 1)
      const said = notes.filter(({ designPageId }) => designPageId === page?.id).map(({ comment }) => comment)
      const comments = [page?.comment, ...said].filter(Boolean).join(' / ')
      return [escape(i + 1), pictureOf(page?.thumbUrl), escape(comments), '']
    }),
  }
}

/** The photos of a session that were chosen, what each is for, and what is wished of it. */
async function photosOf(c: CallContext, { orderSessionId }: Task): Promise<Table> {
  const words = WORDS[c.actor.lang]
  const photos = await c.select('photo', { orderSessionId, photoStage: 'raw', isPicked: true }, { sort: ['fileName'] })
  const placed = await c.select('pickProduct', { photoId: photos.map(({ id }) => id) })
  const items = await c.select('orderItem', { id: placed.map(({ orderItemId }) => orderItemId) })
  return {
    heads: [words.photo, words.picture, words.place, words.wish, words.done],
    rows: photos.map((photo) => {
      const places = placed
        .filter(({ photoId }) => photoId === photo.id)
        .map((one) => `${items.find(({ id }) => id === one.orderItemId)?.itemName ?? ''} ${one.slotNo}`)
      return [escape(photo.fileName), pictureOf(photo.thumbUrl), escape(places.join(', ')), escape(photo.remark), '']
    }),
  }
}

export const handlers: Handlers = { 'workTask/sheet': sheet }
