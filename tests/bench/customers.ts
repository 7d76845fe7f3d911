/** Many customers, made by the database itself: names, numbers and dates spread as a studio's are, the same in every run. */
import type { Model } from '../../src/model/model.ts'
import { tableOf } from '../../src/server/db/schema.ts'
import type { ColumnDef } from '../../src/server/db/schema-types.ts'
import type { Database } from '../../src/server/types.ts'

const TABLE = 'customer'
const SURNAMES = '王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈樊'
const GIVEN =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红玲飞凤兰文云建国志海峰雪梅婷慧晶莹倩颖琳佳欣怡雨晨浩宇轩泽涵梓诗琪瑶璇'
/** Between one customer and the next, seconds. */
const APART = 30

/** A number in [0, 1) that looks random and is the same for the same row. */
const spread = (factor: number): string => `((n * ${factor}::bigint) % 2147483647 / 2147483647.0)`
const charOf = (chars: string, at: string): string => `substr('${chars}', 1 + floor(${chars.length} * ${at})::int, 1)`
/** Some are met often, most seldom. */
const skewed = (factor: number): string => `power(${spread(factor)}, 2)`
const oneOf = (list: string, factor: number): string =>
  `${list}[1 + floor(cardinality(${list}) * ${spread(factor)})::int]`

const NAME = `${charOf(SURNAMES, skewed(48271))} || ${charOf(GIVEN, skewed(69621))} || case when n % 3 = 0 then '' else ${charOf(GIVEN, spread(16807))} end`
const BEGAN = `timestamptz '2025-01-01 00:00+08'`
const AT = `${BEGAN} + n * interval '${APART} seconds'`

/** What stands in the columns; the others get their default. */
const VALUES: Record<string, string> = {
  customerNo: `'K' || lpad(n::text, 10, '0')`,
  realName: NAME,
  mobile: `'13' || lpad(((n * 7919) % 1000000000)::text, 9, '0')`,
  address: `'幸福路' || (n % 900) || '号' || (n % 37) || '栋'`,
  companyId: 'w.company',
  salesId: oneOf('w.people', 39373),
  orgId: oneOf('w.orgs', 39373),
  createBy: oneOf('w.people', 742938),
  createTime: AT,
  updateTime: AT,
  recordTime: AT,
  recordDate: `(${AT})::date`,
  status: '1 + floor(5 * ' + skewed(950706) + ')::int',
  accountBalance: `floor(500000 * ${spread(1226874)})::bigint`,
  consumeAmount: `floor(2000000 * ${spread(1343714)})::bigint`,
  consumeCount: '(n % 7)::bigint',
  lastConsumeTime: `case when n % 2 = 0 then ${AT} + interval '3 days' end`,
}

const world = `with w as (select (select min("id") from "company") as company,
  (select array_agg("id" order by "id") from "employee" where "companyId" = (select min("id") from "company")) as people,
  (select array_agg("orgId" order by "id") from "employee" where "companyId" = (select min("id") from "company")) as orgs)`

function valueOf({ name, notNull, default: fixed, type }: ColumnDef): string | undefined {
  if (VALUES[name] !== undefined) return VALUES[name]
  if (!notNull || fixed !== undefined) return undefined
  return /\[\]$/.test(type) ? "'{}'" : type === 'text' ? "''" : type === 'boolean' ? 'false' : '0'
}

/** Adds the customers `from` to `to`. Many of them are quicker without indexes, which are then made again. */
export async function addCustomers(db: Database, model: Model, from: number, to: number): Promise<void> {
  const resource = model.resources[TABLE]
  if (!resource) throw new Error(`the product has no ${TABLE}`)
  const table = tableOf(resource, model)
  const columns = table.columns
    .filter((column) => !column.identity)
    .map((column) => [column.name, valueOf(column)] as const)
    .filter(([, value]) => value !== undefined)
  const many = to - from > 50_000
  const indexes = many ? table.indexes : []
  await db.script(
    [
      // References are right by construction; checking them would take longer than writing the rows.
      "set local session_replication_role = replica; set local maintenance_work_mem = '512MB'",
      ...indexes.map((index) => `drop index "${index.name}"`),
      `insert into "${TABLE}" (${columns.map(([name]) => `"${name}"`).join(', ')})
      ${world} select ${columns.map(([, value]) => value).join(', ')} from w, generate_series(${from}::bigint, ${to}::bigint) n`,
      ...indexes.map(
        (index) => `create ${index.unique ? 'unique ' : ''}index "${index.name}" on "${TABLE}"${index.sql}`,
      ),
    ].join(';\n'),
  )
  await db.query(`vacuum (analyze) "${TABLE}"`)
}
