import { Button, Modal } from 'antd'
import { useState } from 'react'
import type { CallModel } from '../../../model/model.ts'
import { ask } from '../../core/feedback.tsx'
import { useText } from '../../core/i18n.ts'
import { usePartModel } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { PreviewTable, ReportTable, Running } from './importTables.tsx'
import { forget, stop } from './runs.ts'
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
  const text = useText()
  const resource = usePartModel().resources[importing.resource]
  const of = resource ? text(resource.label) : ''
  const work = useImport({ call: importing, fixed, title, of }, onDone)
  const { step } = work
  const close = () => {
    if (step.at === 'report') forget(step.jobId)
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
      <Step work={work} importing={importing} of={of} />
    </Modal>
  )
}

function Step({ work, importing, of }: { work: Importing; importing: CallModel; of: string }) {
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
      return <ReportTable report={step.report} of={of} />
  }
}

/** Stops the import, after a question. */
function StopButton({ jobId }: { jobId: number }) {
  const t = useT()
  const [stopping, setStopping] = useState(false)
  const press = async () => {
    if (!(await ask({ title: t('stopImportAsk'), text: t('stopImportNote'), ok: t('stopImport'), danger: true })))
      return
    setStopping(true)
    await stop(jobId)
  }
  return (
    <Button danger loading={stopping} onClick={() => void press()}>
      {t('stopImport')}
    </Button>
  )
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
      {step.at === 'running' && step.jobId !== undefined && <StopButton key={step.jobId} jobId={step.jobId} />}
      {step.at === 'report' && <Button onClick={restart}>{t('otherFile')}</Button>}
      <Button onClick={onClose} type={step.at === 'report' ? 'primary' : 'default'}>
        {t(step.at === 'report' ? 'close' : step.at === 'running' ? 'goOn' : 'cancel')}
      </Button>
    </div>
  )
}
