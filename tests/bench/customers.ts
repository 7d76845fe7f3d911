/** Customers: names, numbers and dates spread as a studio's are. */
import { charOf, oneOf, skewed, spread, type Filling } from './filling.ts'

const SURNAMES = '王李张刘陈杨黄赵周吴徐孙朱马胡郭林何高梁郑罗宋谢唐韩曹许邓萧冯曾程蔡彭潘袁于董余苏叶吕魏蒋田杜丁沈樊'
const GIVEN =
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红玲飞凤兰文云建国志海峰雪梅婷慧晶莹倩颖琳佳欣怡雨晨浩宇轩泽涵梓诗琪瑶璇'
/** Between one customer and the next, seconds. */
const APART = 30

export const NAME = `${charOf(SURNAMES, skewed(1))} || ${charOf(GIVEN, skewed(2))} || case when n % 3 = 0 then '' else ${charOf(GIVEN, spread(3))} end`
const AT = `timestamptz '2025-01-01 00:00+08' + n * interval '${APART} seconds'`

export const CUSTOMERS: Filling = {
  table: 'customer',
  values: {
    customerNo: `'K' || lpad(n::text, 10, '0')`,
    realName: NAME,
    mobile: `'13' || lpad(((n * 7919) % 1000000000)::text, 9, '0')`,
    address: `'幸福路' || (n % 900) || '号' || (n % 37) || '栋'`,
    companyId: 'w.company',
    salesId: oneOf('w.people', 4),
    orgId: oneOf('w.orgs', 4),
    createBy: oneOf('w.people', 5),
    createTime: AT,
    updateTime: AT,
    recordTime: AT,
    recordDate: `(${AT})::date`,
    status: `1 + floor(5 * ${skewed(6)})::int`,
    accountBalance: `floor(500000 * ${spread(7)})::bigint`,
    consumeAmount: `floor(2000000 * ${spread(8)})::bigint`,
    consumeCount: '(n % 7)::bigint',
    lastConsumeTime: `case when n % 2 = 0 then ${AT} + interval '3 days' end`,
  },
}
