/** A masked number, asked for by whoever may call it: shown once, dialled if wanted. */
import { enginePath } from '../core/calls.ts'
import { ask } from '../core/feedback.tsx'
import { call, CallRefused } from '../core/request.ts'
import { t } from './sentences.ts'

/** Asks for the value of a field in full and offers to dial it. A refusal has said why. */
export async function revealNumber(entity: string, entityId: unknown, field: string): Promise<void> {
  try {
    const { data } = await call<{ value?: string }>(
      enginePath('reveal'),
      { entity, entityId, field },
      { loading: false },
    )
    if (data.value && (await ask({ title: data.value, ok: t('dial') }))) location.assign(`tel:${data.value}`)
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
}
