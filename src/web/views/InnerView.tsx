import { Suspense } from 'react'
import type { View } from '../../model/model.ts'
import type { WireRow } from '../fields/types.ts'
import { viewOf } from './index.ts'
import { InnerScope, type Scope } from './scope.tsx'

/** A view inside another one. */
export function InnerView({ view, about, given, changed, active }: {
  view: View; about?: Scope['about']; given?: WireRow; changed?: () => void; active?: boolean
}) {
  const Inner = viewOf(view)
  if (!Inner) return null
  return (
    <InnerScope about={about} given={given} changed={changed} active={active}>
      <Suspense fallback={<div className="at-coming" aria-busy="true" />}><Inner view={view as never} /></Suspense>
    </InnerScope>
  )
}
