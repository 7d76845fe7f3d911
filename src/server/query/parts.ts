/**
 * The resources the engine itself leans on. A product names them under `records` of `app.json`; the engine
 * knows them only by the part they play and by the fields listed here. A part that a product lacks is a
 * feature it does not have (no `log`: nothing is audited; no `grant`: no role reaches anything).
 */
export const PARTS = {
  /** A member of staff: `realName`, `mobile`, and the department in `orgId`. */
  person: { org: 'orgId' },
  /** What a person signs in by, while it is in use (1). */
  account: { person: 'employeeId', status: 'status' },
  /** A role that an account holds. */
  membership: { account: 'userId', role: 'roleId', company: 'corpId' },
  /** A department: `path` lists it and those above it (`/1/4/9/`). */
  department: { path: 'path' },
  /** A screen that may be granted: its permission code. */
  menu: { code: 'code' },
  /** A button of a screen: its code, and whether it is enabled (1). */
  button: { menu: 'menuId', code: 'code', status: 'status' },
  /** What a role is granted: a menu, and buttons of it. */
  grant: { role: 'roleId', menu: 'menuId', buttons: 'btnIds' },
  /** Whose rows of a module a role sees. */
  dataRule: { role: 'roleId', module: 'moduleCode', level: 'level', orgs: 'orgIds', showMasked: 'showMobile' },
  /**
   * The audit log: `realname mobile module event message entity entityId before after ip`. It may have `call`, `act` (the
   * entry of what the call was about) and `records` (how many entries belong to it).
   */
  log: { entity: 'entity', entityId: 'entityId', changes: ['before', 'after'], act: 'actId', records: 'records' },
  /** Business settings of a company: code and value as text. */
  setting: { code: 'code', value: 'value' },
  /** A notification to a member of staff. */
  message: {
    title: 'title',
    content: 'content',
    type: 'messageSourceType',
    source: 'messageSourceDO',
    receiver: 'receiverId',
  },
  /** A change of hands of a record: from whom to whom, how, and why. `target` points at the records of any kind that has one. */
  assignment: {
    target: 'targetId',
    from: 'fromEmployeeId',
    to: 'toEmployeeId',
    fromOrg: 'fromOrgId',
    toOrg: 'toOrgId',
    mode: 'allocMode',
    reason: 'reason',
  },
  /** A customer, for those who sign in as one. */
  customer: {},
  /** A link by which a customer came: it names the records that are seen by it. */
  link: {},
  role: { status: 'status' },
  company: {},
  file: {},
  duty: {},
} as const

/** Wire values of the dictionary of data levels (rules 1.1). */
export const LEVEL = { self: 1, department: 2, below: 3, company: 4, all: 5, chosen: 6 } as const
export type Level = (typeof LEVEL)[keyof typeof LEVEL]
