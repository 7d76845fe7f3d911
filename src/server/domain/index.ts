/** The hand-written calls, by wire path. What each may rely on is `CallContext`; the guard, scope, audit and push are the engine's. */
import type { Handlers } from '../types.ts'
import { handlers as bill } from './cash/bill.ts'
import { handlers as correct } from './cash/correct.ts'
import { handlers as duty } from './cash/duty.ts'
import { handlers as pay } from './cash/pay.ts'
import { handlers as receipt } from './cash/receipt.ts'
import { handlers as statement } from './cash/statement.ts'
import { handlers as folder } from './catalogue/folder.ts'
import { handlers as offers } from './catalogue/offers.ts'
import { handlers as photoPackage } from './catalogue/photoPackage.ts'
import { handlers as priceSystem } from './catalogue/priceSystem.ts'
import { handlers as saleCityPrice } from './catalogue/saleCityPrice.ts'
import { handlers as channel } from './channel/channel.ts'
import { handlers as chance } from './crm/chance.ts'
import { handlers as clue } from './crm/clue.ts'
import { handlers as customer } from './crm/customer.ts'
import { handlers as family } from './crm/family.ts'
import { handlers as lead } from './crm/lead.ts'
import { handlers as leadAuto } from './crm/leadAuto.ts'
import { handlers as leadHands } from './crm/leadHands.ts'
import { handlers as leadStats } from './crm/leadStats.ts'
import { handlers as merge } from './crm/merge.ts'
import { handlers as recycle } from './crm/recycle.ts'
import { handlers as track } from './crm/track.ts'
import { handlers as assistant } from './resource/assistant.ts'
import { handlers as filePss } from './resource/filePss.ts'
import { handlers as addOn } from './order/addOn.ts'
import { handlers as cancelOrder } from './order/cancel.ts'
import { handlers as editOrder } from './order/edit.ts'
import { handlers as makeOrder } from './order/add.ts'
import { handlers as refund } from './order/refund.ts'
import { handlers as upgrade } from './order/upgrade.ts'
import { handlers as award } from './referral/award.ts'
import { handlers as recommend } from './referral/recommend.ts'
import { handlers as bulletin } from './system/bulletin.ts'
import { handlers as company } from './system/company.ts'
import { handlers as dataAccess } from './system/dataAccess.ts'
import { handlers as dict } from './system/dict.ts'
import { handlers as employee } from './system/employee.ts'
import { handlers as fileTemplate } from './system/fileTemplate.ts'
import { handlers as giving } from './system/giving.ts'
import { handlers as grants } from './system/grants.ts'
import { handlers as home } from './system/home.ts'
import { handlers as job } from './system/job.ts'
import { handlers as messageBoard } from './system/messageBoard.ts'
import { handlers as org } from './system/org.ts'
import { handlers as parameter } from './system/parameter.ts'
import { handlers as pushMessage } from './system/pushMessage.ts'
import { handlers as role } from './system/role.ts'
import { handlers as session } from './system/session.ts'
import { handlers as shell } from './system/shell.ts'
import { handlers as sms } from './system/sms.ts'
import { handlers as uploadFile } from './system/uploadFile.ts'
import { handlers as user } from './system/user.ts'
import { handlers as expiry } from './vip/expiry.ts'
import { handlers as freeze } from './vip/freeze.ts'
import { handlers as recharge } from './vip/recharge.ts'

export { sessionStore } from './auth/sessions.ts'
export { countSales } from './channel/channel.ts'
export { registerNightlyCalls, registerSystemJobs } from './system/nightly.ts'
export { syncBuiltIns, syncChanges, syncDictionaries, syncMenus, syncParameters, syncRoles } from './sync/index.ts'

export const handlers: Handlers = {
  ...addOn,
  ...bill,
  ...cancelOrder,
  ...chance,
  ...channel,
  ...clue,
  ...correct,
  ...duty,
  ...editOrder,
  ...makeOrder,
  ...pay,
  ...receipt,
  ...freeze,
  ...recharge,
  ...recycle,
  ...refund,
  ...statement,
  ...upgrade,
  ...assistant,
  ...award,
  ...bulletin,
  ...company,
  ...customer,
  ...dataAccess,
  ...dict,
  ...employee,
  ...expiry,
  ...family,
  ...filePss,
  ...fileTemplate,
  ...giving,
  ...folder,
  ...grants,
  ...home,
  ...job,
  ...lead,
  ...leadAuto,
  ...leadHands,
  ...leadStats,
  ...merge,
  ...messageBoard,
  ...offers,
  ...org,
  ...parameter,
  ...photoPackage,
  ...priceSystem,
  ...pushMessage,
  ...recommend,
  ...role,
  ...saleCityPrice,
  ...session,
  ...shell,
  ...sms,
  ...track,
  ...uploadFile,
  ...user,
}
