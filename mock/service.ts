/** What customers called about, and what was said to them. */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import { DAY, HOUR } from '../src/model/zone.ts'
import type { Counter } from './counter.ts'
import type { Row, Seeder } from './seeder.ts'

interface Said {
  kind: DictionaryValues['service_kind']
  content: string
  /** What was answered; absent: it is still open, or somebody is on it. */
  result?: string
  taken?: true
}

/** The newest first. */
const SAID: readonly Said[] = [
  { kind: 'consult', content: '询问拍摄当天是否需要自带宝宝玩具' },
  { kind: 'urge', content: '想知道精修什么时候能看，家里老人着急' },
  { kind: 'complaint', content: '预约时间改了两次，要求给个说法' },
  { kind: 'consult', content: '外景下雨怎么办，能不能改到棚内' },
  { kind: 'afterSale', content: '相册第三页有折痕，希望重做', taken: true },
  { kind: 'urge', content: '相框已经两周没有收到', taken: true },
  { kind: 'consult', content: '能不能加一套亲子服装', taken: true },
  { kind: 'praise', content: '摄影师很有耐心，宝宝全程没有哭', result: '已转告摄影组，并在早会上表扬' },
  { kind: 'consult', content: '选片时能不能带姥姥一起来', result: '可以，选片室最多坐四位' },
  { kind: 'complaint', content: '到店后等了四十分钟才开始拍', result: '已致歉，补送精修一张' },
  { kind: 'afterSale', content: '水晶相框边角有磕碰', result: '已重新制作，快递寄出' },
  { kind: 'urge', content: '催 MV 制作进度', result: '已完成并发给客户' },
]

/** Records of the calls about orders of the last days. */
export async function seedService({ approver, org, values }: Counter, s: Seeder): Promise<void> {
  const clerk = s.as(org.byPosition.摄控专员?.[0] ?? approver)
  const orders: Row<'workOrder'>[] = await clerk.call('workOrder/query', { pageNO: 1, pageRows: SAID.length })
  for (const [at, { kind, content, result, taken }] of SAID.slice(0, orders.length).entries()) {
    const { id: workOrderId, customerId } = orders[at]!
    if (!customerId) continue
    const day = clerk.at(s.now - (at * DAY) / 4 - HOUR)
    const id = await day.add('serviceRecord', {
      workOrderId,
      customerId,
      serviceKind: values('service_kind', kind),
      content,
    })
    if (taken || result) await day.at(day.now + HOUR / 4).call('serviceRecord/handle', { id })
    if (result) await day.at(day.now + HOUR / 2).call('serviceRecord/close', { id, result })
  }
}
