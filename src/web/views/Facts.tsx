import type { FormItemModel, FieldModel, ColumnModel } from '../../model/model.ts'
import { holds, type Env } from '../../model/expr/evaluate.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { useRecordCells } from '../fields/context.tsx'
import { RowTable } from '../fields/inputs/rowTable.tsx'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import { membersOf } from '../forms/sent.ts'
import { WhyNumber } from './Why.tsx'

/** Read-only fields of a record: label and value, sections with a heading, child rows as tables. */
export function Facts({
  items,
  row,
  env,
  resource,
}: {
  items: readonly FormItemModel[]
  row: WireRow
  env: Env
  /** Whose record it is, where its numbers say why they are what they are. */
  resource?: string
}) {
  const cells = useRecordCells({ whole: true })
  const plain = items.filter((item) => item.kind === 'field')
  const sections = items.filter((item) => item.kind === 'section')
  return (
    <div className="at-facts">
      {plain.length > 0 && (
        <dl>
          {plain.map((item) => (
            <Fact key={item.field.name} {...item} row={row} env={env} resource={resource} />
          ))}
        </dl>
      )}
      {sections
        .filter((item) => !item.show || holds(item.show, env))
        .map((item) => (
          <section key={item.label.en}>
            <h3>{item.label[cells.lang]}</h3>
            <dl>
              {item.items.map(
                (inner) =>
                  inner.kind === 'field' && (
                    <Fact key={inner.field.name} {...inner} row={row} env={env} resource={resource} />
                  ),
              )}
            </dl>
          </section>
        ))}
    </div>
  )
}

interface FactProps {
  field: FieldModel
  columns?: ColumnModel[]
  row: WireRow
  env: Env
  resource: string | undefined
}

function Fact({ field, columns, row, env, resource }: FactProps) {
  const cells = useRecordCells({ whole: true })
  const value = row[field.name]
  if (field.secret || field.type === 'password' || (field.show && isEmpty(value) && !holds(field.show, env)))
    return null
  const table = field.type === 'own' || field.type === 'rows'
  return (
    <div className={table || fieldView(field.type).wide ? 'at-wide' : undefined}>
      <dt>{field.label[cells.lang]}</dt>
      <dd>
        {table && !isEmpty(value) ? (
          <RowTable
            id={`fact-${field.name}`}
            field={field}
            members={membersOf({ field, columns })}
            value={value}
            row={row}
            env={() => env}
            onChange={() => undefined}
            disabled
          />
        ) : (
          fieldView(field.type).cell(value, row, field, cells)
        )}
        {resource !== undefined && <WhyNumber resource={resource} field={field} row={row} />}
      </dd>
    </div>
  )
}
