/** The registry of field types: one entry each, with the same name as in the model and on the server. */
import './fields.css'
import type { FieldType } from '../../model/fields.ts'
import { bool } from './bool.tsx'
import { changes } from './changes.tsx'
import { crew } from './crew.tsx'
import { date } from './date.tsx'
import { datetime } from './datetime.tsx'
import { decimal } from './decimal.tsx'
import { email } from './email.tsx'
import { enumField } from './enum.tsx'
import { enums } from './enums.tsx'
import { file } from './file.tsx'
import { grants } from './grants.tsx'
import { group } from './group.tsx'
import { image } from './image.tsx'
import { images } from './images.tsx'
import { int } from './int.tsx'
import { json } from './json.tsx'
import { provideFields } from './lookup.ts'
import { money } from './money.tsx'
import { own } from './own.tsx'
import { password } from './password.tsx'
import { phone } from './phone.tsx'
import { ref } from './ref.tsx'
import { refs } from './refs.tsx'
import { region } from './region.tsx'
import { rows } from './rows.tsx'
import { serial } from './serial.tsx'
import { sign } from './sign.tsx'
import { string } from './string.tsx'
import { text } from './text.tsx'
import { time } from './time.tsx'
import type { FieldView } from './types.ts'
import { video } from './video.tsx'

/** How each field type is shown and edited. A new type does not compile until it has an entry here. */
const fields: Record<FieldType, FieldView> = {
  string,
  text,
  int,
  decimal,
  money,
  bool,
  enum: enumField,
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
  rows,
  group,
  json,
  grants,
  crew,
  sign,
  changes,
}

provideFields(fields)
