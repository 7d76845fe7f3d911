/** Follow-ups (rules 1.4): what was said moves the thing it was said about (rules 2.4–2.6). */
import { DAY } from '../../../model/zone.ts'
import type { CallContext, Handler, Handlers, Row } from '../legacy.ts'

/** What may be followed up, by value of `track_target`; `first`: the move the first follow-up makes. */
const TARGETS: Record<string, { resource: string; first?: { move: string; field: string; from: string; to: string } }> =
  {
    clue: { resource: 'analysis', first: { move: 'follow', field: 'analysisStatus', from: 'new', to: 'following' } },
    chance: { resource: 'chance' },
    lead: {
      resource: 'lead',
      first: { move: 'follow', field: 'followStatus', from: 'notFollowedUp', to: 'followingUp' },
    },
    customer: { resource: 'customer', first: { move: 'interest', field: 'status', from: 'potential', to: 'intended' } },
    clubLead: { resource: 'clubLead' },
  }
const CUSTOMER = 'customer'
/** Values of `track_result` that show intent: interested, appointment made. A customer moves by these only. */
const INTENT = ['interested', 'appointmentMade']

/** What a follow-up is about, locked; only what the person may see. */
async function about(c: CallContext, type: unknown, id: unknown): Promise<{ row: Row; resource: string }> {
  const kind = TARGETS[String(type)]
  const row =
    kind &&
    ((await c.seen(kind.resource, Number(id), { lock: true })) ?? (await entrusted(c, kind.resource, Number(id))))
  return row
    ? { row, resource: kind.resource }
    : c.refuse('targetId', { zh: '跟进对象不存在', en: 'What is to be followed up does not exist' })
}

/** What another has in hand and this person follows up for a while. */
async function entrusted(c: CallContext, resource: string, id: number): Promise<Row | undefined> {
  const row = c.model.resources[resource]?.fields.entrustId ? await c.find(resource, id, { lock: true }) : undefined
  if (!row || c.actor.employeeId === undefined || row.entrustId !== c.actor.employeeId) return undefined
  return typeof row.entrustUntil === 'number' && row.entrustUntil + DAY <= c.now ? undefined : row
}

const add: Handler = async (c) => {
  const { targetType, targetId } = c.input
  const { row, resource } = await about(c, targetType, targetId)
  const added = await c.standard()
  await advance(c, resource, await c.update(resource, row, noted(c, resource, row)))
  return added
}

/** When it was last followed up, how often, and when next: where the record keeps that. */
function noted(c: CallContext, resource: string, row: Row): Record<string, unknown> {
  const fields = c.model.resources[resource]?.fields ?? {}
  const values = {
    lastTrackTime: c.now,
    trackCount: Number(row.trackCount ?? 0) + 1,
    ...(c.input.nextTrackDate ? { nextTrackDate: c.input.nextTrackDate } : {}),
    ...(c.input.level ? { level: c.input.level } : {}),
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.column))
}

/** The first follow-up begins the work; a customer must have shown intent. */
async function advance(c: CallContext, resource: string, row: Row): Promise<void> {
  const type = String(c.input.targetType)
  const first = TARGETS[type]?.first
  if (!first || row[first.field] !== first.from) return
  if (type === CUSTOMER && !INTENT.includes(String(c.input.result ?? INTENT[0]))) return
  const declared = c.model.resources[resource]?.machines.some(
    (machine) => machine.field === first.field && machine.moves.some(({ name }) => name === first.move),
  )
  if (declared) await c.move(resource, row, first.move)
  else await c.update(resource, row, { [first.field]: first.to })
}

export const handlers: Handlers = { 'track/add': add }
