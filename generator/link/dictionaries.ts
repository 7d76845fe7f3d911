/** link, dictionaries: names, their values, and whether they have an order. */
import type { DictionaryModel, DictionaryValue } from '../../src/model/model.ts'
import type { AuthoredDictionary } from '../base/authored.ts'
import type { At, Compilation } from '../base/context.ts'
import type { Source } from '../base/source.ts'

export function dictionary(c: Compilation, name: string, source: Source<AuthoredDictionary>): DictionaryModel {
  c.refer('dictionary', name, { source, path: [] }, { declares: true })
  const words = source.data.words === true
  const values = Object.entries(source.data.values).map(([key, raw]) => dictionaryValue(key, raw, words))
  for (const v of values) c.refer('value', `${name}.${v.name}`, valueAt(source, v), { key: true, declares: true })
  const made: DictionaryModel = {
    name,
    label: source.data.label,
    ordered: source.data.ordered === true,
    numeric: values.every((v) => typeof v.value === 'number'),
    words,
    values,
    was: [source.data.was ?? []].flat(),
  }
  checkNumbers(c, source, made)
  checkTwins(c, source, made)
  return made
}

/** What is stored of words is their Chinese, unless a `value` says what it was before it was put better. */
function dictionaryValue(name: string, raw: AuthoredDictionary['values'][string], words: boolean): DictionaryValue {
  const { zh, en, value = words ? zh : name, tone, clients, retired = false, was = [] } = raw
  const said = { ...(tone ? { tone } : {}), ...(clients ? { clients } : {}) }
  return { name, value, label: { zh, en }, ...said, retired, was: [was].flat() }
}

const valueAt = (source: Source<AuthoredDictionary>, v: DictionaryValue): At => ({ source, path: ['values', v.name] })

/** REF014: what is stored of a sentence is text; an order needs numbers; and either all values are numbers or none is, because they share a column. */
function checkNumbers(c: Compilation, source: Source<AuthoredDictionary>, d: DictionaryModel): void {
  const number = d.words && d.values.find((v) => typeof v.value === 'number')
  if (number)
    c.error(valueAt(source, number), 'REF014', `"${number.name}" of ${d.name} is a sentence; its "value" is text`, {
      key: true,
    })
  const textual = d.values.find((v) => typeof v.value !== 'number')
  if (d.ordered && textual)
    c.error(
      valueAt(source, textual),
      'REF014',
      `an ordered dictionary needs a number for each value; "${textual.name}" has none`,
      { key: true },
    )
  else if (textual && d.values.some((v) => typeof v.value === 'number')) {
    c.error(
      valueAt(source, textual),
      'REF014',
      `the other values of ${d.name} are numbers, "${textual.name}" has none; give it a "value"`,
      { key: true },
    )
  }
}

/** REF009: two names for one value. */
function checkTwins(c: Compilation, source: Source<AuthoredDictionary>, d: DictionaryModel): void {
  const seen = new Map<unknown, string>()
  for (const v of d.values) {
    const twin = seen.get(v.value)
    if (twin)
      c.error(
        valueAt(source, v),
        'REF009',
        `"${v.name}" and "${twin}" both have the value ${JSON.stringify(v.value)}`,
        { key: true },
      )
    seen.set(v.value, v.name)
  }
}
