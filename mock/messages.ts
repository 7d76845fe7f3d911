/** Notifications waiting for people, so that the bell has something to say. */
import type { DictionaryValues } from '../src/generated/dictionaries.ts'
import { HOUR } from '../src/model/zone.ts'
import type { Organisation } from './organisation.ts'
import { between, pick, stream } from '../src/samples/chance.ts'
import type { Seeder, Values } from './seeder.ts'

/** What the general office says to everybody; each opens the bulletins. */
const SAID = [
  {
    title: '全员例会',
    titleEn: 'Staff meeting',
    content: '本周六 9:00 在总店开全员例会，请准时参加。',
    contentEn: 'All staff meet at the main studio on Saturday at 9:00.',
  },
  {
    title: '新主题上架',
    titleEn: 'New themes',
    content: '新一季拍摄主题已上架，请了解样片后再向客户介绍。',
    contentEn: 'The themes of the new season are in the catalogue; please look at their samples first.',
  },
  {
    title: '新公告',
    titleEn: 'New bulletin',
    content: '总经办发布了新公告，请查看。',
    contentEn: 'The general office has published a bulletin; please read it.',
  },
  {
    title: '排班公布',
    titleEn: 'Rosters are out',
    content: '下月排班已公布，如有冲突请尽快告知店长。',
    contentEn: 'The rosters of next month are out; please tell your manager of clashes soon.',
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
