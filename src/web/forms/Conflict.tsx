import { Button, Modal } from 'antd'
import { formatDatetime } from '../../model/format.ts'
import type { FieldModel } from '../../model/model.ts'
import { useCore } from '../core/model.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import { useT } from '../fields/sentences.ts'
import { changedParts } from '../fields/parts.ts'
import type { CellContext, WireRow } from '../fields/types.ts'
import type { FormHandle } from './useForm.ts'

/** Whether someone else changed a field meanwhile. */
const changedByOthers = ({ source, stale }: FormHandle, name: string): boolean =>
  stale?.current[name] !== undefined &&
  JSON.stringify(stale.current[name] ?? null) !== JSON.stringify(source[name] ?? null)

/** Fields that someone else changed meanwhile, or that this person changed. */
function differing(handle: FormHandle, mine: readonly string[]): string[] {
  const theirs = [...handle.fields.keys()].filter((name) => changedByOthers(handle, name))
  return [...new Set([...theirs, ...mine])]
}

/** Someone else saved the record during editing: shows the differences and asks which values to keep. */
export function ConflictDialog({ handle, onKeep }: { handle: FormHandle; onKeep: () => void }) {
  const t = useT()
  const mine = handle.touched()
  const names = differing(handle, mine)
  const zone = useCore().app.timezone
  const { updateName, updateTime } = handle.stale?.current ?? {}
  const said =
    typeof updateName === 'string' && typeof updateTime === 'number'
      ? t('conflictBy', { name: updateName, at: formatDatetime(updateTime, zone) })
      : t('conflictText')
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
      <p>{said}</p>
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

function Untouched() {
  const t = useT()
  return <span className="at-quiet">{t('untouched')}</span>
}

/** One field. What this person did not touch stays as the other left it. */
function Difference({ name, handle, isMine }: { name: string; handle: FormHandle; isMine: boolean }) {
  const cells = useCells()
  const model = handle.fields.get(name)?.field
  if (!model) return null
  const { cell } = fieldView(model.type)
  const isTheirs = changedByOthers(handle, name)
  const shown = (row: WireRow | undefined) => cell(row?.[name], row ?? {}, model, cells)
  const said = (value: unknown) => changesOf(handle.source[name], value, model, cells)
  const mine = handle.form.values[name] as unknown
  return (
    <tr>
      <th scope="row">{model.label[cells.lang]}</th>
      <td>{shown(handle.source)}</td>
      <td>{isTheirs ? (said(handle.stale?.current[name]) ?? shown(handle.stale?.current)) : <Untouched />}</td>
      <td>{isMine ? (said(mine) ?? cell(mine, handle.live.row, model, cells)) : <Untouched />}</td>
    </tr>
  )
}

/** Of a list that is saved whole what was put in and taken out; nothing where its parts have no words. */
function changesOf(before: unknown, after: unknown, field: FieldModel, cells: CellContext) {
  const { parts, fromWire = (value: unknown) => value } = fieldView(field.type)
  const [was, now] = [before, after].map((value) => parts?.of(fromWire(value), field, cells))
  if (!parts || !was || !now) return undefined
  const wordsOf = (key: string, part: unknown): string => parts.words(key, part, field, before, cells)
  const lines = changedParts(was, now).flatMap((key) => [
    ...(was.has(key) ? [['−', wordsOf(key, was.get(key))] as const] : []),
    ...(now.has(key) ? [['+', wordsOf(key, now.get(key))] as const] : []),
  ])
  if (lines.length === 0 || lines.some(([, words]) => words === '')) return undefined
  return lines.map(([sign, words]) => (
    <div key={sign + words}>
      {sign} {words}
    </div>
  ))
}
