/** The registry of field types on the server: one file each, the same name as on the other sides. */
import type { FieldType } from '../../model/fields.ts'
import type { FieldModel } from '../../model/model.ts'
import { bool } from './bool.ts'
import { changes } from './changes.ts'
import type { FieldCodec } from './codec.ts'
import { crew } from './crew.ts'
import { date } from './date.ts'
import { datetime } from './datetime.ts'
import { decimal } from './decimal.ts'
import { email } from './email.ts'
import { enumCodec } from './enum.ts'
import { enums } from './enums.ts'
import { file } from './file.ts'
import { grants } from './grants.ts'
import { groupCodec } from './group.ts'
import { image } from './image.ts'
import { images } from './images.ts'
import { int } from './int.ts'
import { json } from './json.ts'
import { money } from './money.ts'
import { own } from './own.ts'
import { password } from './password.ts'
import { phone } from './phone.ts'
import { ref } from './ref.ts'
import { refs } from './refs.ts'
import { region } from './region.ts'
import { rowsCodec } from './rows.ts'
import { serial } from './serial.ts'
import { sign } from './sign.ts'
import { string } from './string.ts'
import { text } from './text.ts'
import { time } from './time.ts'
import { video } from './video.ts'

export type { FieldCodec } from './codec.ts'

/** The codec of a field. */
export const codecOf = (field: Pick<FieldModel, 'type'>): FieldCodec => codecs[field.type]

/** Every field type, built-in and registered. */
export const codecs: Record<FieldType, FieldCodec> = {
  string,
  text,
  int,
  decimal,
  money,
  bool,
  enum: enumCodec,
  enums,
  date,
  datetime,
  time,
  phone,
  email,
  password,
  serial,
  ref,
  refs,
  own,
  image,
  images,
  video,
  file,
  region,
  rows: rowsCodec(codecOf),
  group: groupCodec(codecOf),
  json,
  grants,
  crew,
  sign,
  changes,
}

/** The value as someone without the right to see it whole sees it. */
export function maskValue(field: FieldModel, inside: unknown): unknown {
  return codecOf(field).mask?.(inside, field) ?? null
}
