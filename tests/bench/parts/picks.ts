/** Selectors who choose at the same time, each from a selection of their own: how long one word about a photo takes. */
import { fill, valueIn } from '../filling.ts'
import type { Load, LoadProcess } from '../load.ts'
import type { Product } from '../product.ts'
import { FIRST_FILM, PHOTOS } from '../questions.ts'
import { median, quantile, type Figure, type Section } from '../report.ts'

const SELECTORS = 30
const QUOTA = 40
const GOAL = 150
/** From one word of a selector to the next (ms): four a second is more than a hand keeps up. */
const PACE = 250

/** An order, a session, its photos and its selection under way, for each selector. */
async function fillSelections({ db, model }: Product): Promise<void> {
  const own = { companyId: 'w.company', createTime: 'now()', updateTime: 'now()' }
  const id = `${FIRST_FILM} + n`
  const value = (dictionary: string, name: string): string => `'${valueIn(model, dictionary, name)}'`
  const tables: Record<string, Record<string, string>> = {
    order: { orderNo: `'BENCH' || n`, customerId: 'w.customer', orgId: 'w.orgs[1]' },
    orderSession: { orderId: id, sessionStatus: value('session_status', 'done'), orgId: 'w.orgs[1]' },
    workOrder: { orderId: id, orderSessionId: id },
    workTask: {
      ...{ orderId: id, orderSessionId: id, workOrderId: id, customerId: 'w.customer', taskNo: `'BENCH' || n` },
      taskType: value('task_type', 'selection'),
      taskStatus: value('task_status', 'inProgress'),
      orgId: 'w.orgs[1]',
    },
    photoFolder: { orderId: id, orderSessionId: id, photoStage: value('photo_stage', 'raw'), orgId: 'w.orgs[1]' },
    selectedFilm: {
      ...{ workTaskId: id, orderSessionId: id, sessionIds: `array[${id}]`, quota: `${QUOTA}`, extraPrice: '3000' },
      selectionStatus: value('selection_status', 'picking'),
    },
  }
  for (const [table, values] of Object.entries(tables))
    await fill(db, model, { table, values: { id, ...own, ...values } }, 1, SELECTORS)
  // Photo n belongs to the selector of its hundred.
  const of = `${FIRST_FILM} + 1 + (n - 1) / ${PHOTOS}`
  const photo = {
    ...{ id, ...own, folderId: of, orderId: of, orderSessionId: of, fileId: id, fileName: `'DSC_' || n || '.jpg'` },
    ...{ photoStage: value('photo_stage', 'raw'), sha1: `lpad(n::text, 40, '0')` },
  }
  await fill(db, model, { table: 'photo', values: photo }, 1, SELECTORS * PHOTOS)
}

export async function picksPart(product: Product, load: LoadProcess): Promise<Section> {
  await fillSelections(product)
  const served = await product.serve()
  try {
    const token = await product.signIn(served)
    const job = {
      ...{ port: served.port, paths: ['/api/photo/pickForProduct.json'], tokens: [token], question: 'pick' as const },
      span: await product.spanOf('selectedFilm'),
      ...{ connections: SELECTORS, warm: 2000, ms: 8000 },
    }
    const figure = (label: string, { times, perSecond }: Load): Figure => ({
      label: `${label}, p99`,
      value: quantile(times, 0.99),
      unit: 'ms',
      goal: GOAL,
      note: `p50 ${median(times).toFixed(1)} ms, ${Math.round(perSecond)} words a second`,
    })
    return {
      title: `${SELECTORS} selectors at once, each choosing from ${PHOTOS} photos`,
      figures: [
        figure('four words a second each', await load.run({ ...job, pace: PACE })),
        figure('without a pause', await load.run(job)),
      ],
    }
  } finally {
    await served.close()
  }
}
