/** Ways of paying: what one means stands once money was taken by it, since statements and invoices were made by that (I-05, I-06). */
import type { Handler, Handlers } from '../../platform/call.ts'

const edit: Handler<'payMethod/edit'> = async (c) => {
  const { input, row } = c
  const field = (['kind', 'isIncome'] as const).find((name) => input[name] !== undefined && input[name] !== row[name])
  if (field && (await c.exists('cashRecord', { payMethodId: row.id })))
    c.refuse(field, {
      zh: '已有收款使用该支付方式，请停用后另建',
      en: 'Money was taken by this way already; disable it and add another',
    })
  return c.standard()
}

export const handlers: Handlers = { 'payMethod/edit': edit }
