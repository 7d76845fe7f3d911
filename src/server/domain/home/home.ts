/** The home page in one call (rules 4.1): what concerns this person, by the same calls and the same data rule as the lists. */
import { DAY, midnightOf, momentOf, wallOf } from '../../../model/zone.ts'
import type { CallPath } from '../../../generated/calls.ts'
import type { Call, CallContext, Handler, Handlers } from '../call.ts'
import { unreadOf } from '../messages/pushMessage.ts'

type Row = Record<string, unknown>
type Period = NonNullable<Call<'index/pages'>['input']['period']>

const SHOWN = 8

/** First moment of the first day and last moment of the last. */
function rangeOf(period: Period, now: number, zone: string): [number, number] {
  const today = midnightOf(now, zone)
  const { year, month, weekday } = wallOf(now, zone)
  const end = midnightOf(now, zone, 1) - 1
  if (period === 'today') return [today, end]
  if (period === 'thisWeek') return [midnightOf(now, zone, 1 - weekday), end]
  if (period === 'thisMonth') return [momentOf(zone, year, month, 1), end]
  if (period === 'lastMonth') return [momentOf(zone, year, month - 1, 1), momentOf(zone, year, month, 1) - 1]
  return [today - 29 * DAY, end]
}

const pages: Handler<'index/pages'> = async (c) => {
  const range = rangeOf(c.input.period ?? 'last30Days', c.now, c.model.app.timezone)
  const byStatus = await rows(c, 'customer/byStatus', { recordTime: range })
  const todos = await rows(c, 'followUp/due', {})
  return {
    cards: [
      { key: 'customers', label: say(c, '新客户', 'New customers'), value: sum(byStatus, 'count') },
      { key: 'amount', label: say(c, '消费金额', 'Spent'), value: sum(byStatus, 'amount') },
      { key: 'todos', label: say(c, '今日跟进', 'Follow-ups due today'), value: todos.length },
      { key: 'unread', label: say(c, '未读消息', 'Unread notifications'), value: await unreadOf(c) },
    ],
    todos: todos.slice(0, SHOWN),
    bulletins: await rows(c, 'bulletin/published', { pageRows: SHOWN }),
    charts: [
      {
        key: 'newCustomers',
        label: say(c, '每日新客户', 'New customers by day'),
        chart: 'line',
        points: await rows(c, 'customer/byDate', { recordTime: range }),
      },
      { key: 'byStatus', label: say(c, '客户状态', 'Customers by status'), chart: 'pie', points: byStatus },
    ],
  }
}

const say = (c: CallContext, zh: string, en: string): string => (c.actor.lang === 'zh' ? zh : en)

async function rows(c: CallContext, path: CallPath, input: Record<string, unknown>): Promise<Row[]> {
  const answer = await c.call(path, input)
  return Array.isArray(answer) ? answer.filter(isRow) : []
}

const isRow = (one: unknown): one is Row => typeof one === 'object' && one !== null

/** What a figure comes to in all groups. */
const sum = (list: Row[], field: string): number =>
  list.reduce((total, { [field]: one }) => total + (typeof one === 'number' ? one : 0), 0)

export const handlers: Handlers = { 'index/pages': pages }
