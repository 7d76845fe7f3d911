/**
 * Every refusal of the server: one catalogue of code, status and sentence in both languages, and the
 * exception that carries one to the answer. Sentences that were given are word for word
 * (rules 6.5, 6.8, 1.0). What really happened is logged; it never leaves the server.
 */
import type { Lang, Text } from '../model/model.ts'
import { filled } from '../model/words.ts'

interface CatalogueEntry {
  status: number
  text: Text
}

const entry = (status: number, zh: string, en: string): CatalogueEntry => ({ status, text: { zh, en } })

/** Holes such as `{name}` are filled by {@link refuse}. */
export const ERRORS = {
  // the request itself
  badJson: entry(400, '请求内容不是有效的 JSON', 'The request is not valid JSON'),
  badBody: entry(400, '请求内容应为 {data: …}', 'The request must be {data: …}'),
  slowBody: entry(408, '请求未能及时送达，请重试', 'The request did not arrive in time, please try again'),
  tooLarge: entry(400, '请求内容不能超过 {max}', 'The request must not exceed {max}'),
  tooDeep: entry(400, '请求内容层级不能超过 {max} 层', 'The request must not nest deeper than {max} levels'),
  methodNotAllowed: entry(405, '只接受 POST 请求', 'Only POST is accepted'),
  unknownCall: entry(404, '未找到', 'Not found'),
  tooMany: entry(429, '操作过于频繁，请稍后再试', 'Too many requests, try again shortly'),
  manyNumbers: entry(
    429,
    '您查询的完整号码过多，请一小时后再试',
    'You have searched for too many whole numbers, try again in an hour',
  ),
  overloaded: entry(503, '服务器繁忙，请稍后再试', 'The server is busy, try again shortly'),
  unexpected: entry(500, '系统错误，请联系管理员', 'Something went wrong; please tell the administrator'),
  noSpace: entry(
    507,
    '服务器存储空间已满，没有保存，请联系管理员',
    'The server has no space left, nothing was saved; please tell the administrator',
  ),
  notStored: entry(
    507,
    '服务器无法保存文件，请联系管理员',
    'The server cannot store files; please tell the administrator',
  ),
  stopping: entry(503, '服务器正在重启，请稍后再试', 'The server is restarting, try again shortly'),
  // who asks
  signedOut: entry(401, '保持登录失效，请重新登录', 'Your session has ended, please sign in again'),
  forbidden: entry(403, '没有操作权限', 'You are not permitted to do this'),
  outOfScope: entry(403, '没有该数据的操作权限', 'This record is outside your data permission'),
  hiddenField: entry(403, '没有查看该字段的权限', 'You are not permitted to see this field'),
  // rows
  notFound: entry(404, '数据不存在', 'The record does not exist'),
  stale: entry(409, '数据已被他人修改，请刷新', 'Someone else has changed this record, please refresh'),
  referenced: entry(400, '数据已被引用，不能删除', 'The record is in use and cannot be deleted'),
  wrongState: entry(400, '当前状态不能执行该操作', 'This cannot be done in the present state'),
  appendOnly: entry(400, '该数据只能新增，不能修改或删除', 'These records can only be added'),
  treeCycle: entry(400, '上级不能是自己或自己的下级', 'A record cannot stand below itself'),
  treeDepth: entry(400, '层级不能超过 {max} 级', 'The tree must not be deeper than {max} levels'),
  busy: entry(409, '数据正在被他人修改，请重试', 'The record is being changed by someone else, please try again'),
  // values
  unknownField: entry(400, '没有这个字段：{name}', 'There is no such field: {name}'),
  lockedField: entry(400, '{label}不能修改', '{label} cannot be changed'),
  notHere: entry(400, '{label}在此处不适用', '{label} cannot be given here'),
  noUpload: entry(400, '{label}须为已上传的文件', '{label}: upload it first'),
  missing: entry(400, '请填写{label}', 'Enter {label}'),
  malformed: entry(400, '格式不正确', 'The format is not right'),
  noReference: entry(400, '{label}不存在', 'No such record: {label}'),
  notOffered: entry(400, '{label}不能这样选，请另选', 'This cannot be chosen here: {label}'),
  duplicate: entry(400, '{label}已存在', 'There already: {label}'),
  fullHands: entry(400, '{name}在手已达上限 {limit} 条', '{name} would have more than {limit} in hand'),
  badSort: entry(400, '不能按该字段排序', 'The list cannot be sorted by this field'),
  badPage: entry(400, '分页参数不正确', 'The page is not right'),
  deepPage: entry(
    400,
    '只能翻到前 {max} 条，请缩小筛选范围',
    'Only the first {max} rows can be paged to; narrow the filters',
  ),
  requestReused: entry(400, '该请求编号已用于另一次操作', 'This request number was used for another request'),
  emptyFile: entry(400, '文件没有数据', 'The file holds no rows'),
  badFile: entry(400, '文件无法读取，请上传 xlsx 或 csv', 'The file cannot be read; upload xlsx or csv'),
  manyRows: entry(400, '一次最多导入 {max} 行', 'At most {max} rows can be imported at once'),
  manyColumns: entry(
    400,
    '表格最多 {max} 列，请删除多余的列',
    'A table has at most {max} columns; delete those beyond',
  ),
  longCell: entry(400, '单元格最多 {max} 个字符', 'A cell holds at most {max} characters'),
  largeTable: entry(400, '表格过大，请分成几个文件', 'The table is too large; split it into several files'),
} as const satisfies Record<string, CatalogueEntry>

