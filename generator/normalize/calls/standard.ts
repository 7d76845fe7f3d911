/** The inputs of the standard calls, and the labels of their buttons. */
import { stepName } from '../../../src/model/fields.ts'
import { PLAIN_FIELD, type CallKind, type FieldModel, type ResourceModel, type Text } from '../../../src/model/model.ts'

/** Labels of the standard actions. */
export const STANDARD_LABELS: Record<string, Text> = {
  query: { zh: '查询', en: 'Search' },
  list: { zh: '列表', en: 'List' },
  detail: { zh: '详情', en: 'Details' },
  add: { zh: '新增', en: 'Add' },
  edit: { zh: '编辑', en: 'Edit' },
  del: { zh: '删除', en: 'Delete' },
  select: { zh: '选择', en: 'Choose' },
  export: { zh: '导出', en: 'Export' },
  import: { zh: '导入', en: 'Import' },
}

const ID_LABEL: Text = { zh: '编号', en: 'ID' }

/** `id`: the record of the call. */
export const idInput = (resource: string, required = true): FieldModel => ({
  ...PLAIN_FIELD,
  name: 'id',
  type: 'ref',
  label: ID_LABEL,
  of: resource,
  key: 'id',
  as: stepName('id'),
  required,
  nullable: !required,
})
/** `ids`: the records of a batch. */
export const idsInput = (resource: string, required = true): FieldModel => ({
  ...PLAIN_FIELD,
  name: 'ids',
  type: 'refs',
  label: { zh: '所选', en: 'Chosen' },
  of: resource,
  key: 'id',
  required,
  nullable: !required,
})
export const versionInput = (): FieldModel => ({
  ...PLAIN_FIELD,
  name: 'version',
  type: 'int',
  label: { zh: '版本', en: 'Version' },
})

/** A required number. */
const needed = (name: string, label: Text): FieldModel => ({
  ...PLAIN_FIELD,
  name,
  type: 'int',
  label,
  required: true,
  nullable: false,
})

/** Fields a person may fill: not managed, not computed. Child rows count. */
const editable = (r: ResourceModel): FieldModel[] => Object.values(r.fields).filter((f) => !f.managed && !f.value)

/** Inputs of a standard call beyond filters and paging. */
export function standardInput(kind: CallKind, r: ResourceModel): FieldModel[] {
  switch (kind) {
    case 'detail':
    case 'move':
    case 'set':
      return [idInput(r.name)]
    case 'add':
      return editable(r)
    case 'edit':
      return [idInput(r.name), versionInput(), ...editable(r).filter((f) => !f.once)]
    case 'del':
      return [idInput(r.name, false), idsInput(r.name, false)]
    case 'progress':
      return [needed('jobId', { zh: '任务', en: 'Job' })]
    default:
      return []
  }
}

/** Inputs of an import: the uploaded file, and whether to preview only. */
export const importInput = (): FieldModel[] => [
  needed('fileId', { zh: '文件', en: 'File' }),
  { ...PLAIN_FIELD, name: 'preview', type: 'bool', label: { zh: '仅预览', en: 'Preview only' } },
]
