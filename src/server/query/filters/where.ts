/** An expression over the row and the chosen value. */
import { isMany } from '../../../model/fields.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { valueOfName } from '../../fields/value-names.ts'
import { conditionSql, keyOf } from '../expression.ts'
import { malformed, type Made, type Making } from './plan.ts'
import { parseOne } from './values.ts'

export function where({ catalogue, table, model, match }: Making<'where'>): Made {
  const { dictionaries } = catalogue.model
  // Expressions speak of the values of a dictionary, not of their names.
  const spoken = (one: unknown): unknown => valueOfName(one, model.control, dictionaries)
  const reads = match.expr.reads
    .filter((path) => path.startsWith('row.'))
    .flatMap((path) => {
      const field = table.fields.get(path.split('.')[1] as string)
      return field ? [{ of: table.name, field }] : []
    })
  return {
    reads,
    parse(payload, environment) {
      const value = payload[model.wire[0] as string]
      if (isEmpty(value)) return undefined
      if (Array.isArray(value) && !isMany(model.control.type)) malformed(model)
      const list = (Array.isArray(value) ? value : [value]).map((one) => spoken(parseOne(catalogue, model, one)))
      const typed = Array.isArray(value) ? list : model.control.type === 'money' ? value : list[0]
      const key = keyOf(match.expr, { ...environment, value: typed })
      return { shape: key === undefined ? '!' : `(${key})`, values: {}, value: typed }
    },
    build: (used, place) => conditionSql(match.expr, place.alias, { ...place.environment, value: used.value }),
  }
}
