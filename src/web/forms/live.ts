/** The record as typed so far, for the expressions of a form. */
import { observable } from '@formily/reactive'
import type { Form } from '@formily/core'
import type { Env } from '../../model/expr/evaluate.ts'
import { targetOf, keyOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { withRoots } from '../fields/bounds.ts'
import { titleIn } from '../fields/entry.ts'
import { titleKey } from '../fields/titles.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldsOf, type FormTask } from './task.ts'

/** The typed values, with the record and the titles behind them. */
export interface Live {
  env: Env
  /** The typed values over the record; includes the titles of chosen records. */
  row: WireRow
  /** The titles of chosen records. */
  titles: WireRow
  /** The chosen records, by resource and key. */
  records: Map<string, WireRow>
  /** A reference chose a record, or none: keeps its title and makes it available to expressions. */
  choose(field: FieldModel, picked: WireRow | WireRow[] | undefined): void
}

/**
 * The titles of references whose default is a record of the person or of the row of the button (`=user.orgId`,
 * `=row.siteId`): these have them, and no look-up has been made yet.
 */
function titlesOfDefaults(task: FormTask): WireRow {
  const user = (task.env.user ?? {}) as WireRow
  const known: Record<'user' | 'row', WireRow> = { user: { employeeName: user.realName, ...user }, row: task.row ?? {} }
  return Object.fromEntries(
    fieldsOf(task.items).flatMap(({ field }) => {
      const copied =
        field.type === 'ref' && task.mode !== 'edit' && field.default && 'expr' in field.default
          ? /^(user|row)\.(\w+)$/.exec(field.default.expr.src.trim())
          : undefined
      if (!copied) return []
      const title = known[copied[1] as 'user' | 'row'][titleKey({ name: copied[2] ?? '' })]
      return title ? [[titleKey(field), title]] : []
    }),
  )
}

/** What references are called whose values a call brought with their titles beside them. */
function titlesOfLoaded({ loaded = {}, items }: FormTask): WireRow {
  const names = fieldsOf(items).map(({ field }) => titleKey(field))
  return Object.fromEntries(names.filter((name) => !isEmpty(loaded[name])).map((name) => [name, loaded[name]]))
}

/** Reads from the first of several records that has the key. */
function overlay(pick: (key: string) => WireRow): WireRow {
  return new Proxy<WireRow>(
    {},
    {
      get: (_none, key) => (typeof key === 'string' ? pick(key)[key] : undefined),
      has: (_none, key) => typeof key === 'string' && key in pick(key),
    },
  )
}

/**
 * The typed values, and the inputs that are fixed, over the record or the button's row: what will be written, which is
 * what the server asks conditions of.
 * `before`: what was chosen in the form that this one replaces, and is chosen still.
 */
export function liveOf(task: FormTask, form: Form, before?: Pick<Live, 'titles' | 'records'>): Live {
  const names = new Set(fieldsOf(task.items).map((one) => one.field.name))
  const record = () => task.row ?? {}
  const titles = observable.shallow<WireRow>({
    ...titlesOfDefaults(task),
    ...titlesOfLoaded(task),
    ...task.titles,
    ...before?.titles,
  })
  const records = new Map(before?.records)
  const typed = () => form.values as WireRow
  const fallback = (key: string) => (key in titles ? titles : record())
  const row = overlay((key) => {
    if (names.has(key)) return typed()
    const fixedInputs = task.fixed(typed())
    return key in fixedInputs ? fixedInputs : fallback(key)
  })
  const env = withRoots(task.env, {
    row,
    input: row,
    old: task.mode === 'edit' ? overlay(record) : undefined,
    live: true,
    find: (resource, key) => records.get(`${resource}/${String(key)}`),
  })
  const titleField = (field: FieldModel) => targetOf(task.part.resources, field)?.title
  const remember = (field: FieldModel, record: WireRow) => {
    records.set(`${field.of}/${String(record[keyOf(field)] ?? record.value)}`, record)
    return titleIn(record, titleField(field))
  }
  return {
    env,
    row,
    titles,
    records,
    choose(field, picked) {
      titles[titleKey(field)] = Array.isArray(picked)
        ? picked.map((one) => remember(field, one))
        : picked && remember(field, picked)
    },
  }
}
