import { Suspense } from 'react'
import type { View } from '../../model/model.ts'
import { viewKinds } from './kinds.ts'
import { InnerScope, type Inner } from './scope.tsx'

/** A view inside another one. */
export function InnerView({ view, ...inner }: Inner & { view: View }) {
  const Kind = viewKinds[view.view]
  if (!Kind) return null
  return (
    <InnerScope {...inner}>
      <Suspense fallback={<div className="at-coming" aria-busy="true" />}>
        <Kind view={view} />
      </Suspense>
    </InnerScope>
  )
}
