import { PictureOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import type { Env } from '../../../model/expr/evaluate.ts'
import { dictionaryOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import type { WebPart } from '../../../model/web.ts'
import { lookupOf, targetOf } from '../choices.ts'
import { usePartModel } from '../context.tsx'
import { computed, entryEnv, newEntry, picked } from '../entry.ts'
import { useT } from '../sentences.ts'
import type { WireRow } from '../types.ts'
import type { Carded, CardPickerProps } from './CardPicker.tsx'
import { CardPicker } from './cards.ts'

/** The member that is chosen from cards, with the kinds that are offered where it points at several. */
type Pictured = Pick<CardPickerProps, 'field' | 'kinds'>

function picturedOf(members: readonly FieldModel[], part: WebPart): Pictured | undefined {
  for (const field of members) {
    if (field.type !== 'ref') continue
    const by = members.find((one) => one.name === field.by)
    if (!by) {
      if (!field.by && lookupOf(field, {}, part)?.cards) return { field }
      continue
    }
    const offered = dictionaryOf(part.dictionaries, by)?.values ?? []
    const values = offered.flatMap(({ value, retired }) =>
      !retired && (by.in?.includes(value) ?? true) && lookupOf(field, { [by.name]: value }, part)?.cards ? [value] : [],
    )
    if (values.length > 0) return { field, kinds: { by, values } }
  }
  return undefined
}

interface ByPictureProps {
  members: readonly FieldModel[]
  env: () => Env
  disabled: boolean
  onAdd: (entries: WireRow[]) => void
}

/** Puts several entries into a table at once: their reference is chosen from cards. */
export function RowsByPicture({ members, env, disabled, onAdd }: ByPictureProps) {
  const t = useT()
  const part = usePartModel()
  const [open, setOpen] = useState(false)
  const pictured = picturedOf(members, part)
  if (!pictured) return null
  const { field, kinds } = pictured
  const entryOf = ({ choice, kind }: Carded): WireRow => {
    const entry = {
      ...newEntry(members, env()),
      ...(kinds ? { [kinds.by.name]: kind } : {}),
      [field.name]: choice.value,
    }
    const title = part.resources[targetOf(field, entry) ?? '']?.title
    return computed(members, picked(field, entry, choice.record, title), env())
  }
  return (
    <>
      <Button type="dashed" size="small" icon={<PictureOutlined />} onClick={() => setOpen(true)} disabled={disabled}>
        {t('byPicture')}
      </Button>
      {open && (
        <CardPicker
          {...pictured}
          row={newEntry(members, env())}
          envOf={(row) => entryEnv(env(), row)}
          many
          onDone={(chosen) => {
            onAdd(chosen.map(entryOf))
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
