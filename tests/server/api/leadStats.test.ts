/** Figures of leads (rules 1.16): each number of each call held against plain SQL over the same leads. */
import { DICT } from '../../../src/generated/dictionaries.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { fillEverything } from '../support/everything.ts'
import { onOneEngine } from '../support/engines.ts'
import type { Person, Product, Values } from '../support/product.ts'
import { DAY, TODAY } from '../support/template.ts'
import { useProduct } from '../support/useProduct.ts'

const COMPANY = 1
const SIGNED = 2
const LOST = 3
const CANCELLED = 6

/** Makes of the demo's leads some of each outcome. */
const PREPARE = [
  // Leads with orders, some of them two to a person; the money is that of the order.
  `update "lead" l set "orderId" = o."id", "bizState" = ${SIGNED} from (
     select "id", row_number() over (order by "id") as n from "order" where "companyId" = ${COMPANY} and not "isDel") o,
     (select "id", row_number() over (order by "id") as n from "lead" where "companyId" = ${COMPANY} and not "isDel" and "salesId" is not null) p
   where p."id" = l."id" and o.n = p.n and p.n <= 9`,
  // One of these orders was deleted: its money does not count.
  `update "order" set "isDel" = true where "id" = (select min("orderId") from "lead" where "companyId" = ${COMPANY} and "orderId" is not null)`,
  // A session has one live booking, and any number of those that were cancelled.
  `insert into "scheduling" ("companyId", "schedulingNo", "controlType", "siteId", "seatId", "customerId", "orderId", "orderSessionId", "schedulingStatus")
   select "companyId", 'C' || g, "controlType", "siteId", "seatId", "customerId", "orderId", "orderSessionId", ${CANCELLED}
   from (select * from "scheduling" where "companyId" = ${COMPANY} order by "id" limit 1) s, generate_series(1, 4) g`,
  // Half of these orders have bookings.
  `update "scheduling" s set "orderId" = p."orderId" from (
     select "orderId", row_number() over (order by "id") as n from "lead" where "companyId" = ${COMPANY} and not "isDel" and "orderId" is not null) p,
     (select "id", row_number() over (order by "id") as n from "scheduling" where "companyId" = ${COMPANY}) q
   where q."id" = s."id" and p.n = 2 * q.n`,
  // What is written by hand changes no counted field.
  `update "order" o set "bookingCount" = (select count(*) from "scheduling" s where s."orderId" = o."id" and not s."isDel")`,
  // Every cause of loss twice or more often, and one loss without any.
  `update "lead" l set "bizState" = ${LOST}, "lostCause" = nullif(p.n % 4, 0) from (
     select "id", row_number() over (order by "id") as n from "lead" where "companyId" = ${COMPANY} and not "isDel" and "orderId" is null) p
   where p."id" = l."id" and p.n <= 12`,
  `update "lead" set "collectorId" = null where "id" % 5 = 0`,
  `update "lead" set "isDel" = true where "id" = (select min("id") from "lead" where "companyId" = ${COMPANY} and "bizState" = ${LOST})`,
]

/** The leads that a question is about, with what became of them. */
const LEADS = `select l.*, e."realName" as "person", c."channelName" as "channel", o."payableAmount" as "amount",
    exists (select 1 from "scheduling" s where s."orderId" = l."orderId" and not s."isDel") as "isBooked",
    to_char(l."createTime" at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as "day"
  from "lead" l left join "employee" e on e."id" = l."salesId" left join "channel" c on c."id" = l."channelId"
    left join "order" o on o."id" = l."orderId" and not o."isDel"
  where l."companyId" = ${COMPANY} and not l."isDel"`

/** A line a group; what is shown of the group by `title`. */
const linesBy = (group: string, title: string, where: string): string => `
  select ${title} as "dimension", count(*) as "total", count("collectorId") as "collected", count("salesId") as "allocated",
    count(*) filter (where "trackCount" > 0) as "followed", count(*) filter (where "isBooked") as "booked",
    count(*) filter (where "bizState" = ${SIGNED}) as "signed", count(*) filter (where "bizState" = ${LOST}) as "lost",
    round(count(*) filter (where "bizState" = ${SIGNED})::numeric / count(*), 4)::float8 as "signRate",
    (coalesce(sum("amount"), 0) / 100.0)::float8 as "orderAmount"
  from (${LEADS}) l where ${where} group by ${group} order by "total" desc`

