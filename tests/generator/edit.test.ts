/** Edits made by pointing at a screen change the lines a person would have changed, and nothing else (docs/EDITING.md). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { study } from '../../generator/index.ts'
import { load } from '../../generator/load/index.ts'
import { edit, editable } from '../../generator/tools/edit/index.ts'
import type { Edit } from '../../src/model/editing.ts'

const ROOT = join(import.meta.dirname, '../..')
const CLINIC = join(ROOT, 'examples/clinic')

const opened = (project: string) => {
  const made = study(load(join(project, 'schemas')))
  if (!made.model) throw new Error('the schemas have problems')
  return { ...made, model: made.model }
}
const clinic = opened(CLINIC)

/** What an edit changes: `- line` and `+ line` by file; or the sentence by which it is refused. */
function changed(
  project: string,
  found: typeof clinic,
  route: string,
  wanted: Edit,
): Record<string, string[]> | string {
  const screen = found.model.screens[route]
  if (!screen) throw new Error(`no screen ${route}`)
  const edited = edit(join(project, 'schemas'), found, screen, wanted)
  if (typeof edited === 'string') return edited
  const files = [...edited.files].map(([file, after]) => {
    const [old, now] = [readFileSync(join(project, file), 'utf8').split('\n'), after.split('\n')]
    const lines = [
      ...old.filter((line) => !now.includes(line)).map((line) => `- ${line.trim()}`),
      ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line.trim()}`),
    ]
    return [file.replace(/^schemas\//, ''), lines] as const
  })
  return Object.fromEntries(files)
}

const LIST = 'screens/clinic/patients.json'
const VISITS = 'screens/clinic/visits.json'
const CALENDAR = 'screens/clinic/calendar.json'
const PATIENT = 'screens/clinic/patient.json'
const put = (list: string, name: string, before?: string): Edit => ({
  ...{ kind: 'put', view: '', list, name },
  ...(before === undefined ? {} : { before }),
})
const remove = (list: string, name: string): Edit => ({ kind: 'remove', view: '', list, name })
const label = (list: string, name: string, en: string, everywhere = false): Edit => ({
  ...{ kind: 'label', view: '', list, name, words: { en } },
  everywhere,
})

const CASES: [what: string, route: string, wanted: Edit, lines: Record<string, string[]> | string][] = [
  [
    'a column comes before another',
    '/clinic/visits',
    put('columns', 'roomId', 'doctorId'),
    {
      [VISITS]: [
        '+ "columns": ["visitNo", "patientId", "day", "from", "roomId", "doctorId", "reason", "state",',
        '+ { "field": "owed", "total": "sum" }],',
      ],
    },
  ],
  [
    'one more column',
    '/clinic/patients',
    put('columns', 'remark'),
    { [LIST]: ['+ "columns": { "add": ["remark"] },'] },
  ],
  [
    'one column less',
    '/clinic/patients',
    remove('columns', 'insurer'),
    { [LIST]: ['+ "columns": { "drop": ["insurer"] },'] },
  ],
  [
    'one more column of an exact list',
    '/clinic/calendar',
    put('columns', 'roomId'),
    { [CALENDAR]: ['- "columns": ["patientId", "doctorId"],', '+ "columns": ["patientId", "doctorId", "roomId"],'] },
  ],
  [
    'columns of an exact list change places',
    '/clinic/calendar',
    put('columns', 'doctorId', 'patientId'),
    { [CALENDAR]: ['- "columns": ["patientId", "doctorId"],', '+ "columns": ["doctorId", "patientId"],'] },
  ],
  [
    'a heading on this screen alone',
    '/clinic/calendar',
    label('columns', 'doctorId', 'With'),
    {
      [CALENDAR]: [
        '- "columns": ["patientId", "doctorId"],',
        '+ "columns": ["patientId", { "field": "doctorId", "label": { "en": "With" } }],',
      ],
    },
  ],
  [
    'the name of a field',
    '/clinic/calendar',
    label('columns', 'doctorId', 'Physician', true),
    {
      'resources/clinic/visit.json': [
        '- "doctorId": { "type": "ref", "of": "employee", "label": { "en": "Doctor" }, "required": true },',
        '+ "doctorId": { "type": "ref", "of": "employee", "label": { "en": "Physician" }, "required": true },',
      ],
    },
  ],
  [
    'the name of a field that was called by its type',
    '/clinic/patients',
    label('columns', 'phone', 'Phone', true),
    {
      'resources/clinic/patient.json': [
        '- "phone": { "type": "mobile", "required": true },',
        '+ "phone": { "type": "mobile", "label": { "en": "Phone" }, "required": true },',
      ],
    },
  ],
  [
    'the name of a field that is a type alone',
    '/clinic/patients',
    label('actions.add.form', 'remark', 'Notes', true),
    {
      'resources/clinic/patient.json': [
        '- "remark": "remark"',
        '+ "remark": { "type": "remark", "label": { "en": "Notes" } }',
      ],
    },
  ],
  [
    'a heading of a usual list, on this screen alone',
    '/clinic/patients',
    label('columns', 'phone', 'Phone'),
    {
      [LIST]: [
        '+ "columns": ["patientNo", "name", "birthday", { "field": "phone", "label": { "en": "Phone" } }, "insurer",',
        '+ "visitCount"],',
      ],
    },
  ],
  [
    'a filter that every list of its resource has, on this screen alone',
    '/clinic/patients',
    label('filters', 'insurer', 'Insured by'),
    { [LIST]: ['+ "filters": ["nameOrPhone", { "field": "insurer", "label": { "en": "Insured by" } }, "birthday"],'] },
  ],
  [
    'a question of a usual form is not this screen’s to say',
    '/clinic/patients',
    label('actions.add.form', 'phone', 'Phone'),
    '"phone" has no words of its own here: it stands in the usual form of its resource; change it everywhere',
  ],
  [
    'one filter less',
    '/clinic/patients',
    remove('filters', 'insurer'),
    { [LIST]: ['+ "filters": { "drop": ["insurer"] },'] },
  ],
  [
    'one more filter, before another',
    '/clinic/calendar',
    put('filters', 'patient', 'doctorId'),
    {
      [CALENDAR]: [
        '- "filters": ["doctorId"], "days": "day", "date": "day", "time": ["from", "to"], "state": "state",',
        '+ "filters": ["patient", "doctorId"], "days": "day", "date": "day", "time": ["from", "to"], "state": "state",',
      ],
    },
  ],
  [
    'a filter that the days of a calendar are',
    '/clinic/calendar',
    put('filters', 'day'),
    'the screen would not show just that: something else on it decides',
  ],
  [
    'one button less',
    '/clinic/visits',
    remove('actions', 'miss'),
    { [VISITS]: ['- "miss": true, "cancel": true, "export": true', '+ "cancel": true, "export": true'] },
  ],
  [
    'the last button comes first',
    '/clinic/visits',
    put('actions', 'export', 'add'),
    {
      [VISITS]: [
        '- "add": true,',
        '- "miss": true, "cancel": true, "export": true',
        '+ "export": true, "add": true,',
        '+ "miss": true, "cancel": true',
      ],
    },
  ],
  [
    'one more button',
    '/clinic/patients',
    put('actions', 'del'),
    { [LIST]: ['- "export": true', '+ "export": true, "del": true'] },
  ],
  [
    'the words of a button that has some',
    '/clinic/patients',
    label('actions', 'book', 'New visit'),
    {
      [LIST]: [
        '- "book": { "call": "visit/add", "label": { "en": "Book a visit" } },',
        '+ "book": { "call": "visit/add", "label": { "en": "New visit" } },',
      ],
    },
  ],
  [
    'the words of a button that is as its call says',
    '/clinic/patients',
    label('actions', 'add', 'New patient'),
    {
      [LIST]: ['- "add": true, "edit": true,', '+ "add": { "label": { "en": "New patient" } },', '+ "edit": true,'],
    },
  ],
  [
    'the words of a call',
    '/clinic/visits',
    label('actions', 'arrive', 'Is here', true),
    {
      'resources/clinic/visit.json': [
        '- "label": { "en": "Arrived" }, "move": "arrive", "input": ["id!"],',
        '+ "label": { "en": "Is here" }, "move": "arrive", "input": ["id!"],',
      ],
    },
  ],
  [
    'a field of a form comes before another, wherever the form is asked',
    '/clinic/visits',
    put('actions.add.form', 'reason', 'day'),
    {
      'resources/clinic/visit.json': [
        '- "form": ["patientId", "doctorId", "roomId", "day", "from", "to", "reason", "charges"],',
        '+ "form": ["patientId", "doctorId", "roomId", "reason", "day", "from", "to", "charges"],',
      ],
    },
  ],
  [
    'one field less in a dialog that asks the inputs of its call',
    '/clinic/visits',
    remove('actions.treat.form', 'charges'),
    {
      [VISITS]: ['- "arrive": true, "treat": true,', '+ "arrive": true,', '+ "treat": { "form": ["findings"] },'],
    },
  ],
  [
    'the name of a screen',
    '/clinic/patient',
    { kind: 'label', view: '', words: { en: 'One patient' } },
    {
      [PATIENT]: [
        '- "code": "clinic-005", "label": { "en": "Patient" }, "view": "detail", "resource": "patient",',
        '+ "code": "clinic-005", "label": { "en": "One patient" }, "view": "detail", "resource": "patient",',
      ],
    },
  ],
  [
    'the name of a tab',
    '/clinic/patient',
    { kind: 'label', view: 'tabs.visits', words: { en: 'Came' } },
    {
      [PATIENT]: [
        '- "tabs": { "visits": { "resource": "visit" } }',
        '+ "tabs": { "visits": { "label": { "en": "Came" }, "resource": "visit" } }',
      ],
    },
  ],
  [
    'one more column of a tab',
    '/clinic/patient',
    { kind: 'put', view: 'tabs.visits', list: 'columns', name: 'findings' },
    {
      [PATIENT]: [
        '- "tabs": { "visits": { "resource": "visit" } }',
        '+ "tabs": { "visits": { "resource": "visit", "columns": { "add": ["findings"] } } }',
      ],
    },
  ],
  [
    'one more fact',
    '/clinic/patient',
    put('facts', 'insurer'),
    { [PATIENT]: ['+ "facts": ["birthday", "phone", "insurer"],'] },
  ],
  ['what is not there', '/clinic/patients', remove('columns', 'nothing'), '"nothing" is not there'],
  ['what cannot be a column', '/clinic/patients', put('columns', 'visits'), '"visits" cannot stand there'],
]

describe('an edit made by pointing at a screen', () => {
  it.each(CASES)('%s', (_what, route, wanted, lines) => {
    expect(changed(CLINIC, clinic, route, wanted)).toEqual(lines)
  })

  it('that would not compile writes nothing, and says where', () => {
    const found = opened(ROOT)
    // The cashier's role names a button that the cell of the number makes.
    const why = changed(ROOT, found, '/customer/list', remove('columns', 'mobile'))
    expect(why).toMatch(/^schemas\/roles\/\w+\.json:\d+:\d+ .*showMobile.*\[PRM004\]$/)
  })

  it('of a screen like another is written into its own file', () => {
    const found = opened(ROOT)
    const like = [...found.c.loaded.screens].find(
      ([route, source]) =>
        source.parts().length > 1 &&
        found.model.screens[route]?.view.view === 'list' &&
        'like' in JSON.parse(source.text),
    )
    if (!like) throw new Error('no screen is like another')
    const [route, source] = like
    const [button] = found.model.screens[route]?.view.actions ?? []
    if (!button) throw new Error(`${route} has no button`)
    const lines = changed(ROOT, found, route, label('actions', button.key, 'Otherwise'))
    expect(Object.keys(lines)).toEqual([source.file.replace(/^schemas\//, '')])
  })
})

describe('what can be edited of a screen', () => {
  it('is said with file and line, for every screen', () => {
    for (const screen of Object.values(clinic.model.screens)) {
      const source = clinic.c.loaded.screens.get(screen.route)
      for (const view of editable(clinic, screen)) {
        expect(view.file).toBe(source?.file)
        for (const { parts, possible } of view.lists) {
          const names = parts.map(({ name }) => name)
          expect(new Set(names).size).toBe(names.length)
          expect(possible.filter(({ name }) => names.includes(name))).toEqual([])
          expect(parts.every(({ line }) => line >= 1)).toBe(true)
        }
      }
    }
  })
})
