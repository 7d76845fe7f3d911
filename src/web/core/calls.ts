/** The calls the shell itself makes (rules 6.7); screens name theirs in the model. */
export const CALLS = {
  checkLogin: 'system/checkLogin',
  login: 'system/login',
  wxLogin: 'system/wxLogin',
  logout: 'system/logout',
  sendCode: 'system/verifiCode',
  sendWxCode: 'wx/sendCode',
  init: 'index/init',
  buttons: 'index/init_page_btn',
  switchRole: 'role/switchUserCompanyAndRole',
  companies: 'company/held',
  roles: 'role/query',
  messages: 'pushMessage/queryAccpetMessage',
  unread: 'pushMessage/queryIsReadSum',
  markRead: 'pushMessage/updateIsRead',
} as const
