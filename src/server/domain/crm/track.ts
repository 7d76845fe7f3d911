/** Follow-ups (domain E036): what was said moves the thing it was said about (§ 2.4–§ 2.6). */
import type { CallContext, Handler, Handlers, Row } from '../../types.ts'
import { target, targets } from '../rows.ts'

/** What may be followed up, by wire value of `track_target`; `name`: the field people know it by, `first`: the move the first follow-up makes. */
const TARGETS: Record<number, { resource: string; name: string; first?: { field: string; from: number; to: number } }> = {
  1: { resource: 'analysis', name: 'realName', first: { field: 'analysisStatus', from: 1, to: 2 } },
  2: { resource: 'chance', name: 'realName' },
  3: { resource: 'lead', name: 'motherName', first: { field: 'followStatus', from: 1, to: 2 } },
  4: { resource: 'customer', name: 'realName' },
  5: { resource: 'clubLead', name: 'realName' },
}
const CUSTOMER = 4
/** Wire values of `track_result` that show intent: interested, appointment made. */
const INTENT = [1, 3]
/** Wire values of `customer_status`. */
const STATUS = { potential: 1, intended: 2 } as const

/** What a follow-up is about, locked; only what the person may see. */
async function about(c: CallContext, type: unknown, id: unknown): Promise<{ row: Row; resource: string }> {
  const kind = TARGETS[Number(type)]
  const row = kind && (await c.find(kind.resource, Number(id), { lock: true }))
  return row ? { row, resource: kind.resource } : c.refuse('targetId', { zh: '跟进对象不存在', en: 'What is to be followed up does not exist' })
}

const add: Handler = async (c) => {
  const { targetType, targetId } = c.input
  const { row, resource } = await about(c, targetType, targetId)
  const kind = TARGETS[Number(targetType)] as (typeof TARGETS)[number]
  const added = await c.standard({ targetName: row[kind.name] })
  await c.update(resource, row, { ...noted(c, resource, row, 1), ...began(kind, row), ...grown(c, resource, row) })
  return added
}

/** When it was last followed up, how often, and when next: where the record keeps that. */
function noted(c: CallContext, resource: string, row: Row, more: 1 | -1): Record<string, unknown> {
  const fields = c.model.resources[resource]?.fields ?? {}
  const values = {
    ...(more === 1 ? { lastTrackTime: c.now } : {}),
    trackCount: Math.max(0, Number(row.trackCount ?? 0) + more),
    ...(c.input.nextTrackDate ? { nextTrackDate: c.input.nextTrackDate } : {}),
    ...(c.input.level ? { level: c.input.level } : {}),
  }
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.column))
}

function began({ first }: (typeof TARGETS)[number], row: Row): Record<string, unknown> {
  return first && row[first.field] === first.from ? { [first.field]: first.to } : {}
}

/** A customer who shows intent is no longer only a possibility. */
function grown(c: CallContext, resource: string, row: Row): Record<string, unknown> {
  const intends = resource === TARGETS[CUSTOMER]?.resource && row.status === STATUS.potential && INTENT.includes(Number(c.input.result ?? 1))
  return intends ? { status: STATUS.intended } : {}
}

/** Only its author, within a day: the schema's guard says so. The date it named is moved along. */
const edit: Handler = async (c) => {
  const track = target(c)
  const answer = await c.standard()
  if (!c.input.nextTrackDate || c.input.nextTrackDate === track.nextTrackDate) return answer
  const { row, resource } = await about(c, track.targetType, track.targetId)
  if (row.nextTrackDate === track.nextTrackDate) await c.update(resource, row, { nextTrackDate: c.input.nextTrackDate })
  return answer
}

const del: Handler = async (c) => {
  const tracks = targets(c)
  const answer = await c.standard()
  for (const track of tracks) {
    const { row, resource } = await about(c, track.targetType, track.targetId)
    await c.update(resource, row, { trackCount: Math.max(0, Number(row.trackCount ?? 0) - 1) })
  }
  return answer
}

export const handlers: Handlers = { 'track/add': add, 'track/edit': edit, 'track/del': del }
