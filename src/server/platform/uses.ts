/** Where the rows of a database name what the schemas name: for `atelier used … --data` (docs/PROOFS.md § 4). */
import { fieldOfStep } from '../../model/fields.ts'
import { listOf, type ListState } from '../../model/listViews.ts'
import type { FieldModel, Model, ResourceModel } from '../../model/model.ts'
import type { Queryable } from '../types.ts'

/** How many rows name something, and how. `in`: the resource, and the field where it is one. */
interface Use {
  in: string
  says: string
  rows: number
}

type Counter = (db: Queryable, model: Model, name: string) => Promise<Use[]>

/** What rows say of the kinds of names that stand in them; other kinds stand in schemas alone. */
const COUNTERS: Readonly<Record<string, Counter>> = {
  resource: async (db, model, name) => {
    const resource = model.resources[name]
    return resource && !resource.virtual ? [{ in: name, says: 'records', rows: await rowsOf(db, name) }] : []
  },
  field: ofField,
  value: ofValue,
  route: async (db, _model, name) => [
    { in: 'savedView', says: 'saved views of this screen', rows: await rowsOf(db, 'savedView', '"screen" = $1', name) },
  ],
  code: async (db, _model, name) => [
    {
      in: 'roleMenu',
      says: 'roles that open it',
      rows: await rowsOf(
        db,
        'roleMenu',
        `"menuId" in (select "id" from "menu" where "code" = $1 and not "isDel")`,
        name,
      ),
    },
  ],
  button: async (db, _model, name) => [
    {
      in: 'roleMenu',
      says: 'roles that hold it',
      rows: await rowsOf(
        db,
        'roleMenu',
        `"btnIds" && array(select b."id" from "btn" b join "menu" m on m."id" = b."menuId"
           where m."code" || '.' || b."code" = $1 and not b."isDel" and not m."isDel")`,
        name,
      ),
    },
  ],
}

/** The uses of a name of a kind in a database, none of which is empty. */
export const usesOf = async (db: Queryable, model: Model, kind: string, name: string): Promise<Use[]> =>
  ((await COUNTERS[kind]?.(db, model, name)) ?? []).filter(({ rows }) => rows > 0)

async function rowsOf(db: Queryable, table: string, where = 'true', ...parameters: unknown[]): Promise<number> {
  const [found] = await db.query<{ rows: number }>(
    `select count(*) as "rows" from "${table}" where not "isDel" and ${where}`,
    parameters,
  )
  return Number(found?.rows ?? 0)
}

/** `resource.field`: rows that have a value there, and saved views that name it. */
async function ofField(db: Queryable, model: Model, name: string): Promise<Use[]> {
  const [owner = '', fieldName = ''] = name.split('.')
  const resource = model.resources[owner]
  const field = resource?.fields[fieldName]
  if (!resource || !field) return []
  const held =
    field.column && !resource.virtual
      ? [{ in: name, says: 'records with a value', rows: await rowsOf(db, owner, `"${fieldName}" is not null`) }]
      : []
  return [
    ...held,
    { in: 'savedView', says: 'saved views that name it', rows: await viewsWith(db, model, resource, field) },
  ]
}

async function viewsWith(db: Queryable, model: Model, resource: ResourceModel, field: FieldModel): Promise<number> {
  const views = await db.query<{ screen: string; part: string | null; state: Partial<ListState> }>(
    'select "screen", "part", "state" from "savedView" where not "isDel"',
  )
  return views.filter(({ screen: route, part, state }) => {
    const screen = model.screens[route]
    const list = screen && listOf(screen, part ?? '')
    return (
      list !== undefined && pathsIn(state).some((path) => goesThrough(model, list.resource, path, { resource, field }))
    )
  }).length
}

/** The names of columns and filters in the content of a view. */
const pathsIn = ({
  hidden = [],
  shown = [],
  order = [],
  widths = {},
  sort = '',
  filters = {},
}: Partial<ListState>): string[] => [
  ...hidden,
  ...shown,
  ...order,
  ...Object.keys(widths),
  sort.replace(/^-/, ''),
  ...Object.keys(filters),
]

/** Whether one of the steps of a path is a field of a resource. */
function goesThrough(
  model: Model,
  from: string,
  path: string,
  end: { resource: ResourceModel; field: FieldModel },
): boolean {
  const [step = '', ...rest] = path.split('.')
  const fields = model.resources[from]?.fields ?? {}
  const found = rest.length > 0 ? fieldOfStep(fields, step) : fields[step]
  if (!found) return false
  if (from === end.resource.name && found.name === end.field.name) return true
  return rest.length > 0 && goesThrough(model, found.of ?? '', rest.join('.'), end)
}

/** `dictionary.value`: rows that hold it, column by column. */
async function ofValue(db: Queryable, model: Model, name: string): Promise<Use[]> {
  const [dictionary = '', value = ''] = name.split('.')
  const stored = model.dictionaries[dictionary]?.values.find((one) => one.name === value)?.value
  if (stored === undefined) return []
  const uses: Use[] = []
  for (const resource of Object.values(model.resources).filter((one) => !one.virtual))
    for (const field of Object.values(resource.fields).filter((one) => one.column && one.of === dictionary)) {
      const holds = field.type === 'enums' ? `$1 = any("${field.name}")` : `"${field.name}" = $1`
      const rows = await rowsOf(db, resource.name, holds, stored)
      uses.push({ in: `${resource.name}.${field.name}`, says: 'records with this value', rows })
    }
  return uses
}
