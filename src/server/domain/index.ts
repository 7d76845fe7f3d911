/** The hand-written calls, by wire path. What each may rely on is `CallContext`; the guard, scope, audit and push are the engine's. */
import type { Handlers } from '../types.ts'
import { handlers as customer } from './crm/customer.ts'
import { handlers as family } from './crm/family.ts'
import { handlers as merge } from './crm/merge.ts'
import { handlers as track } from './crm/track.ts'
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

export { sessionStore } from './auth/sessions.ts'
export { registerSystemJobs } from './system/nightly.ts'
export { syncBuiltIns, syncDictionaries, syncMenus, syncParameters, syncRoles } from './sync/index.ts'

export const handlers: Handlers = {
  ...bulletin,
  ...company,
  ...customer,
  ...dataAccess,
  ...dict,
  ...employee,
  ...family,
  ...fileTemplate,
  ...giving,
  ...grants,
  ...home,
  ...job,
  ...merge,
  ...messageBoard,
  ...org,
  ...parameter,
  ...pushMessage,
  ...role,
  ...session,
  ...shell,
  ...sms,
  ...track,
  ...uploadFile,
  ...user,
}
