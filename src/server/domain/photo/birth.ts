/** Photos of the newborn: noted down for a lead, taken in, sent to the mother (rules 1.4). */
import type { CallContext, Handler, Handlers, Row } from '../../platform/call.ts'

/** The folder of a newborn's photos, locked; made with what is noted down of them when the first one comes. */
export async function birthFolder(c: CallContext, lead: Row<'lead'>): Promise<Row<'photoFolder'>> {
  const [found] = await c.select('photoFolder', { leadId: lead.id }, { lock: true })
  const folder =
    found ??
    (await c.insert('photoFolder', {
      ...{ leadId: lead.id, folderName: lead.motherName, photoStage: 'raw' },
      orgId: lead.fllowOrgId ?? lead.collectorOrgId ?? c.actor.orgId,
    }))
  const [noted] = await c.select('birthPhoto', { leadId: lead.id }, { lock: true })
  if (!noted)
    await c.insert('birthPhoto', {
      ...{ leadId: lead.id, folderId: folder.id, shotBy: c.actor.employeeId, shotTime: c.now },
    })
  else if (noted.folderId !== folder.id) await c.update('birthPhoto', noted, { folderId: folder.id })
  if (!lead.isPhoto) await c.update('lead', lead, { isPhoto: true })
  return folder
}

/** The photos of a newborn. */
export async function birthPhotosOf(c: CallContext, { id: leadId }: Row<'lead'>): Promise<Row<'photo'>[]> {
  const folders = await c.select('photoFolder', { leadId })
  return c.select('photo', { folderId: folders.map(({ id }) => id) })
}

/** Tells the mothers that the photos are there. */
const send: Handler<'birthPhoto/send'> = async (c) => {
  const done = await c.standard()
  await c.call('leadMsg/sendMsg', { leadIds: c.rows.map(({ leadId }) => leadId), templateId: c.input.templateId })
  return done
}

export const handlers: Handlers = { 'birthPhoto/send': send }
