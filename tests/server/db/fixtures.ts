/** Small models made by hand, for tests below the compiler. */
import type {
  DictionaryModel,
  FieldModel,
  IndexModel,
  Model,
  ResourceModel,
  UniqueModel,
} from '../../../src/model/model.ts'

/** A resource with the defaults the compiler would give it. */
export function resource(name: string, fields: FieldModel[], over: Partial<ResourceModel> = {}): ResourceModel {
  return {
    name,
    area: 'test',
    label: { zh: name, en: name },
    title: fields[0]?.name ?? 'id',
    facts: [],
    path: name,
    key: 'id',
    scope: { kind: 'company' },
    company: true,
    append: false,
    virtual: false,
    audit: true,
    fields: Object.fromEntries(fields.map((one) => [one.name, one])),
    tallies: {},
    makes: [],
    assignments: [],
    unique: [],
    rules: [],
    filters: {},
    columns: [],
    form: [],
    detail: [],
    sort: ['-createTime'],
    machines: [],
    calls: [],
    indexes: [],
    follow: [],
    was: [],
    ...over,
  } as ResourceModel
}

export function index(kind: IndexModel['kind'], columns: string[], over: Partial<IndexModel> = {}): IndexModel {
  return { kind, columns, everywhere: false, reasons: ['filter'], ...over }
}

export function unique(field: string, within: string[] = [], over: Partial<UniqueModel> = {}): UniqueModel {
  return { key: field, field, within, everywhere: false, message: { zh: '重复', en: 'taken' }, ...over }
}

/** A model of these resources and dictionaries; what the schema does not read is left empty. */
export function model(resources: ResourceModel[], dictionaries: DictionaryModel[] = []): Model {
  return {
    hash: '',
    app: { timezone: 'Asia/Shanghai' },
    calls: {},
    presets: {},
    aliases: {},
    screens: {},
    groups: {},
    roles: {},
    permissions: {},
    planned: { routes: [], calls: [] },
    resources: Object.fromEntries(resources.map((one) => [one.name, one])),
    dictionaries: Object.fromEntries(dictionaries.map((one) => [one.name, one])),
  } as unknown as Model
}