onOneEngine('figures of leads', (engine) => {
  const product = useProduct(engine, async (made: Product) => {
    await fillEverything(made, COMPANY)
    await fillEverything(made, COMPANY, 4, new Set(['scheduling']))
    for (const statement of PREPARE) await made.rows(statement)
  })

  /** Questions: what is sent, and the same as SQL about a lead `l`. */
  const questions: [string, Values, string][] = [
    ['all', {}, 'true'],
    ['a business', { businessType: 3 }, 'l."businessType" = 3'],
  ]
  beforeAll(async () => {
    const one = await product().row<Values>(
      `select "channelId", "channelTypeId", "fllowOrgId", "salesId" from "lead" where "companyId" = ${COMPANY} and not "isDel" and "salesId" is not null and "channelId" is not null and "fllowOrgId" is not null order by "id" desc limit 1`,
    )
    const { realName, mobile } = await product().row<{ realName: string; mobile: string }>(
      'select "realName", "mobile" from "employee" where "id" = $1',
      [one.salesId],
    )
    const named = `l."salesId" in (select "id" from "employee" where "companyId" = ${COMPANY} and not "isDel"`
    questions.push(
      ['a channel', { channelId: one.channelId }, `l."channelId" = ${String(one.channelId)}`],
      ['a kind of channel', { channelTypeId: one.channelTypeId }, `l."channelTypeId" = ${String(one.channelTypeId)}`],
      ['a department', { orgId: one.fllowOrgId }, `l."fllowOrgId" = ${String(one.fllowOrgId)}`],
      [
        'a part of a name',
        { employeeNameOrTel: realName.slice(0, 1) },
        `${named} and "realName" like '%${realName.slice(0, 1)}%')`,
      ],
      [
        'a part of a number',
        { employeeNameOrTel: mobile.slice(-4) },
        `${named} and "mobile" like '%${mobile.slice(-4)}%')`,
      ],
      ['nobody', { employeeNameOrTel: '查无此人' }, 'false'],
      [
        'days',
        { createTimeStart: TODAY - 10 * DAY, createTimeEnd: TODAY - 2 * DAY },
        `l."createTime" >= to_timestamp(${(TODAY - 10 * DAY) / 1000}) and l."createTime" < to_timestamp(${(TODAY - DAY) / 1000})`,
      ],
      [
        'from a day on',
        { createTimeStart: TODAY - 3 * DAY },
        `l."createTime" >= to_timestamp(${(TODAY - 3 * DAY) / 1000})`,
      ],
    )
  })

  const label = (dictionary: string, value: unknown): string =>
    product().model.dictionaries[dictionary]?.values.find((one) => one.value === value)?.label.zh ?? '—'
  const sorted = (lines: Values[]): string[] => lines.map((line) => JSON.stringify(Object.entries(line).sort())).sort()
  const NAMES = [
    'dimension',
    'total',
    'collected',
    'allocated',
    'followed',
    'booked',
    'signed',
    'lost',
    'signRate',
    'orderAmount',
  ]
  const told = async (path: string, input: Values): Promise<Values[]> =>
    (await product().rawMust<Values[]>('administrator', path, input)).map((line) =>
      Object.fromEntries(NAMES.map((name) => [name, line[name]])),
    )

  /** What each call groups by, the group's title in SQL, which leads it speaks of, and words for wire values. */
  const calls: [string, string, string, string, string?][] = [
    ['lead/stats', '"day"', '"day"', 'true'],
    ['lead/employee_stats', '"salesId", "person"', `coalesce("person", '—')`, 'true'],
    ['lead/employee_list_stats', '"salesId", "person"', `coalesce("person", '—')`, 'true'],
    ['lead/channel_stats', '"channelId", "channel"', `coalesce("channel", '—')`, 'true'],
    ['lead/lose_stats', '"lostCause"', '"lostCause"', `"bizState" = ${LOST}`, 'lost_cause'],
    ['lead/booking_Stats', '"bizState"', '"bizState"', '"isBooked"', 'lead_biz_state'],
    ['lead/booking_employee_stats', '"salesId", "person"', `coalesce("person", '—')`, '"isBooked"'],
  ]

  it.each(calls)('%s counts what SQL counts, whatever is asked', async (path, group, title, about, words) => {
    let groups = 0
    for (const [what, input, where] of questions) {
      const lines = await product().rows<Values>(linesBy(group, title, `${about} and ${where}`))
      const expected = lines.map((line) => (words ? { ...line, dimension: label(words, line.dimension) } : line))
      expect([what, ...sorted(await told(path, input))]).toEqual([what, ...sorted(expected)])
      groups += expected.length
    }
    expect(groups).toBeGreaterThan(questions.length / 2)
  })

  it('are figures of something: orders, bookings and losses are among them', async () => {
    const [all] = await product().rows<Record<string, number>>(linesBy('()', `'all'`, 'true'))
    for (const name of NAMES.slice(1)) expect([name, Number(all?.[name])]).toEqual([name, expect.any(Number)])
    for (const name of NAMES.slice(1)) expect(Number(all?.[name]), name).toBeGreaterThan(0)
  })

  describe('in order', () => {
    it('of size', async () => {
      const totals = (await told('lead/channel_stats', {})).map((line) => Number(line.total))
      expect(totals).toEqual([...totals].sort((a, b) => b - a))
    })

    it('of what was signed, then of its money, where people are ranked', async () => {
      const ranks = (await told('lead/employee_list_stats', {})).map((line) => [
        Number(line.signed),
        Number(line.orderAmount),
      ])
      expect(ranks).toEqual([...ranks].sort(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b))
      expect(new Set(ranks.map(([signed]) => signed)).size).toBeGreaterThan(1)
    })
  })

  const ids = async (path: string, input: Values): Promise<number[]> =>
    (await product().rawMust<{ id: number }[]>('administrator', path, input)).map((one) => one.id).sort((a, b) => a - b)
  const idsIn = async (where: string): Promise<number[]> =>
    (await product().rows<{ id: number }>(`select "id" from (${LEADS}) l where ${where} order by "id"`)).map(
      (one) => one.id,
    )

  it('of a person name that person’s leads, and theirs alone', async () => {
    const { salesId } = await product().row<{ salesId: number }>(
      `select "salesId" from (${LEADS}) l where "salesId" is not null group by 1 order by count(*) desc limit 1`,
    )
    const mine = await ids('lead/employee_detail_stats', { employeeId: salesId })
    expect(mine).toEqual(await idsIn(`"salesId" = ${salesId}`))
    expect(mine.length).toBeGreaterThan(0)
    expect(
      await ids('lead/employee_detail_stats', { employeeId: salesId, businessType: DICT.business_type.baby }),
    ).toEqual(await idsIn(`"salesId" = ${salesId} and "businessType" = 3`))
  })

  it.each([1, 2, 3])('of cause %i name the leads lost by it', async (lostCause) => {
    const lost = await ids('lead/lose_detail_stats', { lostCause })
    expect(lost).toEqual(await idsIn(`"bizState" = ${LOST} and "lostCause" = ${lostCause}`))
    expect(lost.length).toBeGreaterThan(1)
  })

  it('speak of the leads that somebody sees, and of no others', async () => {
    const roleId = await product().role('channelSpecialist', COMPANY)
    const { orgId } = await product().person('administrator')
    const hired = await product().hire({ name: '渠道专员', companyId: COMPANY, orgId, roleId })
    await product().rows(
      `update "lead" set "salesId" = $1 where "companyId" = ${COMPANY} and not "isDel" and "id" % 3 = 0`,
      [hired.employeeId],
    )
    const shown = async (who: string | Person): Promise<number> =>
      (await product().must(who, 'lead/channel_stats', {})).reduce((sum, { total }) => sum + Number(total), 0)
    const [all, own] = [await idsIn('true'), await idsIn(`"salesId" = ${hired.employeeId}`)]
    expect(own.length).toBeGreaterThan(0)
    expect([await shown('manager'), await shown(hired)]).toEqual([all.length, own.length])
  })
})
