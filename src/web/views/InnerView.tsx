import { Suspense } from 'react'
import type { View } from '../../model/model.ts'
import { anyViews } from './index.ts'
import { InnerScope, type Inner } from './scope.tsx'

/** A view inside another one. */
export function InnerView({ view, ...inner }: Inner & { view: View }) {
  const Kind = anyViews[view.view]
  if (!Kind) return null
  return (
    <InnerScope {...inner}>
      <Suspense fallback={<div className="at-coming" aria-busy="true" />}>
        <Kind view={view as never} />
      </Suspense>
    </InnerScope>
  )
}
