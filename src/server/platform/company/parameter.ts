/** Business settings of a company, saved together (rules 1.1, 2.0). */
import type { SettingModel } from '../../../model/model.ts'
import type { CallContext, Handler, Handlers } from '../call.ts'

const save: Handler<'parameter/save'> = async (c) => {
  const rows = new Map((await c.select('parameter', {}, { lock: true })).map((row) => [row.code, row]))
  let count = 0
  for (const { code, value, version } of c.input.parameters) {
    const setting = c.model.app.settings.find((one) => one.name === code)
    const row = rows.get(code)
    if (!setting || !row)
      return c.refuse('parameters', { zh: `没有这个参数：${code}`, en: `There is no such parameter: ${code}` })
    const text = checked(c, setting, value ?? '')
    if ((row.value ?? '') === text) continue
    if (version && version !== row.version)
      c.refuse('parameters', {
        zh: `「${setting.label.zh}」刚被他人改为 ${row.value ?? ''}，请看过再保存`,
        en: `“${setting.label.en}” is ${row.value ?? ''} by now: somebody else saved it. Look at it, and save again`,
      })
    await c.update('parameter', row, { value: text })
    count += 1
  }
  c.log({ zh: `保存业务参数：${count} 项`, en: `Business settings saved: ${count}` })
  return { count }
}

/** The value as it is stored: text that reads as a value of the setting's type. */
function checked(c: CallContext, setting: SettingModel, value: string): string {
  const text = value.trim()
  const ok = setting.in ? Object.hasOwn(setting.in, text) : CHECKS[setting.type](text)
  if (!ok)
    c.refuse('parameters', {
      zh: `「${setting.label.zh}」的值不正确`,
      en: `The value of “${setting.label.en}” is not right`,
    })
  if (setting.min !== undefined && Number(text) < setting.min)
    c.refuse('parameters', {
      zh: `「${setting.label.zh}」不能小于 ${setting.min}`,
      en: `“${setting.label.en}” is at least ${setting.min}`,
    })
  return text
}

const CHECKS: Record<SettingModel['type'], (text: string) => boolean> = {
  int: (text) => /^\d{1,12}$/.test(text),
  decimal: (text) => /^\d{1,12}(\.\d{1,6})?$/.test(text),
  money: (text) => /^\d{1,12}(\.\d{1,2})?$/.test(text),
  bool: (text) => text === '1' || text === '0',
  string: (text) => text.length <= 500,
}

export const handlers: Handlers = { 'parameter/save': save }
