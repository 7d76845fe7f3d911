/** Records that a test needs beside its own, made by the calls that the dialogs would make. */
import { keyOf } from '../../../src/model/fields.ts'
import type { FieldModel } from '../../../src/model/model.ts'
import { ACCOUNT, raw, tokenOf } from './api.ts'
import { model } from './model.ts'
import { nextNumber, sampleOf } from './samples.ts'

/** A new record of a resource, with what its call requires. */
export async function freshRecord(
  resource: string,
  values: Record<string, unknown> = {},
): Promise<{ id: number; name: string }> {
  const add = Object.values(model.calls).find((one) => one.resource === resource && one.kind === 'add')
  if (!add) throw new Error(`${resource} has no call that adds`)
  const n = nextNumber()
  const asked = add.input.filter((input) => (input.required && !input.default) || input.name in values)
  const input: Record<string, unknown> = { ...values }
  for (const [place, field] of asked.entries()) input[field.name] ??= await valueOf(field, n, place)
  const { id } = await raw<{ id: number }>(add.path, input, await tokenOf(ACCOUNT.administrator))
  return { id, name: String(input[model.resources[resource]?.title ?? ''] ?? id) }
}

/** A sample; for a reference the first record there is. */
async function valueOf(field: FieldModel, n: number, place: number): Promise<unknown> {
  if (field.type !== 'ref') return sampleOf(field, n, place)
  const [first] = await raw<Record<string, unknown>[]>(
    field.lookup ?? '',
    { pageNO: 1, pageRows: 1 },
    await tokenOf(ACCOUNT.administrator),
  )
  return first?.value ?? first?.[keyOf(field)]
}
