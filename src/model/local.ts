/**
 * What a product's country writes in its own way: the sign of its currency and the form of its telephone numbers
 * (`app.currency`, `app.phone`). Told once, when the model is loaded; formats and checks are asked too often, and too far
 * from any model, to be handed it each time.
 */
import type { AppModel, Text } from './model.ts'

type Local = Pick<AppModel, 'currency' | 'phone'>

/** Those of a product that says nothing: yuan, and mobile numbers of mainland China (rules 6.5). */
export const USUAL_LOCAL: Local = {
  currency: { symbol: '￥' },
  phone: {
    pattern: '^1[345789]\\d{9}$',
    signIn: '^1\\d{10}$',
    message: {
      zh: '目前只支持中国大陆的手机号码',
      en: 'Only mobile numbers of mainland China are supported',
    },
    signInMessage: { zh: '手机号应为 1 开头的 11 位数字', en: 'A mobile number has 11 digits and begins with 1' },
  },
}

interface Known extends Local {
  number: RegExp
  signIn: RegExp
}

const known = ({ currency, phone }: Local): Known => ({
  currency,
  phone,
  number: new RegExp(phone.pattern, 'u'),
  signIn: new RegExp(phone.signIn, 'u'),
})

let here = known(USUAL_LOCAL)

/** Everything that is written or checked from now on is of this product. */
export function setLocal(app: Local): void {
  here = known(app)
}

/** `￥`, `$`, `CHF `: stands before an amount. */
export const currencySymbol = (): string => here.currency.symbol

/** Whether a text is a telephone number as the product writes them. */
export const isPhoneNumber = (text: string): boolean => here.number.test(text)

/** Whether somebody may have signed up by this number: as loose as the product says. */
export const mayBePhoneNumber = (text: string): boolean => here.signIn.test(text)

/** A number as it is kept: spaces and dashes, as spreadsheets and people write them, are left out; another text stays as it is. */
export function plainNumber(text: string): string {
  const bare = text.replace(/[\s\u200b\u200e\u202c\u202d\ufeff‐-―−-]/gu, '')
  return !isPhoneNumber(text) && isPhoneNumber(bare) ? bare : text
}

/** The sentence for what is no number. */
export const notAPhoneNumber = (): Text => here.phone.message

/** The sentence for what nobody signed up by. */
export const notASignInNumber = (): Text => here.phone.signInMessage
