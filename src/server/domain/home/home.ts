/** The home page in one call (rules 4.1): what concerns this person, by the same calls and the same data rule as the lists. */
import { DAY, midnightOf, momentOf, monthStart, wallOf } from '../../../model/zone.ts'
import type { Told } from '../../../generated/wire.ts'
import type { Call, CallContext, Handler, Handlers } from '../../platform/call.ts'
import { unreadOf } from '../../platform/messages/pushMessage.ts'

type Period = NonNullable<Call<'index/pages'>['input']['period']>

const SHOWN = 8

/** First moment of the first day and last moment of the last. */
function rangeOf(period: Period, now: number, zone: string): [number, number] {
  const today = midnightOf(now, zone)
  const { year, month, weekday } = wallOf(now, zone)
  const end = midnightOf(now, zone, 1) - 1
  if (period === 'today') return [today, end]
  if (period === 'thisWeek') return [midnightOf(now, zone, 1 - weekday), end]
  if (period === 'thisMonth') return [monthStart(now, zone), end]
  if (period === 'lastMonth') return [momentOf(zone, year, month - 1, 1), monthStart(now, zone) - 1]
  return [today - 29 * DAY, end]
}

const pages: Handler<'index/pages'> = async (c) => {
  const range = rangeOf(c.input.period ?? 'last30Days', c.now, c.model.app.timezone)
  const byStatus = await c.call('customer/byStatus', { recordTime: range })
  const todos = [await c.call('followUp/due', {})].flat()
  return {
    cards: [
      { key: 'customers', label: say(c, '新客户', 'New customers'), value: sum(byStatus, 'count') },
      { key: 'amount', label: say(c, '消费金额', 'Spent'), value: sum(byStatus, 'amount') },
      { key: 'todos', label: say(c, '今日跟进', 'Follow-ups due today'), value: todos.length },
      { key: 'unread', label: say(c, '未读消息', 'Unread notifications'), value: await unreadOf(c) },
    ],
    todos: todos.slice(0, SHOWN),
    bulletins: await c.call('bulletin/published', { pageRows: SHOWN }),
    charts: [
      {
        key: 'newCustomers',
        label: say(c, '每日新客户', 'New customers by day'),
        chart: 'line',
        points: await c.call('customer/byDate', { recordTime: range }),
      },
      { key: 'byStatus', label: say(c, '客户状态', 'Customers by status'), chart: 'pie', points: byStatus },
    ],
  }
}

const say = (c: CallContext, zh: string, en: string): string => (c.actor.lang === 'zh' ? zh : en)

/** What a figure comes to in all groups. */
const sum = (list: Told['customer/byStatus'], field: 'count' | 'amount'): number =>
  list.reduce((total, { [field]: one }) => total + (typeof one === 'number' ? one : 0), 0)

export const handlers: Handlers = { 'index/pages': pages }
