/** The error sentences of values, in both languages. Those of rules 6.5 are word for word. */
import type { TimesModel } from '../times.ts'
import { nounInSentence } from '../format.ts'
import { traitsOf } from '../fields.ts'
import type { FieldModel, Text } from '../model.ts'

const text = (zh: string, en: string): Text => ({ zh, en })

/** A required value is missing. */
export function missing(field: FieldModel): Text {
  if (field.type === 'phone') return text('电话不能为空', 'The phone number is required')
  const { zh } = field.label
  const en = nounInSentence(field.label.en, 'en')
  switch (traitsOf(field.type).asked) {
    case 'sign':
      return text('请签名', 'Please sign')
    case 'choose':
      return text(`请选择${zh}`, `Choose ${en}`)
    case 'upload':
      return text(`请上传${zh}`, `Upload ${en}`)
    case 'add':
      return text(`请添加${zh}`, `Add ${en}`)
    case 'enter':
      return text(`请输入${zh}`, `Enter ${en}`)
  }
}

export const EMAIL = text('邮箱格式不正确', 'This is not an e-mail address')
export const PASSWORD = text(
  '密码为 6 到 30 个字符，至少包含一个数字和一个字母',
  '6 to 30 characters with at least one digit and one letter',
)
export const FORMAT = text('格式不正确', 'The format is not right')
export const CHARACTERS = text('包含无法保存的字符', 'Contains characters that cannot be stored')
export const NOT_TEXT = text('应为文字', 'Must be text')
export const NOT_NUMBER = text('应为数字', 'Must be a number')
export const NOT_INTEGER = text('应为整数', 'Must be a whole number')
export const NOT_FLAG = text('应为 1 或 0', 'Must be 1 or 0')
export const NOT_LIST = text('应为列表', 'Must be a list')
export const NOT_RECORD = text('应为一组字段', 'Must be a set of fields')
export const NOT_MOMENT = text('应为毫秒时间戳', 'Must be a timestamp in milliseconds')
export const NOT_MIDNIGHT = text('应为当天零点', 'Must be the midnight of a day')
export const NOT_FIRST = text('应为当月第一天', 'Must be the first day of a month')
export const MOMENT_RANGE = text('日期应在 1900 年到 2199 年之间', 'The date must be between 1900 and 2199')
export const NOT_TIME = text('时间格式应为 HH:mm', 'The time must be written HH:mm')
export const notATimeOf = ({ from, to, step }: TimesModel): Text =>
  text(
    `应为 ${from} 至 ${to} 间每 ${step} 分钟的时间`,
    `Must be a time from ${from} to ${to} in steps of ${step} minutes`,
  )
export const NOT_REGION = text('应为 6 位地区编码', 'Must be a region code of 6 digits')
export const NOT_REFERENCE = text('应为一条记录的编号', 'Must be the id of a record')
export const NOT_UPLOAD = text('应为已上传的文件', 'Must be an uploaded file')
export const NOT_OFFERED = text('不在可选范围内', 'Not one of the values offered')
export const TWICE = text('有重复的选项', 'A choice occurs twice')
export const TOO_DEEP = text('层级过多', 'Nested too deeply')

/** The record has no such field. */
export const UNKNOWN_FIELD = text('没有这个字段', 'There is no such field')

/** The value was withdrawn: old records keep it, nobody may choose it now. */
export const retired = (label: Text): Text => text(`「${label.zh}」已停用`, `"${label.en}" is no longer offered`)

/** Length of text, with both limits. */
export const lengthBetween = (min: number, max: number): Text =>
  text(`长度在 ${min} 到 ${max} 个字符`, `The length must be ${min} to ${max} characters`)

export const below = (min: number | string): Text => text(`不能小于 ${min}`, `Must not be less than ${min}`)
export const above = (max: number | string): Text => text(`不能大于 ${max}`, `Must not be more than ${max}`)
export const tooEarly = ({ label }: FieldModel, day: string): Text =>
  text(`${label.zh}不能早于 ${day}`, `${label.en}: not before ${day}`)
export const tooLate = ({ label }: FieldModel, day: string): Text =>
  text(`${label.zh}不能晚于 ${day}`, `${label.en}: not after ${day}`)
export const tooFew = (min: number): Text => text(`至少 ${min} 项`, `At least ${min}`)
export const tooMany = (max: number): Text => text(`最多 ${max} 项`, `At most ${max}`)
export const tooManyFiles = (max: number): Text => text(`最多上传 ${max} 个文件`, `At most ${max} files`)
export const tooLarge = (max: number): Text => text(`内容过大，最多 ${max} 字节`, `Too large: at most ${max} bytes`)
export const tooManyDigits = (digits: number): Text => text(`最多 ${digits} 位小数`, `At most ${digits} decimals`)
