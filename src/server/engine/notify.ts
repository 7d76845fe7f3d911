/** Notifications to a member of staff: stored, counted in the badge, pushed. */
import type { Text } from '../../model/model.ts'
import { publish } from '../push/outbox.ts'
import { PARTS } from '../query/parts.ts'
import type { Unit } from './unit.ts'
import { insert } from './write/insert.ts'

/** What a notification says, what it is about, and what opens it. */
export interface Notice {
  title: string | Text
  content: string | Text
  sourceType: string
  source?: Record<string, unknown>
}

/** Stores a notification and pushes it with the commit. Without a resource that plays the part there are none. */
export async function notify(unit: Unit, receiverId: number, message: Notice): Promise<void> {
  const table = unit.core.catalogue.part('message')
  if (!table) return
  const { title, content, type, source, receiver } = PARTS.message
  const english = (field: string): string | undefined => table.fields.get(field)?.en
  const row = await insert(unit, table, {
    ...inBoth(message.title, title, english(title)),
    ...inBoth(message.content, content, english(content)),
    [type]: message.sourceType,
    [source]: message.source ?? null,
    [receiver]: receiverId,
    ...(unit.actor.companyId === undefined ? await companyOf(unit, receiverId) : {}),
  })
  await publish(unit.tx, [
    {
      to: { people: [receiverId] },
      message: {
        path: '/api/push/message',
        data: {
          id: row.id,
          ...inBoth(message.title, 'title', 'titleEn'),
          ...inBoth(message.content, 'content', 'contentEn'),
          messageSourceType: message.sourceType,
          messageSourceDO: message.source,
        },
      },
    },
  ])
}

/** Work of the system for no company tells people in theirs. */
async function companyOf(unit: Unit, personId: number): Promise<{ companyId?: unknown }> {
  const person = unit.core.catalogue.part('person')
  if (!person?.resource.company) return {}
  const [row] = await unit.tx.query(`select "companyId" from "${person.name}" where "id" = $1`, [personId])
  return { companyId: row?.companyId }
}

/** A sentence under the name of a field; its English form under the name of the matching English field. Text typed by a person has one language. */
function inBoth<Z extends string, E extends string>(
  said: string | Text,
  zh: Z,
  en: E | undefined,
): Record<Z, string> & Partial<Record<E, string>> {
  const both = typeof said === 'string' ? { [zh]: said } : { [zh]: said.zh, ...(en ? { [en]: said.en } : {}) }
  return both as Record<Z, string> & Partial<Record<E, string>>
}
