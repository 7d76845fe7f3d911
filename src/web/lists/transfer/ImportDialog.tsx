import { Button, Modal } from 'antd'
import type { CallModel } from '../../../model/model.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { PreviewTable, ReportTable, Running } from './importTables.tsx'
import { useImport, type Importing } from './useImport.ts'

interface ImportProps {
  call: CallModel
  /** Fixed inputs, which are not shown. */
  fixed: WireRow
  title: string
  onClose: () => void
  /** Rows were written. */
  onDone: () => void
}

/** Rows from a file: template, upload, preview, the import itself, and the result of every row. */
export function ImportDialog({ call: importing, fixed, title, onClose, onDone }: ImportProps) {
  const work = useImport(importing, fixed, onDone)
  const close = () => {
    work.leave()
    onClose()
  }
  return (
    <Modal
      open
      title={title}
      width={860}
      onCancel={close}
      maskClosable={false}
      footer={<Footer work={work} onClose={close} />}
    >
      <Step work={work} importing={importing} />
    </Modal>
  )
}

function Step({ work, importing }: { work: Importing; importing: CallModel }) {
  const t = useT()
  const { step } = work
  switch (step.at) {
    case 'file':
      return <ChooseFile importing={importing} work={work} />
    case 'reading':
      return <p role="status">{t('readingFile', { name: step.name })}</p>
    case 'preview':
      return <PreviewTable preview={step.preview} importing={importing} />
    case 'running':
      return <Running report={step.report} />
    case 'report':
      return <ReportTable report={step.report} importing={importing} />
  }
}

function Footer({ work: { step, restart, run }, onClose }: { work: Importing; onClose: () => void }) {
  const t = useT()
  if (step.at === 'preview') {
    return (
      <div className="at-dialog-foot">
        <Button onClick={restart}>{t('otherFile')}</Button>
        <Button type="primary" disabled={step.preview.valid === 0} onClick={() => void run(step.fileId)}>
          {t('importRows', { count: step.preview.valid })}
        </Button>
      </div>
    )
  }
  return (
    <div className="at-dialog-foot">
      <Button onClick={onClose} type={step.at === 'report' ? 'primary' : 'default'}>
        {t(step.at === 'report' ? 'close' : step.at === 'running' ? 'goOn' : 'cancel')}
      </Button>
    </div>
  )
}
