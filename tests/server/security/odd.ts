/** Values that nobody means well with, as JSON text: what JavaScript would not write can be among them. */

/** A value so many lists (or objects) deep. */
const deep = (levels: number, open = '[', close = ']'): string => open.repeat(levels) + close.repeat(levels)

/** Texts that other languages would read as theirs. */
export const TEXTS: readonly string[] = [
  "' or 1=1 --", '"; drop table customer; --', '1; select pg_sleep(9)', "\\'; --", '%', '_', '%_%', '(.*)+[a-z]{1,99}$', '${7*7}', '{{7*7}}', '<script>alert(1)</script>', '../../etc/passwd', '$1', '\\', ':name', '?',
]

export const ODD: readonly string[] = [
  'null', '""', '0', '-1', '1.5', '1e400', '-1e400', '1e308', '9007199254740993', '-9007199254740993', '9223372036854775808', '99999999999999999999999999', 'true', '[]', '{}', '[[]]', '[null]', '[{}]', '[1,"x",null,{}]',
  '{"$ne":1}', '{"__proto__":{"admin":1}}', '{"constructor":{"prototype":1}}', '{"toString":1}', '{"id":{"id":{"id":1}}}', '{"length":1}', '[[1],[2]]',
  '"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"x\\udfff"', '"\\u202e\\ufeff"', '"NaN"', '"Infinity"', '"0x10"', '"1e3"', '" 1 "', '"2026-13-45"', '"25:61"', `"${'9'.repeat(400)}"`, `"${'x'.repeat(20_000)}"`,
  ...TEXTS.map((text) => JSON.stringify(text)),
  deep(8), deep(9, '{"a":', '}').replace('}', '1}'), `[${'1,'.repeat(5_000)}1]`, `[${'"x",'.repeat(300)}"x"]`, '253402300800000', '-62135596800001',
]

/** Bodies of a call: what is wrong, the text, the status. */
export const BROKEN: readonly [string, string, number][] = [
  ['cut off', '{"data":{"a":', 400], ['a comma too many', '{"data":{},}', 400], ['two of them', '{"data":{}}{"data":{}}', 400], ['a list', '[{"data":{}}]', 400], ['a number', '7', 400], ['a text', '"data"', 400], ['null', 'null', 400],
  ['data that is a text', '{"data":"x"}', 400], ['data that is a list', '{"data":[]}', 400], ['data that is a number', '{"data":1e400}', 400], ['eleven levels', `{"data":{"a":${deep(11)}}}`, 400], ['fifty thousand levels', `{"data":{"a":${deep(50_000)}}}`, 400],
  ['more than a megabyte', `{"data":{"remark":"${'x'.repeat(1_048_577)}"}}`, 400], ['NaN', '{"data":{"pageNO":NaN}}', 400], ['empty', '', 200], ['blanks', ' \n\t ', 200],
]
