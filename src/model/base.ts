/** The fields that every stored record has beside those of its resource. */
import type { FieldModel, Text } from './model.ts'

const plain = {
  required: false,
  locked: false,
  negative: false,
  with: {},
  fill: {},
  managed: true,
  once: false,
  secret: false,
  masked: false,
  search: false,
  stored: true,
  column: true,
  was: [],
}

const LABELS = {
  id: { zh: '编号', en: 'ID' },
  version: { zh: '版本', en: 'Version' },
  createTime: { zh: '创建时间', en: 'Created' },
  createBy: { zh: '创建人', en: 'Created by' },
  updateTime: { zh: '更新时间', en: 'Updated' },
  updateBy: { zh: '更新人', en: 'Updated by' },
} satisfies Record<string, Text>

/** The fields every stored record has; the two people are followed as `createByRef` and `updateByRef`. */
export function baseFields(person: string | undefined): FieldModel[] {
  const by = (name: 'createBy' | 'updateBy'): FieldModel =>
    person
      ? { ...plain, name, type: 'ref', of: person, key: 'id', as: `${name}Ref`, label: LABELS[name], nullable: true }
      : { ...plain, name, type: 'int', label: LABELS[name], nullable: true }
  const own = (name: 'id' | 'version' | 'createTime' | 'updateTime', type: 'int' | 'datetime'): FieldModel => ({
    ...plain,
    name,
    type,
    label: LABELS[name],
    nullable: false,
  })
  return [
    own('id', 'int'),
    own('version', 'int'),
    own('createTime', 'datetime'),
    by('createBy'),
    own('updateTime', 'datetime'),
    by('updateBy'),
  ]
}
