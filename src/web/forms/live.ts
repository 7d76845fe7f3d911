/** The record as typed so far: what expressions of a form read, and follow by themselves. */
import { observable } from '@formily/reactive'
import type { Form } from '@formily/core'
import type { Env } from '../../model/expr/evaluate.ts'
import { targetOf, keyOf } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { withRoots } from '../fields/bounds.ts'
import { titleIn } from '../fields/entry.ts'
import { titleKey } from '../fields/titles.ts'
import type { WireRow } from '../fields/types.ts'
import { fieldsOf, type FormTask } from './task.ts'

/** What is typed, with what is known around it. */
export interface Live {
  env: Env
  /** The typed values over the record; carries the titles of chosen records. */
  row: WireRow
  /** What chosen records are called. */
  titles: WireRow
  /** A reference chose a record, or none: its title is kept, expressions may follow it. */
  choose(field: FieldModel, picked: WireRow | WireRow[] | undefined): void
}

/**
 * What references are called that begin with something of the person (`=user.orgId`): the session knows their
 * names, and no look-up has been made yet.
 */
function titlesOfDefaults(task: FormTask): WireRow {
  const user = (task.env.user ?? {}) as WireRow
  return Object.fromEntries(
    fieldsOf(task.items).flatMap(({ field }) => {
      const own =
        field.type === 'ref' && task.mode !== 'edit' && field.default && 'expr' in field.default
          ? /^user\.(\w+)$/.exec(field.default.expr.src.trim())?.[1]
          : undefined
      const title = own && (user[titleKey({ name: own })] ?? (own === 'employeeId' ? user.realName : undefined))
      return title ? [[titleKey(field), title]] : []
    }),
  )
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
 * What is typed, over the record or over what the button stands on; `input` also has what is given without being asked.
 * `chosenBefore`: titles of records chosen before.
 */
export function liveOf(task: FormTask, form: Form, chosenBefore: WireRow = {}): Live {
  const asked = new Set(fieldsOf(task.items).map((one) => one.field.name))
  const record = () => task.row ?? {}
  const titles = observable.shallow<WireRow>({ ...titlesOfDefaults(task), ...task.titles, ...chosenBefore })
  const records = new Map<string, WireRow>()
  const typed = () => form.values as WireRow
  const around = (key: string) => (key in titles ? titles : record())
  const row = overlay((key) => (asked.has(key) ? typed() : around(key)))
  const given = overlay((key) => {
    if (asked.has(key)) return typed()
    const fixed = task.given(typed())
    return key in fixed ? fixed : around(key)
  })
  const env = withRoots(task.env, {
    row,
    input: given,
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
    choose(field, picked) {
      titles[titleKey(field)] = Array.isArray(picked)
        ? picked.map((one) => remember(field, one))
        : picked && remember(field, picked)
    },
  }
}
