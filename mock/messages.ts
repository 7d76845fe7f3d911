/** Notifications waiting for people, so that the bell has something to say. */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import { HOUR } from '../src/model/zone.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, stream } from '../src/samples/chance.ts'
import type { Seeder, Values } from './seeder.ts'

const SAID = [
  {
    title: '客户预约提醒',
    titleEn: 'A customer is coming',
    content: '您的客户预约了明天的到店咨询，请提前准备样片。',
    contentEn: 'Your customer comes for advice tomorrow; please have the samples ready.',
  },
  {
    title: '跟进到期',
    titleEn: 'Follow-up is due',
    content: '有客户今天需要跟进，请及时联系。',
    contentEn: 'A customer is to be followed up today; please get in touch.',
  },
  {
    title: '新公告',
    titleEn: 'New bulletin',
    content: '总经办发布了新公告，请查看。',
    contentEn: 'The general office has published a bulletin; please read it.',
  },
  {
    title: '客户分配',
    titleEn: 'A customer is yours',
    content: '有新的客户分配给您。',
    contentEn: 'A new customer was assigned to you.',
  },
] as const

/** Unread notifications of the fixed people (the telemarketer has more than a badge can show). */
const UNREAD: Record<string, number> = { 管理员: 7, 林静: 103, 孙晓梅: 12, 周雨桐: 5 }

export async function seedMessages(s: Seeder, org: Organisation, share: number, values: Values): Promise<void> {
  const random = stream(`message:${org.companyId}`)
  const source = values('message_source', 'bulletin')
  const row = (receiverId: number, age: number, isRead: DictionaryValues['is_read']) => ({
    ...pick(random, SAID),
    messageSourceType: source,
    receiverId,
    isRead: values('is_read', isRead),
    ...(isRead === 'read' ? { readTime: s.now - (age - 1) * HOUR } : {}),
    at: s.now - age * HOUR,
  })
  const unread = Object.entries(UNREAD).flatMap(([name, count]) =>
    org.employees[name] ? Array.from({ length: count }, (_, i) => row(org.employees[name]!, i + 1, 'unread')) : [],
  )
  const read = Array.from({ length: Math.round(200 * Math.min(share, 1)) }, () =>
    row(pick(random, Object.values(org.employees)), between(random, 24, 90 * 24), 'read'),
  )
  for (const { at, ...values } of [...unread, ...read].sort((a, b) => a.at - b.at))
    await s.at(at).add('pushMessage', values)
}
