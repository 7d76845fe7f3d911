/** How a reference meets the record it points at. */
import { column, sql, type Sql } from './sql.ts'

/** The target row: by id alone; a text key is unique only within a company and among live rows. */
export function matches(key: string, at: string, sameCompanyAs: string | undefined): (value: Sql) => Sql {
  if (key === 'id') return (value) => sql`${column(at, 'id')} = ${value}`
  const company =
    sameCompanyAs === undefined ? sql`` : sql` and ${column(at, 'companyId')} = ${column(sameCompanyAs, 'companyId')}`
  return (value) => sql`${column(at, key)} = ${value} and not ${column(at, 'isDel')}${company}`
}
