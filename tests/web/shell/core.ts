import type { WebCore, UserInfo, WebRoute } from '../../../src/model/web.ts'
import { USUAL_LOCAL } from '../../../src/model/local.ts'

/** A small product for the tests of the shell. */
const route = (path: string, rest: Partial<WebRoute>): WebRoute => ({
  route: path,
  label: { zh: path, en: path },
  order: 10,
  menu: true,
  cache: true,
  tab: true,
  pinned: false,
  shell: true,
  params: [],
  part: 'shell',
  view: 'list',
  ...rest,
})

/** Home, a group of two screens and a record, open pages, one for staff, one for customers. */
export const core: WebCore = {
  hash: 'h',
  app: {
    name: { zh: '产品', en: 'Product' },
    languages: { available: ['zh', 'en'], default: 'en' },
    theme: { accent: '#409EFF', density: 'small' },
    home: '/home',
    timezone: 'Asia/Shanghai',
    storage: { token: 'a-token', sidebar: 'a-sidebar', language: 'a-language' },
    limits: {
      request: 180000,
      upload: 5,
      lookupDelay: 500,
      switchLogout: 1500,
      dialogClose: 1000,
      pushRetries: 10,
      badge: 99,
      page: 10,
      pageMax: 200,
      treeWidth: 300,
    },
    links: {},
    maskedCode: 'showMobile',
    ...USUAL_LOCAL,
    settings: [],
    pages: {},
    typeCalls: {},
    engineCalls: {
      user: { path: 'index/init' },
      buttons: { path: 'index/init_page_btn' },
      signOut: { path: 'system/logout' },
    },
    messageRoutes: {
      parcel: {
        route: '/post/parcel',
        params: ['id'],
        else: [
          { route: '/post/letters', params: [] },
          { route: '/post/parcels', params: ['id'] },
        ],
      },
      gone: { route: '/gone', params: [], else: [] },
    },
  } as unknown as WebCore['app'],
  groups: { '/post': { path: '/post', label: { zh: '邮件', en: 'Post' }, icon: 'truck', order: 20, with: {} } },
  routes: [
    route('/home', { code: 'home', label: { zh: '首页', en: 'Home' }, pinned: true, view: 'stat' }),
    route('/post/letters', { code: 'post-001', group: '/post', order: 1, label: { zh: '信件', en: 'Letters' } }),
    route('/post/parcels', { code: 'post-002', group: '/post', order: 2, label: { zh: '包裹', en: 'Parcels' } }),
    route('/post/parcel', {
      code: 'post-003',
      group: '/post',
      order: 3,
      label: { zh: '包裹详情', en: 'Parcel' },
      menu: false,
      view: 'detail',
      params: [{ name: 'id', required: true }],
    }),
    route('/password', { access: { staff: 'own password' }, order: 90, label: { zh: '修改密码', en: 'Password' } }),
    route('/letterbox', { code: 'post-004', guest: 'signInFirst' }),
    route('/login', { access: { anyone: 'signing in' }, shell: false, menu: false, view: 'page' }),
    route('/404', { access: { anyone: 'says so' }, shell: false, menu: false, view: 'page' }),
    route('/player', { access: { anyone: 'shared link' }, shell: false, menu: false, view: 'player' }),
    route('/own/photos', { access: { client: 'own photos' }, shell: false, menu: false, view: 'gallery' }),
    route('/album', { access: { client: 'own photos' }, shell: false, menu: false, view: 'gallery' }),
    route('/icons', { access: { anyone: 'no data' }, menu: false, view: 'page' }),
  ],
  search: [],
}

type Menu = UserInfo['menus'][number]

/** A menu as `index/init` answers it. */
export const menu = (code: string, rest: Partial<Menu> = {}): Menu => ({
  id: 1,
  code,
  name: '',
  sortNum: 1,
  isVisible: 1,
  ...rest,
})
