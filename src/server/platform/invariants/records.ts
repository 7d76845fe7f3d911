/** What holds of every record, whatever it is (I-40, I-41, I-48, I-50), said once from the model; imports (I-44). */
import type { FieldModel, Model, ResourceModel } from '../../../model/model.ts'
import { literal } from '../../db/options.ts'
import type { In } from '../call.ts'
import type { Invariant } from './index.ts'

const tablesOf = (model: Model): ResourceModel[] => Object.values(model.resources).filter((r) => !r.virtual)
const placeOf = (r: ResourceModel, field: string): string => `'${r.name}.${field}' as "of"`
const all = (parts: string[]): string => parts.join(' union all ')

const columnsOf = (r: ResourceModel, type: string) =>
  Object.values(r.fields).filter((field) => field.type === type && field.column)

/** References to one kind of record by its id. */
const refsOf = (model: Model, r: ResourceModel) =>
  columnsOf(r, 'ref').flatMap((field) => {
    const target = model.resources[field.of ?? '']
    return target && !target.virtual && !field.kinds && (field.key ?? 'id') === 'id' ? [{ field, target }] : []
  })

function phones(model: Model): string {
  return all(
    tablesOf(model).flatMap((r) =>
      columnsOf(r, 'phone').map(
        ({ name }) =>
          `select "id", ${placeOf(r, name)}, "${name}" as "is" from "${r.name}" where not "isDel" and "${name}" <> '' and "${name}" !~ ${literal(model.app.phone.pattern)}`,
      ),
    ),
  )
}

/** What a look-up over all companies offers may be another company's. */
const mayBeElsewhere = (model: Model, { lookup }: FieldModel): boolean =>
  lookup !== undefined && model.calls[lookup]?.scope === 'global'

/** Where an account is signed in at present is a company of its own: these fields point into that one. */
const SIGNED_IN: Record<string, { company: string; fields: string[] }> = {
  user: { company: 'currentCorpId', fields: ['orgId', 'currentRoleId'] },
}

/** The company that a field of the row "t" points into. */
function companyFor(r: ResourceModel, field: FieldModel): string {
  const at = SIGNED_IN[r.name]
  return at?.fields.includes(field.name) ? `coalesce(t."${at.company}", t."companyId")` : 't."companyId"'
}

/** Rows of one company that point at a row of another. */
function strangers(model: Model): string {
  return all(
    tablesOf(model).flatMap((r) =>
      refsOf(model, r)
        .filter(({ field, target }) => r.company && target.company && !mayBeElsewhere(model, field))
        .map(
          ({ field, target }) =>
            `select t."id", ${placeOf(r, field.name)}, t."companyId"::text as "is" from "${r.name}" t join "${target.name}" o on o."id" = t."${field.name}"
             where not t."isDel" and o."companyId" <> ${companyFor(r, field)}`,
        ),
    ),
  )
}

/** Live rows that point at what was deleted, or at nothing. */
function orphans(model: Model): string {
  return all(
    tablesOf(model).flatMap((r) =>
      refsOf(model, r).map(
        ({ field, target }) =>
          `select t."id", ${placeOf(r, field.name)}, t."${field.name}"::text as "is" from "${r.name}" t left join "${target.name}" o on o."id" = t."${field.name}"
           where not t."isDel" and t."${field.name}" is not null and coalesce(o."isDel", true)`,
      ),
    ),
  )
}

/** Values that may not occur twice; those that are unique only among some rows are held by their index. */
function twins(model: Model): string {
  return all(
    tablesOf(model).flatMap((r) =>
      r.unique
        .filter((one) => !one.where)
        .map(({ field, within, everywhere }) => {
          const keys = [...(r.company && !everywhere ? ['companyId'] : []), ...within, field].map((key) => `"${key}"`)
          return `select min("id") as "id", ${placeOf(r, field)}, min("${field}"::text) as "is" from "${r.name}"
            where not "isDel" and nullif("${field}"::text, '') is not null group by ${keys.join(', ')} having count(*) > 1`
        }),
    ),
  )
}

export const records = (v: In, model: Model): Invariant[] => [
  { code: 'I-40', says: 'what may be there once is there once', broken: twins(model) },
  { code: 'I-41', says: 'a telephone number has the form that app.json asks for', broken: phones(model) },
  { code: 'I-48', says: 'what belongs to a company points at its own company', broken: strangers(model) },
  { code: 'I-50', says: 'nothing points at what was deleted', broken: orphans(model) },
  {
    code: 'I-44',
    says: 'the rows of an import were added, repeated or wrong',
    broken: `select "id", "successCount" + "repeatCount" + "failCount" as "is", "totalCount" as "should" from "importJob"
      where not "isDel" and "status" in (${v('import_status', 'done')}) and "successCount" + "repeatCount" + "failCount" <> "totalCount"`,
  },
]
