/**
 * The model in the form for the browser: a small core with the shell, and one part a menu group, loaded when
 * the group is first opened. Served as `/model/core.json` and `/model/<part>.json` with the model's hash.
 */
import type {
  AppModel,
  CallModel,
  ColumnModel,
  DictionaryModel,
  FieldModel,
  GroupModel,
  Model,
  RuleModel,
  ScreenModel,
  Text,
  UniqueModel,
} from './model.ts'

/** A route as the shell knows it, before its part is loaded. `page`: name of the hand-written page, so that it needs no part. `was`: former routes. */
export type WebRoute = Omit<ScreenModel, 'view' | 'permits' | 'was'> & {
  part: string
  view: ScreenModel['view']['view']
  page?: string
  /** The resource whose record the screen shows, by `id`. */
  shows?: string
  was?: string[]
}

export interface WebCore {
  hash: string
  app: AppModel
  groups: Record<string, GroupModel>
  routes: WebRoute[]
  /** Resources a person may search from everywhere, with the screen that shows one, or lists it by its name under `by`. */
  search: { resource: string; label: Text; call: string; open: string; by?: string; code?: string }[]
  /** Development: screens can be changed by pointing at them (docs/EDITING.md). */
  editing?: true
}

/** The browser's part of a resource. */
export interface WebResource {
  name: string
  label: Text
  title: string
  facts: string[]
  /** How a record stands and whose it is: the fields of its states and its owner. */
  standing: string[]
  /** Numbers that are computed or counted. */
  worked: string[]
  key: string
  tree?: { parent: string; depth: number }
  /** Fields named by title, facts and conditions; forms and columns carry their own. */
  fields: Record<string, FieldModel>
  /** Fields of other records that title and facts name, by their paths. */
  along?: Record<string, FieldModel>
  rules: RuleModel[]
  unique: UniqueModel[]
  /** Columns that a person may add to its lists, where one of them stands in the part. */
  further?: ColumnModel[]
}

/** The screens of one group with everything they name. */
export interface WebPart {
  screens: Record<string, ScreenModel>
  calls: Record<string, CallModel>
  resources: Record<string, WebResource>
  dictionaries: Record<string, DictionaryModel>
}

/** The answer of every call (rules 6.7). */
export interface Answer<T = unknown> {
  status: number
  msg: string
  data: T
  total?: number
  count?: number | Record<string, number>
  /** The key by which what was done can be taken back for ten minutes. */
  undo?: string
  /** Of a list that another call replaces whole: what that call is told, so that nobody's change is lost. */
  version?: string
}

/** The answer of `index/init` about the person (rules 6.3, 6.7). */
export interface UserInfo {
  userDO: {
    id: number
    realName: string
    avatar?: { id: number; url: string; origName: string }
    mobile: string
    orgName: string
    employeeId: number
    orgId: number
    corpId: number
    corpName: string
    roleId: number
    roleName: string
    /** Its name in English, where it has one. */
    roleNameEn?: string
    dutyId?: number
  }
  menus: {
    id: number
    code: string
    name: string
    nameEn?: string
    parentId?: number
    path?: string
    icon?: string
    sortNum: number
    isVisible: 0 | 1
  }[]
  settings: Record<string, unknown>
}

/** One button grant of `index/init_page_btn`. */
export interface ButtonGrant {
  menuCode: string
  code: string
  status: 0 | 1
}

/** A message over the push socket, routed by path (rules 6.7). */
export type PushMessage =
  | {
      path: '/api/push/message'
      data: {
        id: number
        title: string
        content: string
        /** Set when the text belongs to the product itself. */
        titleEn?: string
        contentEn?: string
        messageSourceType: string
        messageSourceDO?: Record<string, unknown>
      }
    }
  /** Rows of a resource changed; open lists show it. `by`: who did it; `from`: the window it was done in. */
  | {
      path: '/api/push/change'
      data: { resource: string; id: number; kind: 'add' | 'edit' | 'del'; by?: number; from?: string }
    }
  /** A job's progress. */
  | { path: '/api/push/job'; data: { id: number; done: number; total: number; status: string } }
  /** The model was replaced, with `menus` its names or rights too; or it was refused, with these problems (development only). */
  | {
      path: '/api/push/model'
      data: {
        hash: string
        menus: boolean
        problems: { file: string; line: number; column: number; code: string; message: string }[]
      }
    }
  /** This session ended. */
  | { path: '/api/push/logout'; data: Record<string, never> }

/** Header of a part of the browser's model: of which model it is. */
export const MODEL_HASH = 'model-hash'

/** Splits a model for the browser. */
export type SplitForWeb = (model: Model) => { core: WebCore; parts: Record<string, WebPart> }
