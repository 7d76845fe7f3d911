import { Button, Modal } from 'antd'
import { useEffect } from 'react'
import { useT } from '../../fields/sentences.ts'
import { ReportTable } from './importTables.tsx'
import { forget, look, useOpenedRun } from './runs.ts'

/** The result of an import that ended in the background, asked for from its notice. */
export function ImportResult() {
  const t = useT()
  const run = useOpenedRun()
  const jobId = run?.jobId
  useEffect(() => (jobId === undefined ? undefined : look(jobId)), [jobId])
  if (!run?.report) return null
  const close = () => forget(run.jobId)
  return (
    <Modal
      open
      title={run.title}
      width={860}
      onCancel={close}
      maskClosable={false}
      footer={
        <div className="at-dialog-foot">
          <Button type="primary" onClick={close}>
            {t('close')}
          </Button>
        </div>
      }
    >
      <ReportTable report={run.report} of={run.of} />
    </Modal>
  )
}
