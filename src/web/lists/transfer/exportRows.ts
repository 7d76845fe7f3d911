/** Exports the rows of a list to a file: the same filters, the same order. A job makes it when there are many rows. */
import type { CallModel } from '../../../model/model.ts'
import { notice, say } from '../../core/feedback.tsx'
import { call } from '../../core/request.ts'
import { t } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { watchJob } from './jobs.ts'

/** Requests the file and downloads it when it is ready. `name`: the subject of the messages. */
export async function exportRows(exporting: CallModel, input: WireRow, name: string): Promise<void> {
  const { data } = await call<{ url?: string; jobId?: number }>(exporting.path, input)
  if (data?.url) return finish(data.url, name)
  if (data?.jobId !== undefined) saveFileOf(data.jobId, name)
}

/** Saves the file that a job makes, when it is there. */
export function saveFileOf(jobId: number, name: string): void {
  say.info(t('exportBegan', { name }))
  // Not awaited: the person goes on working.
  void watchJob(jobId, () => undefined).then(
    (job) => (job.url ? finish(job.url, name) : say.error(job.error || t('exportFailed', { name }))),
    () => say.error(t('exportFailed', { name })),
  )
}

function finish(url: string, name: string): void {
  download(url)
  notice({
    key: url,
    done: true,
    title: t('exportDone', { name }),
    text: t('exportAgain'),
    seconds: 8,
    onOpen: () => download(url),
  })
}

/** Downloads a file of the server under its own name. */
export function download(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.rel = 'noreferrer'
  document.body.append(link)
  link.click()
  link.remove()
}
