import { Button, Modal } from 'antd'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { changes } from './sent.ts'
import type { FormHandle } from './useForm.ts'

/** Fields that someone else changed meanwhile, or that this person changed. */
function differing(handle: FormHandle): string[] {
  const { task, form, live, stale } = handle
  const mine = changes({ ...task, mode: 'add' }, form, task.row ?? {}, live.env)
  const theirs = [...handle.fields.keys()].filter(
    (name) =>
      stale?.current[name] !== undefined &&
      JSON.stringify(stale.current[name] ?? null) !== JSON.stringify(task.row?.[name] ?? null),
  )
  return [...new Set([...theirs, ...Object.keys(mine)])]
}

/** Someone else saved the record during editing: shows the differences and asks which values to keep. */
export function ConflictDialog({ handle, onKeep }: { handle: FormHandle; onKeep: () => void }) {
  const t = useT()
  const names = differing(handle)
  return (
    <Modal
      open
      title={t('conflictTitle')}
      width={720}
      onCancel={handle.takeTheirs}
      maskClosable={false}
      footer={[
        <Button key="theirs" onClick={handle.takeTheirs}>
          {t('takeTheirs')}
        </Button>,
        <Button key="mine" type="primary" onClick={onKeep}>
          {t('keepMine')}
        </Button>,
      ]}
    >
      <p>{t('conflictText')}</p>
      <table className="at-compare">
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            <th scope="col">{t('before')}</th>
            <th scope="col">{t('theirs')}</th>
            <th scope="col">{t('mine')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <Difference key={name} name={name} handle={handle} />
          ))}
        </tbody>
      </table>
    </Modal>
  )
}

function Difference({ name, handle }: { name: string; handle: FormHandle }) {
  const cells = useCells()
  const model = handle.fields.get(name)?.field
  if (!model) return null
  const { cell } = fieldView(model.type)
  const shown = (row: WireRow | undefined) => cell(row?.[name], row ?? {}, model, cells)
  return (
    <tr>
      <th scope="row">{model.label[cells.lang]}</th>
      <td>{shown(handle.task.row)}</td>
      <td>{shown(handle.stale?.current)}</td>
      <td>{cell(handle.form.values[name] as unknown, handle.live.row, model, cells)}</td>
    </tr>
  )
}
