/** Who of a store's assistants is there (rules 1.9): the duty table of a month, a day of it, and the queue. */
import { midnightOf, wallOf } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'

/** Sets one day; today's is shown on the assistant too. */
async function setDuty(c: CallContext, assistant: Row, dutyDate: number, duty: unknown): Promise<void> {
  const [day] = await c.select('assistantDuty', { assistantId: assistant.id, dutyDate }, { lock: true })
  if (!day) await c.insert('assistantDuty', { assistantId: assistant.id, dutyDate, duty })
  else if (day.duty !== duty) await c.update('assistantDuty', day, { duty })
  if (dutyDate === midnightOf(c.now, c.model.app.timezone) && assistant.duty !== duty)
    await c.update('assistant', assistant, { duty })
}

const mustBe = async (c: CallContext, id: unknown, at: string): Promise<Row> =>
  (await c.seen('assistant', Number(id), { lock: true })) ??
  c.refuse(at, { zh: '助理不存在', en: 'There is no such assistant' })

const dutyOrRest: Handler = async (c) => {
  const assistant = await mustBe(c, c.input.assistantId, 'assistantId')
  const day = (c.input.dutyDate as number | null | undefined) ?? midnightOf(c.now, c.model.app.timezone)
  await setDuty(c, assistant, day, c.input.duty)
  return {}
}

/** The queue of a store: the first named is the next. */
const dutySort: Handler = async (c) => {
  const ids = c.input.assistantIds as number[]
  for (const [i, id] of ids.entries()) {
    const assistant = await mustBe(c, id, 'assistantIds')
    if (assistant.storeId !== c.input.storeId)
      c.refuse('assistantIds', { zh: '助理不属于该门店', en: 'The assistant belongs to another store' })
    if (assistant.sortNum !== i + 1) await c.update('assistant', assistant, { sortNum: i + 1 })
  }
  return {}
}

/** The duty table of a store's month; days sent along are set first. */
const schedule: Handler = async (c) => {
  const storeId = Number(c.input.storeId)
  const days = (c.input.days ?? []) as { assistantId: number; dutyDate: number; duty: number }[]
  for (const [i, day] of days.entries()) {
    const assistant = await mustBe(c, day.assistantId, `days[${i}].assistantId`)
    if (assistant.storeId !== storeId)
      c.refuse(`days[${i}].assistantId`, { zh: '助理不属于该门店', en: 'The assistant belongs to another store' })
    await setDuty(c, assistant, day.dutyDate, day.duty)
  }
  const assistants = await c.select('assistant', { storeId })
  const duties = await c.select(
    'assistantDuty',
    { assistantId: assistants.map((one) => one.id) },
    { sort: ['dutyDate', 'id'] },
  )
  const zone = c.model.app.timezone
  const month = (ms: unknown): string => {
    const { year, month: m } = wallOf(Number(ms), zone)
    return `${year}-${m}`
  }
  return duties.filter((duty) => month(duty.dutyDate) === month(c.input.month))
}

export const handlers: Handlers = {
  'assistant/dutyOrRest': dutyOrRest,
  'assistant/dutySort': dutySort,
  'assistant/schedule': schedule,
}
