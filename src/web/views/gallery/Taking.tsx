import { CloudUploadOutlined, PauseOutlined, CaretRightOutlined, CloseOutlined } from '@ant-design/icons'
import { Button, Progress, type ButtonProps } from 'antd'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { useLang } from '../../core/i18n.ts'
import { useT } from '../../fields/sentences.ts'
import type { Lacking } from './lacking.ts'
import type { QueueState, UploadQueue } from './queue.ts'
import type { Taking } from './useTaking.ts'

const TYPES = {
  pictures: 'image/jpeg,image/png,image/webp,image/avif',
  films: 'video/mp4,video/quicktime,video/webm',
}
const MB = 1024 * 1024

/** The button that asks for pictures; says what must be chosen first. */
export function TakeButton({ taking }: { taking: Taking }) {
  const t = useT()
  const lang = useLang()
  const why = taking.lacking ? t('chooseFirst', { what: taking.lacking }) : undefined
  return (
    <FilesButton taking={taking} type="primary" icon={<CloudUploadOutlined />} disabled={why !== undefined} title={why}>
      {taking.action.label[lang]}
    </FilesButton>
  )
}

/** A button that asks for files, and puts them into the queue. */
function FilesButton({ taking, children, ...button }: ButtonProps & { taking: Taking }) {
  const lang = useLang()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept={TYPES[taking.of]}
        hidden
        aria-label={taking.action.label[lang]}
        onChange={(event) => {
          taking.queue.put([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </>
  )
}

/** The page as a place where pictures are dropped. */
export function DropPlace({ taking, children }: { taking: Taking | undefined; children: ReactNode }) {
  const t = useT()
  const [over, setOver] = useState(false)
  if (!taking || taking.lacking) return <div className="at-gallery">{children}</div>
  const holdsFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return (
    <div
      className="at-gallery"
      onDragOver={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(false)
        taking.queue.put([...event.dataTransfer.files].filter((file) => TYPES[taking.of].includes(file.type || '?')))
      }}
    >
      {children}
      {over && (
        <div className="at-drop-here" aria-hidden>
          <CloudUploadOutlined />
          {t(taking.of === 'films' ? 'dropFilms' : 'dropPictures')}
        </div>
      )}
    </div>
  )
}

/** Files of an earlier visit that did not arrive, and the way to choose them again. */
export function LackingLine({ taking, lacking }: { taking: Taking | undefined; lacking: Lacking }) {
  const t = useT()
  if (!taking || taking.lacking || lacking.count === 0) return null
  return (
    <div className="at-taking" role="status">
      <div className="at-taking-words">
        <span>{t('uploadsLacking', { count: lacking.count })}</span>
        <span className="at-taking-buttons">
          <FilesButton taking={taking} size="small" type="primary">
            {t('uploadsAgain')}
          </FilesButton>
          <Button size="small" type="text" onClick={lacking.forget}>
            {t('uploadsForget')}
          </Button>
        </span>
      </div>
    </div>
  )
}

/** So many files that failed are named. */
const NAMED = 5
const saidOf = ({ name, why }: QueueState['failed'][number]): string => `${name}: ${why}`

/** How far the pictures are: how many, how much is left, what failed. */
export function TakingLine({ state, queue }: { state: QueueState; queue: UploadQueue }) {
  const t = useT()
  const { all, done, known, failed, running, paused, offline, bytesLeft, share } = state
  if (all === 0) return null
  const words = running
    ? t(offline ? 'uploadsWait' : paused ? 'uploadsPaused' : 'uploadsRun', {
        ...{ done: done + 1 > all ? all : done + 1, all, left: Math.ceil(bytesLeft / MB) },
      })
    : t('uploadsDone', { count: done - known })
  return (
    <div className="at-taking" role="status">
      <div className="at-taking-words">
        <span>{words}</span>
        {known > 0 && <span className="at-quiet">{t('uploadsKnown', { count: known })}</span>}
        {failed.length > 0 && (
          <span className="at-failed">
            {[t('uploadsFailed', { count: failed.length }), ...failed.slice(0, NAMED).map(saidOf)].join(' · ')}
            {failed.length > NAMED && ' …'}
          </span>
        )}
        <span className="at-taking-buttons">
          {failed.length > 0 && (
            <Button size="small" onClick={() => queue.retry()}>
              {t('uploadsRetry')}
            </Button>
          )}
          {running && (
            <Button
              size="small"
              icon={paused ? <CaretRightOutlined /> : <PauseOutlined />}
              onClick={() => (paused ? queue.resume() : queue.pause())}
            >
              {t(paused ? 'uploadsGoOn' : 'uploadsPause')}
            </Button>
          )}
          {!running && (
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={t('close')}
              onClick={() => queue.clear()}
            />
          )}
        </span>
      </div>
      {running && <Progress percent={Math.round(share * 100)} showInfo={false} size="small" aria-label={words} />}
    </div>
  )
}
