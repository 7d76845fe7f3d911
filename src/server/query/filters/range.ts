/** From – to, both ends in: numbers, days, moments, ordered dictionaries. Each end may be open. */
import { asType, isDated } from '../../../model/fields.ts'
import type { FieldModel, FilterModel } from '../../../model/model.ts'
import { checkValue, isEmpty } from '../../../model/validate/index.ts'
import { midnightOf } from '../../../model/zone.ts'
import { Refusal } from '../../errors.ts'
import { codecOf } from '../../fields/index.ts'
import { existsAlong, fieldsAlong, pathOf } from '../paths.ts'
import { allOf, sql, type Sql } from '../sql.ts'
import type { Catalogue } from '../table.ts'
import { fieldSql } from '../titles.ts'
import { malformed, slotName, type Made, type Making } from './plan.ts'
import { along } from './values.ts'

export function range({ catalogue, table, model, match }: Making<'range'>): Made {
  const path = pathOf(catalogue, table, match.path)
  const { field } = path
  return {
    reads: fieldsAlong(path),
    parse(payload) {
      const [from, to] = bounds(model, payload)
      const values: Record<string, unknown> = {}
      if (!isEmpty(from)) values[slotName(model, '.from')] = bound(catalogue, model, field, from, 0)
      if (!isEmpty(to)) values[slotName(model, '.to')] = bound(catalogue, model, field, to, 1)
      const wholeDay = field.type === 'datetime' && isMidnight(to, catalogue.model.app.timezone)
      const shape = `${isEmpty(from) ? '' : '>='}${isEmpty(to) ? '' : wholeDay ? '<' : '<='}`
      return shape === '' ? undefined : { shape, values, value: [from ?? null, to ?? null] }
    },
    build: (used, place) =>
      existsAlong(path.steps, place.alias, along(place), (at) => {
        const value = fieldSql(field, at, place.environment)
        const conditions: Sql[] = []
        if (used.shape.includes('>=')) conditions.push(sql`${value} >= ${place.parameter(slotName(model, '.from'))}`)
        if (used.shape.includes('<=')) conditions.push(sql`${value} <= ${place.parameter(slotName(model, '.to'))}`)
        else if (used.shape.includes('<')) conditions.push(sql`${value} < ${place.parameter(slotName(model, '.to'))}`)
        return allOf(conditions)
      }),
  }
}

function bounds(model: FilterModel, payload: Record<string, unknown>): [unknown, unknown] {
  if (model.wire.length === 2) return [model.wire[0] && payload[model.wire[0]], model.wire[1] && payload[model.wire[1]]]
  const value = payload[model.wire[0]]
  if (isEmpty(value)) return [undefined, undefined]
  if (!Array.isArray(value) || value.length !== 2) return malformed(model)
  return [value[0], value[1]]
}

const isMidnight = (value: unknown, zone: string): boolean =>
  typeof value === 'number' && midnightOf(value, zone) === value

/** A bound as a parameter. Of moments, a bound that is a day means the whole of it: up to the next midnight. */
function bound(catalogue: Catalogue, model: FilterModel, field: FieldModel, value: unknown, end: 0 | 1): unknown {
  const { dictionaries, app } = catalogue.model
  const zone = app.timezone
  const dated = isDated(field.type)
  const control: FieldModel = {
    ...(dated ? asType(model.control, 'datetime') : model.control),
    required: false,
    min: undefined,
    max: undefined,
    in: undefined,
    negative: true,
    digits: undefined,
  }
  const wrong = checkValue(control, value, dictionaries, zone)
  if (wrong) throw new Refusal(400, wrong, { field: model.wire[model.wire.length === 2 ? end : 0] ?? model.name })
  const inside = codecOf(control).fromWire(value, control, dictionaries)
  const moment =
    field.type === 'datetime' && end === 1 && isMidnight(value, zone) ? midnightOf(value as number, zone, 1) : inside
  return codecOf(field).toDb(moment, field, dictionaries)
}
