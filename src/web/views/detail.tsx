import type { DetailView } from '../../model/model.ts'
import { boundValue } from '../fields/bounds.ts'
import { DetailBody } from './DetailBody.tsx'
import { Scoped, useScope } from './scope.tsx'
import './views.css'
import '../lists/lists.css'

/** One record: its head, its fields, its related rows, and its history. */
export function DetailScreen({ view }: { view: DetailView }) {
  return (
    <Scoped>
      <Addressed view={view} />
    </Scoped>
  )
}

function Addressed({ view }: { view: DetailView }) {
  const scope = useScope()
  const id = boundValue(view.id, scope.env)
  return (
    <DetailBody
      view={view}
      id={typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id}
      root={scope.setQuery !== undefined}
    />
  )
}
