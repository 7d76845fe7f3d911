/** Saved views of lists: a person's own, those shared with the role at hand, and those a link leads to. */
import { randomBytes } from 'node:crypto'
import { addedTo, droppedText, fitted, furtherColumns, listOf } from '../../../model/listViews.ts'
import type { Call, CallContext, Handler, Handlers, Row } from '../call.ts'
import { refuseUnknown } from '../refusals.ts'
import { holds, screenOf } from './screens.ts'

/** The most views of a person. */
const MOST = 200
/** Random bytes in the id that links carry: nobody comes upon a view by counting. */
const LINK_BYTES = 12

const UNKNOWN_SCREEN = {
  zh: '没有这个页面，或没有查看它的权限',
  en: 'There is no such screen, or it is not yours to see',
}
const NOT_OWN = { zh: '只能修改自己的视图', en: 'Only your own views can be changed' }
const NOT_SHARED = { zh: '没有共享视图的权限', en: 'You are not permitted to share views' }
const TOO_MANY = { zh: `最多保存 ${MOST} 个视图`, en: `At most ${MOST} views can be saved` }

const isOwn = (c: CallContext, view: Row<'savedView'>): boolean => view.createBy === personOf(c)

function personOf(c: CallContext): number {
  return c.actor.employeeId ?? c.refuse(undefined, { zh: '请以员工身份登录', en: 'Sign in as a member of staff' })
}

/** The person, locked: what one does twice at the same time is done one after the other. */
async function lockedPerson(c: CallContext): Promise<number> {
  const me = personOf(c)
  await c.find('employee', me, { lock: true })
  return me
}

const mayShare = (c: CallContext): boolean => holds(c, c.model.app.shareCode ?? '')

async function usualIds(c: CallContext): Promise<Set<number>> {
  const mine = await c.select('usualView', { createBy: personOf(c) })
  return new Set(mine.map((one) => one.viewId))
}

const told = (c: CallContext, view: Row<'savedView'>, usual: ReadonlySet<number>) => ({
  link: view.link,
  name: view.name,
  screen: view.screen,
  part: view.part ?? '',
  state: view.state,
  roleIds: view.roleIds,
  own: isOwn(c, view),
  usual: usual.has(view.id),
})

/** The views that are shared with the role at hand. */
async function sharedIds(c: CallContext): Promise<number[]> {
  const rows = await c.tx.query<{ id: number }>(
    `select "id" from "savedView" where $1 = any("roleIds") and "companyId" = $2 and not "isDel"`,
    [c.actor.roleId ?? null, c.actor.companyId ?? null],
  )
  return rows.map(({ id }) => id)
}

/** Own views before shared ones, each in the order in which they were made; of screens that one may open. */
const mine: Handler<'savedView/mine'> = async (c) => {
  const own = await c.select('savedView', { createBy: personOf(c) })
  const shared = (await c.select('savedView', { id: await sharedIds(c) })).filter((view) => !isOwn(c, view))
  const usual = await usualIds(c)
  return [...own, ...shared].filter((view) => screenOf(c, view.screen)).map((view) => told(c, view, usual))
}

async function byLink(c: CallContext, link: string): Promise<Row<'savedView'>> {
  const [view] = await c.select('savedView', { link }, { limit: 1 })
  return view ?? refuseUnknown(c, 'link')
}

/** Whoever has a link to a view, and may open its screen, sees the list as it was saved. */
const open: Handler<'savedView/open'> = async (c) => {
  const view = await byLink(c, c.input.link)
  if (!screenOf(c, view.screen)) return refuseUnknown(c, 'link')
  return told(c, view, await usualIds(c))
}

/** A view by its name: the same name of the same list is the same view. */
const save: Handler<'savedView/save'> = async (c) => {
  const { name, screen: route, part = '', state, roleIds } = c.input
  const screen = screenOf(c, route) ?? c.refuse('screen', UNKNOWN_SCREEN)
  const list = listOf(screen, part ?? '') ?? c.refuse('part', UNKNOWN_SCREEN)
  const { state: good, dropped } = fitted(
    { view: list, further: addedTo(list, furtherColumns(c.model.resources[list.resource]!)) },
    state,
    c.model.dictionaries,
    c.model.app.timezone,
  )
  const own = await c.select('savedView', { createBy: await lockedPerson(c) })
  const old = own.find((one) => one.name === name && one.screen === route && (one.part ?? '') === (part ?? ''))
  const shared = roleIds ?? old?.roleIds ?? []
  if (shared.some((id) => !old?.roleIds.includes(id)) && !mayShare(c)) c.refuse('roleIds', NOT_SHARED)
  if (!old && own.length >= MOST) c.refuse('name', TOO_MANY)
  const values = { state: good, roleIds: shared }
  const saved = old
    ? await c.update('savedView', old, values)
    : await c.insert('savedView', { ...values, name, screen: route, part, link: newLink() })
  if (dropped.length > 0) c.answer({ msg: droppedText(dropped)[c.actor.lang] })
  return told(c, saved, await usualIds(c))
}

const newLink = (): string => randomBytes(LINK_BYTES).toString('base64url')

async function ownByLink(c: Call<'savedView/drop'>): Promise<Row<'savedView'>> {
  const view = await byLink(c, c.input.link)
  return isOwn(c, view) ? view : c.refuse('link', NOT_OWN)
}

const drop: Handler<'savedView/drop'> = async (c) => {
  const view = await ownByLink(c)
  for (const one of await c.select('usualView', { viewId: view.id })) await c.remove('usualView', one)
  await c.remove('savedView', view)
  return null
}

/** One view a list is the usual one of a person. */
const usual: Handler<'savedView/usual'> = async (c) => {
  const view = await byLink(c, c.input.link)
  if (!screenOf(c, view.screen)) return refuseUnknown(c, 'link')
  for (const one of await c.select('usualView', { createBy: await lockedPerson(c) })) {
    const other = await c.ref(one, 'view')
    const same = other?.screen === view.screen && (other.part ?? '') === (view.part ?? '')
    if (!other || same) await c.remove('usualView', one)
  }
  if (c.input.usual) await c.insert('usualView', { viewId: view.id })
  return null
}

const roles: Handler<'savedView/roles'> = async (c) => {
  if (!mayShare(c)) c.refuse(undefined, NOT_SHARED)
  const offered = await c.select('role', { status: 'enabled' })
  return offered.map(({ id, name, nameEn }) => ({ id, name: c.actor.lang === 'en' ? (nameEn ?? name) : name }))
}

export const handlers: Handlers = {
  'savedView/mine': mine,
  'savedView/open': open,
  'savedView/save': save,
  'savedView/drop': drop,
  'savedView/usual': usual,
  'savedView/roles': roles,
}