type ErrorCode = keyof typeof ERRORS

/** What a refusal may add: the field it concerns, further data for the answer, what fills the holes of its sentence, and its cause for the log. */
interface RefusalDetail {
  cause?: unknown
  field?: string
  data?: Record<string, unknown>
  holes?: Record<string, string | number | Text>
}

/** A request that is answered with a status other than 200. Nothing of its transaction is kept. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: number
  readonly text: Text
  readonly code: ErrorCode | undefined
  readonly field: string | undefined
  readonly data: Record<string, unknown> | undefined

  constructor(status: number, text: Text, detail: RefusalDetail & { code?: ErrorCode } = {}) {
    super(text.en, detail.cause === undefined ? {} : { cause: detail.cause })
    this.status = status
    this.text = text
    this.code = detail.code
    this.field = detail.field
    this.data = detail.data
  }
}

/** A refusal of the catalogue. */
export function refusal(code: ErrorCode, detail: RefusalDetail = {}): Refusal {
  const { status, text } = ERRORS[code]
  // A right that is missing and a record that is not seen have one status: only the first sends away from the page.
  const data = code === 'outOfScope' ? { outOfScope: true, ...detail.data } : detail.data
  return new Refusal(status, fillHoles(text, detail.holes), { ...detail, data, code })
}

/** Stops with a refusal of the catalogue. */
export function refuse(code: ErrorCode, detail: RefusalDetail = {}): never {
  throw refusal(code, detail)
}

/** Stops with a sentence of the model or of a handler: status 400, at the field when one is named. */
export function refuseWith(text: Text | string, field?: string, data?: Record<string, unknown>): never {
  throw new Refusal(400, typeof text === 'string' ? { zh: text, en: text } : text, { field, data })
}

/** A sentence with its holes such as `{name}` filled, in both languages. */
export function fillHoles(text: Text, holes: RefusalDetail['holes']): Text {
  if (!holes) return text
  return { zh: fill(text.zh, 'zh', holes), en: fill(text.en, 'en', holes) }
}

function fill(sentence: string, lang: Lang, holes: NonNullable<RefusalDetail['holes']>): string {
  const said = Object.entries(holes).map(([name, value]) => [name, typeof value === 'object' ? value[lang] : value])
  return filled(sentence, Object.fromEntries(said))
}
