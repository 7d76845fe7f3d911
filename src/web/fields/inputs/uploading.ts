/** Uploads the files of a field, one after another, up to a limit, each with its progress (rules 6.5). */
import { useRef, useState } from 'react'
import type { FieldModel } from '../../../model/model.ts'
import { uploadTarget } from '../../core/calls.ts'
import { say } from '../../core/feedback.tsx'
import { useCore } from '../../core/model.ts'
import { CallRefused, upload, uploadInPieces } from '../../core/request.ts'
import { t } from '../sentences.ts'
import type { Upload } from '../uploads.tsx'

/** A file being uploaded. */
export interface Sending {
  key: number
  name: string
  done: number
  stop: () => void
}

const isPicture = (field: FieldModel): boolean => ['image', 'images', 'sign'].includes(field.type)

/** Pictures and other files have calls of their own. */
const targetOf = (field: FieldModel) => uploadTarget(isPicture(field) ? 'uploadImage' : 'upload')

/** The file types the file dialog shows. */
export function acceptOf(field: FieldModel): string | undefined {
  if (isPicture(field)) return 'image/jpeg,image/png,image/webp'
  return field.type === 'video' ? 'video/*' : undefined
}

/** Uploads one file; resolves to its result, or to undefined when it was stopped. */
export async function sendFile(
  field: FieldModel,
  file: Blob,
  options: { signal?: AbortSignal; onProgress?: (done: number) => void },
): Promise<Upload | undefined> {
  const target = targetOf(field)
  try {
    const silent = { ...options, silent: true }
    const { data } =
      field.type === 'video' && file instanceof File
        ? await uploadInPieces<Upload>(target.path, file, silent)
        : await upload<Upload | undefined>(target.path, target.part, file, silent)
    if (data?.id && data.url) return { id: data.id, url: data.url, origName: data.origName }
    say.error(t('uploadFailed'))
  } catch (error) {
    if (options.signal?.aborted) return undefined
    if (!(error instanceof CallRefused) || error.status === 0) say.error(t('uploadError'))
    else say.error(error.msg ? t('uploadRefused', { why: error.msg }) : t('uploadFailed'))
  }
  return undefined
}

/** `add` uploads files and reports each as it arrives. `most`: the limit of the field. */
export function useUploading(field: FieldModel, current: readonly Upload[], onAdd: (one: Upload) => void) {
  const [sending, setSending] = useState<Sending[]>([])
  const next = useRef(0)
  const most = mostOf(field, useCore().app.limits.upload)
  const add = async (files: readonly File[]) => {
    const room = most - current.length - sending.length
    if (files.length > room) say.warn(t('uploadMost', { count: most }))
    for (const file of files.slice(0, Math.max(room, 0))) await send(file)
  }
  const send = async (file: File) => {
    const key = next.current++
    const stop = new AbortController()
    const drop = () => setSending((all) => all.filter((one) => one.key !== key))
    setSending((all) => [...all, { key, name: file.name, done: 0, stop: () => stop.abort() }])
    const sent = await sendFile(field, file, {
      signal: stop.signal,
      onProgress: (done) => setSending((all) => all.map((one) => (one.key === key ? { ...one, done } : one))),
    })
    drop()
    if (!sent) return
    say.done(t('uploadDone'))
    onAdd(sent)
  }
  return { sending, add, most, full: current.length + sending.length >= most }
}

/** How many files a field holds: one, or the number it sets, by default five (rules 6.9). */
function mostOf(field: FieldModel, usual: number): number {
  return field.type === 'images' ? (field.max ?? usual) : 1
}
