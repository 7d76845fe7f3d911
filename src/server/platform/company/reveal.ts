/** A masked number is told to whoever may call it: one at a time, and the log remembers who asked (I-54). */
import { isNested } from '../../../model/fields.ts'
import { recordsOf } from '../../../model/views.ts'
import { refuse } from '../../errors.ts'
import type { Call, FieldOf, Handler, Handlers, ResourceName } from '../call.ts'
import { holds } from './screens.ts'

const PATH = 'operatelogs/reveal'

/** Whether a person holds the code on a screen where records of this kind stand. */
function mayAsk(c: Call<'operatelogs/reveal'>, resource: ResourceName): boolean {
  const { app, screens, resources } = c.model
  return Object.values(screens).some(
    ({ code, view }) =>
      code !== undefined &&
      holds(c, `${code}.${app.revealCode ?? ''}`) &&
      recordsOf(view, resources).includes(resource),
  )
}

const isStored = (c: Call<'operatelogs/reveal'>, name: string): name is ResourceName =>
  Object.hasOwn(c.model.resources, name) && !c.model.resources[name]?.virtual

const reveal: Handler<'operatelogs/reveal'> = async (c) => {
  const { entity, entityId, field } = c.input
  if (!isStored(c, entity)) return refuse('notFound', { field: 'entity' })
  const { label, fields, title } = c.model.resources[entity]!
  const asked = fields[field]
  if (!asked?.masked || isNested(asked)) return refuse('notFound', { field: 'field' })
  if (!mayAsk(c, entity)) return refuse('forbidden')
  const row: Record<string, unknown> = await c.must(entity, entityId, 'entityId')
  const value = await c.whole(entity, entityId, field as FieldOf<typeof entity>)
  const name = typeof row[title] === 'string' ? row[title] : entityId
  const { realName, mobile, ip } = c.actor
  await c.insert('operateLog', {
    realname: realName ?? null,
    mobile: mobile ?? null,
    ip: ip ?? null,
    module: label.zh,
    moduleEn: label.en,
    call: 'reveal',
    event: c.model.calls[PATH]?.label.zh ?? null,
    eventEn: c.model.calls[PATH]?.label.en ?? null,
    message: `查看${asked.label.zh}：${label.zh}「${name}」`,
    messageEn: `${asked.label.en} shown: ${label.en} “${name}”`,
    entity,
    entityId,
  })
  return { value: typeof value === 'string' ? value : null }
}

export const handlers: Handlers = { 'operatelogs/reveal': reveal }
