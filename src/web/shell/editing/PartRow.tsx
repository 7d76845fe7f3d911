import { CloseOutlined, EditOutlined, FileTextOutlined, HolderOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import type { EditablePart } from '../../../model/editing.ts'
import { useText } from '../../core/i18n.ts'
import { useT } from './sentences.ts'

interface PartRowProps {
  part: EditablePart
  /** The address that opens its file. */
  file: string
  marked: boolean
  onRename(words: string): void
  onRemove(): void
  /** Moves it by one place. */
  onStep(by: -1 | 1): void
  /** Another part was dropped on it. */
  onDrop(name: string): void
}

const DRAGGED = 'text/x-atelier-part'

/** A column, filter, field or button of the page: its name is changed in place, and it is moved by hand or by keys. */
export function PartRow({ part, file, marked, onRename, onRemove, onStep, onDrop }: PartRowProps) {
  const t = useT()
  const text = useText()
  const [naming, setNaming] = useState(false)
  const [over, setOver] = useState(false)
  const label = text(part.label)
  const keys = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onStep(event.key === 'ArrowUp' ? -1 : 1)
  }
  const dropped = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onDrop(event.dataTransfer.getData(DRAGGED))
  }
  return (
    <li
      className="ed-part"
      data-part={part.name}
      data-over={over}
      data-marked={marked}
      draggable={!naming}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, part.name)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={dropped}
    >
      <button
        type="button"
        className="ed-grip"
        aria-label={t('move', { name: label })}
        title={t('move', { name: label })}
        onKeyDown={keys}
      >
        <HolderOutlined />
      </button>
      {naming ? (
        <NameField label={label} onDone={(words) => (setNaming(false), words && words !== label && onRename(words))} />
      ) : (
        <span className="ed-label" onDoubleClick={() => setNaming(true)} title={part.name}>
          {label}
          {!part.here && <small>{t('shared', { file: part.file.split('/').at(-1) ?? '' })}</small>}
        </span>
      )}
      <Button
        size="small"
        type="text"
        icon={<EditOutlined />}
        aria-label={t('rename', { name: label })}
        onClick={() => setNaming(true)}
      />
      <Button
        size="small"
        type="text"
        href={file}
        icon={<FileTextOutlined />}
        aria-label={t('openFile', { file: part.file, line: part.line })}
        title={t('openFile', { file: part.file, line: part.line })}
      />
      <Button
        size="small"
        type="text"
        icon={<CloseOutlined />}
        aria-label={t('remove', { name: label })}
        onClick={onRemove}
      />
    </li>
  )
}

/** Enter and leaving keep what was typed, Escape does not. */
function NameField({ label, onDone }: { label: string; onDone(words: string | undefined): void }) {
  return (
    <Input
      size="small"
      autoFocus
      defaultValue={label}
      aria-label={label}
      onBlur={({ target }) => onDone(target.value.trim())}
      onPressEnter={({ currentTarget }) => onDone(currentTarget.value.trim())}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onDone(undefined)
      }}
    />
  )
}
