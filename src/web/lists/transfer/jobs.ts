/** Watches a job until it ends, by push messages and by polling. */
import { call } from '../../core/request.ts'
import { enginePath } from '../../core/calls.ts'
import { onPush } from '../../core/push.ts'

interface Job {
  done: number
  total: number
  status: string
  url?: string | null
  error?: string | null
}

const ASK_MS = 1500

const isOver = (status: string): boolean => ['done', 'failed', 'cancelled'].includes(status)

/** Watches a job: calls `onProgress` at every step and resolves with the last one. Rejects when `signal` aborts. */
export function watchJob(id: number, onProgress: (job: Job) => void, signal?: AbortSignal): Promise<Job> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>
    const stop = onPush('/api/push/job', (data) => {
      if (data.id === id) void look()
    })
    const end = (finish: () => void) => {
      clearTimeout(timer)
      stop()
      finish()
    }
    const look = async () => {
      clearTimeout(timer)
      try {
        const { data } = await call<Job>(enginePath('job'), { jobId: id }, { silent: true, loading: false, signal })
        onProgress(data)
        if (isOver(data.status)) return end(() => resolve(data))
        timer = setTimeout(() => void look(), ASK_MS)
      } catch (error) {
        end(() => reject(error instanceof Error ? error : new Error(String(error))))
      }
    }
    signal?.addEventListener('abort', () => end(() => reject(new Error('stopped'))))
    void look()
  })
}
