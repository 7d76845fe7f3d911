/** What a name means, in words: what `atelier explain` says of the line, and what the name itself came out as. */
import type { Model } from '../../src/model/model.ts'
import { callOf } from '../../src/model/model.ts'
import type { Reference } from '../base/references.ts'
import { inWords } from '../base/texts.ts'
import type { Study } from '../index.ts'
import { explain, type Fact } from '../tools/explain/index.ts'
import { aboutField } from './names.ts'

/** Markdown for a place. `line`: from 1. */
export function hoverAt(
  found: Study & { model: Model },
  file: string,
  line: number,
  reference: Reference | undefined,
): string | undefined {
  const said = [
    reference ? `**${reference.kind}** \`${reference.name}\`${meaning(found.model, reference)}` : '',
    ...explained(found, file, line),
  ]
  const text = said.filter(Boolean).join('\n\n')
  return text === '' ? undefined : text
}

/** What a name came out as. */
function meaning(model: Model, { kind, name }: Reference): string {
  const [head = '', last = ''] = name.split('.')
  if (kind === 'field') {
    const field = model.resources[head]?.fields[last]
    return field ? `\n\n${aboutField(field)}${field.value ? `\n\n= \`${field.value.src}\`` : ''}` : ''
  }
  if (kind === 'value') {
    const value = model.dictionaries[head]?.values.find((one) => one.name === last)
    return value ? `\n\n${inWords(value.label)} = ${value.value}` : ''
  }
  if (kind === 'call') {
    const call = callOf(model, name)
    return call
      ? `\n\n${inWords(call.label)}: ${call.kind} \`${call.path}\` (${call.input.map((one) => `${one.name}${one.required ? '!' : ''}`).join(', ')})`
      : ''
  }
  const labelled =
    kind === 'resource'
      ? model.resources[name]
      : kind === 'route'
        ? model.screens[name]
        : kind === 'dictionary'
          ? model.dictionaries[name]
          : undefined
  return labelled ? `\n\n${inWords(labelled.label)}` : ''
}

/** The facts of a screen that come from this line. */
function explained(found: Study & { model: Model }, file: string, line: number): string[] {
  const route = /schemas\/screens(\/.*)\.json$/.exec(file)?.[1]
  const screen = route === undefined ? undefined : found.model.screens[route]
  if (!screen) return []
  const here: string[] = []
  const visit = (facts: readonly Fact[]): void => {
    for (const fact of facts) {
      if (fact.from?.at === `${file}:${line}`)
        here.push(
          `- \`${fact.name}\` ${fact.value}${(fact.facts ?? []).map((one) => `\n  - \`${one.name}\` ${one.value}`).join('')}`,
        )
      visit(fact.facts ?? [])
    }
  }
  visit(explain(found, screen))
  return here.length > 0 ? [here.slice(0, 12).join('\n')] : []
}
