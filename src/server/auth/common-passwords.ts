/**
 * The commonest passwords (ASVS 6.2.4), kept as what they are made of: a well-known word with a weak tail or
 * head (`dragon1`, `123abc`, `jordan23`), a walk over the keyboard, a repetition. Only what passes the
 * product's own rule (6–30 characters, a letter and a digit) needs to be known here.
 */
import { COMMON_WORDS, KEYBOARD_WALKS } from './common-words.ts'

const WORDS = new Set(COMMON_WORDS)
const WALKS = new Set(KEYBOARD_WALKS)

/** Tails of more than two digits that people reach for. One and two digits are weak whatever they are. */
export const WEAK_TAILS = [
  '007',
  '100',
  '101',
  '110',
  '111',
  '112',
  '119',
  '121',
  '123',
  '222',
  '234',
  '321',
  '333',
  '345',
  '360',
  '369',
  '404',
  '444',
  '456',
  '500',
  '520',
  '521',
  '555',
  '567',
  '654',
  '666',
  '678',
  '777',
  '789',
  '888',
  '911',
  '987',
  '999',
  '000',
  '0000',
  '1111',
  '1122',
  '1212',
  '1234',
  '1313',
  '1314',
  '1357',
  '2222',
  '2468',
  '3333',
  '4321',
  '4444',
  '5201',
  '5555',
  '6666',
  '6969',
  '7777',
  '8888',
  '9999',
  '11111',
  '12321',
  '12345',
  '54321',
  '55555',
  '66666',
  '88888',
  '99999',
  '111111',
  '112233',
  '121212',
  '123123',
  '123321',
  '123456',
  '520520',
  '521521',
  '654321',
  '666666',
  '888888',
  '999999',
  '5201314',
  '1234567',
  '7654321',
  '12345678',
  '123456789',
  '1234567890',
  '987654321',
  '0123456789',
]
const TAILS = new Set(WEAK_TAILS)

/** Words so common that a year makes them no better. */
const WITH_YEAR = new Set([
  'password',
  'passwd',
  'admin',
  'welcome',
  'qwerty',
  'test',
  'spring',
  'summer',
  'autumn',
  'winter',
  'changeme',
  'woaini',
])

/** Whether a password is among the commonest; upper case, a closing `!` and letters written as signs do not hide it. */
export const isCommonPassword = (password: string): boolean =>
  readings(password.replace(/[!.?*#@$~_-]+$/, '')).some(isCommon)

/** A password in small letters, and with its signs read as the letters they stand for. */
export function readings(password: string): string[] {
  const plain = password.toLowerCase()
  const read = (signs: RegExp): string => plain.replace(signs, (sign) => SIGNS[sign] ?? sign)
  return [plain, read(/[@$!05]/g), read(/[@$!01345]/g)]
}

/** Signs that stand for letters. */
const SIGNS: Record<string, string> = { '@': 'a', $: 's', '!': 'i', '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' }

function isCommon(text: string): boolean {
  return WORDS.has(text) || WALKS.has(text) || repeats(text) || wordWithDigits(text) || lettersAtSequence(text)
}

/** `abc1abc1`, `aa11`: the same few signs again and again. */
const repeats = (text: string): boolean => new Set(text).size <= 3 || /^(.{1,4})\1+$/.test(text)

/** `dragon1`, `1dragon`, `password2024`; any short word with nothing but a 1 behind it. */
function wordWithDigits(text: string): boolean {
  if (/^[a-z]{3,8}1$/.test(text)) return true
  const [, head = '', word = '', tail = ''] = /^(\d*)(\D+)(\d*)$/.exec(text) ?? []
  if (WITH_YEAR.has(word) && /^(19|20)\d\d$/.test(head + tail)) return true
  return WORDS.has(word) && weak(head) && weak(tail)
}

const weak = (digits: string): boolean => digits.length <= 2 || TAILS.has(digits)

/** `123456a`, `qq123456`, `a1234567b`: at most three letters beside a run of digits. */
function lettersAtSequence(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  const letters = text.length - digits.length
  return (
    letters <= 3 &&
    digits.length >= 3 &&
    /^\D*\d+\D*$/.test(text) &&
    (TAILS.has(digits) || '01234567890'.includes(digits))
  )
}
