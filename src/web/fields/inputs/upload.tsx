import { CloseOutlined, LoadingOutlined, PlusOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { ariaOf } from '../aria.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'
import { smallUrl, uploadsOf, type Upload } from '../uploads.tsx'
import { acceptOf, useUploading, type Sending } from './uploading.ts'

type Look = 'pictures' | 'files'

function UploadBox({ look, many, ...props }: InputProps & { look: Look; many: boolean }) {
  const files = uploadsOf(props.value)
  // Files arrive one after another; each is added to the value of that moment.
  const newest = useRef(files)
  useEffect(() => {
    newest.current = files
  })
  const setFiles = (list: Upload[]) => props.onChange(many ? list : (list[0] ?? null))
  const { sending, add, full } = useUploading(props.field, files, (one) => setFiles([...newest.current, one]))
  const move = (from: number, to: number) => {
    const moved = files[from]
    if (!moved || to < 0 || to >= files.length) return
    const rest = files.filter((_one, i) => i !== from)
    setFiles([...rest.slice(0, to), moved, ...rest.slice(to)])
  }
  return (
    <Drop disabled={props.disabled || full} onFiles={(dropped) => void add(dropped)}>
      <ul className={`at-uploads at-uploads-${look}`}>
        {files.map((one, i) => (
          <Sent
            key={one.id}
            file={one}
            look={look}
            onRemove={props.disabled ? undefined : () => setFiles(files.filter((other) => other.id !== one.id))}
            onMove={props.disabled || files.length < 2 ? undefined : (by) => move(i, i + by)}
          />
        ))}
        {sending.map((one) => (
          <Coming key={one.key} file={one} look={look} />
        ))}
        {!full && (!props.disabled || props.busy) && (
          <li>
            <Picker {...props} look={look} many={many} onFiles={(chosen) => void add(chosen)} />
          </li>
        )}
      </ul>
    </Drop>
  )
}

function Drop({
  disabled,
  onFiles,
  children,
}: {
  disabled?: boolean
  onFiles: (files: File[]) => void
  children: React.ReactNode
}) {
  const [over, setOver] = useState(false)
  if (disabled) return <div className="at-drop">{children}</div>
  const take = (list: FileList | undefined) => {
    if (list?.length) onFiles([...list])
  }
  return (
    <div
      className={`at-drop${over ? ' at-drop-over' : ''}`}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onPaste={(event: ClipboardEvent) => take(event.clipboardData.files)}
    >
      {children}
    </div>
  )
}

function Picker({
  look,
  many,
  onFiles,
  ...props
}: InputProps & { look: Look; many: boolean; onFiles: (files: File[]) => void }) {
  const t = useT()
  return (
    <label className="at-upload-add">
      <input
        id={props.id}
        type="file"
        className="unseen"
        multiple={many}
        disabled={props.disabled}
        accept={acceptOf(props.field)}
        onBlur={props.onBlur}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
        {...ariaOf(props)}
      />
      <PlusOutlined aria-hidden />
      <span>{t(look === 'pictures' ? 'addPicture' : 'addFile')}</span>
    </label>
  )
}

function Sent({
  file,
  look,
  onRemove,
  onMove,
}: {
  file: Upload
  look: Look
  onRemove?: () => void
  onMove?: (by: number) => void
}) {
  const t = useT()
  const keys = (event: React.KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') onRemove?.()
    if (event.key === 'ArrowLeft') onMove?.(-1)
    if (event.key === 'ArrowRight') onMove?.(1)
  }
  return (
    <li className="at-upload">
      <a href={file.url} target="_blank" rel="noreferrer" onKeyDown={keys} title={file.origName}>
        {look === 'pictures' ? <img src={smallUrl(file.url)} alt={file.origName} /> : file.origName}
      </a>
      {onRemove && (
        <button
          type="button"
          className="at-upload-remove"
          onClick={onRemove}
          aria-label={t('removeFile', { name: file.origName })}
        >
          <CloseOutlined aria-hidden />
        </button>
      )}
    </li>
  )
}

function Coming({ file, look }: { file: Sending; look: Look }) {
  const t = useT()
  const percent = Math.round(file.done * 100)
  return (
    <li className="at-upload at-upload-coming">
      <span role="progressbar" aria-label={file.name} aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100}>
        <LoadingOutlined aria-hidden /> {percent}% {look === 'files' && file.name}
      </span>
      <button
        type="button"
        className="at-upload-remove"
        onClick={file.stop}
        aria-label={t('stopUpload', { name: file.name })}
      >
        <CloseOutlined aria-hidden />
      </button>
    </li>
  )
}

/** One picture. */
export const ImageInput = (props: InputProps) => <UploadBox {...props} look="pictures" many={false} />
/** Several pictures; arrows on one change the order. */
export const ImagesInput = (props: InputProps) => <UploadBox {...props} look="pictures" many />
/** One video. */
export const VideoInput = (props: InputProps) => <UploadBox {...props} look="files" many={false} />
/** One file. */
export const FileInput = (props: InputProps) => <UploadBox {...props} look="files" many={false} />
