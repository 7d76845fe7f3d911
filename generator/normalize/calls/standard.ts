/** What the standard calls take, and what their buttons say. */
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

const plain = (name: string, type: FieldModel['type'], label: Text, more: Partial<FieldModel> = {}): FieldModel => ({
  ...PLAIN_FIELD,
  name,
  type,
  label,
  ...more,
})

const ID_LABEL: Text = { zh: '编号', en: 'ID' }

/** `id`: the record a call is made on. */
export const idInput = (resource: string, required = true): FieldModel =>
  plain('id', 'ref', ID_LABEL, { of: resource, key: 'id', required, nullable: !required })
/** `ids`: the records a batch is made on. */
export const idsInput = (resource: string, required = true): FieldModel =>
  plain('ids', 'refs', { zh: '所选', en: 'Chosen' }, { of: resource, key: 'id', required, nullable: !required })
export const versionInput = (): FieldModel => plain('version', 'int', { zh: '版本', en: 'Version' })

/** Fields a person may fill: not managed, not computed. Child rows count. */
export const editable = (r: ResourceModel): FieldModel[] =>
  Object.values(r.fields).filter((f) => !f.managed && !f.value)

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
      return [plain('jobId', 'int', { zh: '任务', en: 'Job' }, { required: true, nullable: false })]
    default:
      return []
  }
}

/** Inputs of an import: the uploaded file, and whether only to look. */
export const importInput = (): FieldModel[] => [
  plain('fileId', 'int', { zh: '文件', en: 'File' }, { required: true, nullable: false }),
  plain('preview', 'bool', { zh: '仅预览', en: 'Preview only' }),
]
