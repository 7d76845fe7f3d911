/** Who of a store's assistants is there (rules 1.9): the duty table of a month, a day of it, and the queue. */
import { momentOf, wallOf } from '../../../model/zone.ts'
import { type CallContext, type Handler, type Handlers, type Row, type Place, Span } from '../../platform/call.ts'
import { today } from '../days.ts'

type Duty = Row<'assistantDuty'>['duty']

/** Sets one day; today's is shown on the assistant too. */
async function setDuty(c: CallContext, assistant: Row<'assistant'>, dutyDate: number, duty: Duty): Promise<void> {
  const [day] = await c.select('assistantDuty', { assistantId: assistant.id, dutyDate }, { lock: true })
  if (!day) await c.insert('assistantDuty', { assistantId: assistant.id, dutyDate, duty })
  else if (day.duty !== duty) await c.update('assistantDuty', day, { duty })
  if (dutyDate === today(c) && assistant.duty !== duty) await c.update('assistant', assistant, { duty })
}

const dutyOrRest: Handler<'assistant/dutyOrRest'> = async (c) => {
  const { assistantId, dutyDate, duty } = c.input
  await setDuty(c, await c.must('assistant', assistantId, 'assistantId'), dutyDate, duty)
  return {}
}

/** What the duty table says of today stands on each assistant; who is not in it is there. */
const newDay: Handler<'assistant/newDay'> = async (c) => {
  const dutyDate = today(c)
  const days = new Map((await c.select('assistantDuty', { dutyDate })).map((day) => [day.assistantId, day.duty]))
  let count = 0
  for (const assistant of await c.select('assistant', { status: 'enabled' }, { lock: true })) {
    const duty = days.get(assistant.id) ?? 'onDuty'
    if (assistant.duty === duty) continue
    await c.update('assistant', assistant, { duty })
    count += 1
  }
  return { count }
}

async function mustBeIn(c: CallContext, storeId: number, id: number, field: Place): Promise<Row<'assistant'>> {
  const assistant = await c.must('assistant', id, field)
  if (assistant.storeId === storeId) return assistant
  return c.refuse(field, { zh: '助理不属于该门店', en: 'The assistant belongs to another store' })
}

/** The queue of a store: the first named is the next. */
const dutySort: Handler<'assistant/dutySort'> = async (c) => {
  for (const [i, id] of c.input.assistantIds.entries()) {
    const assistant = await mustBeIn(c, c.input.storeId, id, 'assistantIds')
    if (assistant.sortNum !== i + 1) await c.update('assistant', assistant, { sortNum: i + 1 })
  }
  return {}
}

/** The duty table of a store's month; days sent along are set first. */
const schedule: Handler<'assistant/schedule'> = async (c) => {
  const { storeId, month, days = [] } = c.input
  await c.select('assistant', { id: days.map(({ assistantId }) => assistantId) }, { lock: true })
  for (const [i, { assistantId, dutyDate, duty }] of days.entries())
    await setDuty(c, await mustBeIn(c, storeId, assistantId, `days[${i}].assistantId`), dutyDate, duty)
  const assistants = await c.select('assistant', { storeId })
  const { year, month: number } = wallOf(month, c.model.app.timezone)
  const [first, next] = [number, number + 1].map((one) => momentOf(c.model.app.timezone, year, one, 1))
  return c.select(
    'assistantDuty',
    { assistantId: assistants.map((one) => one.id), dutyDate: new Span(first, next) },
    { sort: ['dutyDate', 'id'] },
  )
}

export const handlers: Handlers = {
  'assistant/dutyOrRest': dutyOrRest,
  'assistant/newDay': newDay,
  'assistant/dutySort': dutySort,
  'assistant/schedule': schedule,
}
