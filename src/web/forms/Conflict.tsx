import { Button, Modal } from 'antd'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import type { FormHandle } from './useForm.ts'

/** Fields that someone else changed meanwhile, or that this person changed. */
function differing({ fields, source, stale }: FormHandle, mine: readonly string[]): string[] {
  const theirs = [...fields.keys()].filter(
    (name) =>
      stale?.current[name] !== undefined &&
      JSON.stringify(stale.current[name] ?? null) !== JSON.stringify(source[name] ?? null),
  )
  return [...new Set([...theirs, ...mine])]
}

/** Someone else saved the record during editing: shows the differences and asks which values to keep. */
export function ConflictDialog({ handle, onKeep }: { handle: FormHandle; onKeep: () => void }) {
  const t = useT()
  const mine = handle.touched()
  const names = differing(handle, mine)
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
            <Difference key={name} name={name} handle={handle} isMine={mine.includes(name)} />
          ))}
        </tbody>
      </table>
    </Modal>
  )
}

/** One field. What this person did not touch stays as the other left it. */
function Difference({ name, handle, isMine }: { name: string; handle: FormHandle; isMine: boolean }) {
  const t = useT()
  const cells = useCells()
  const model = handle.fields.get(name)?.field
  if (!model) return null
  const { cell } = fieldView(model.type)
  const shown = (row: WireRow | undefined) => cell(row?.[name], row ?? {}, model, cells)
  return (
    <tr>
      <th scope="row">{model.label[cells.lang]}</th>
      <td>{shown(handle.source)}</td>
      <td>{shown(handle.stale?.current)}</td>
      <td>
        {isMine ? (
          cell(handle.form.values[name] as unknown, handle.live.row, model, cells)
        ) : (
          <span className="at-quiet">{t('untouched')}</span>
        )}
      </td>
    </tr>
  )
}
