import type { CallModel } from '../../model/model.ts'
import { isEmpty } from '../../model/validate/index.ts'
import { useCells } from '../fields/context.tsx'
import { fieldView } from '../fields/lookup.ts'
import type { FormHandle } from './useForm.ts'
import { usePreview } from './usePreview.ts'
import { useTyped } from './useTyped.ts'

/** What would come of the form as it is typed so far, as the server says it. */
export function Foreseen({ handle }: { handle: FormHandle }) {
  const call = handle.task.part.calls[handle.task.call.preview ?? '']
  return call ? <Answered call={call} handle={handle} /> : null
}

function Answered({ call, handle }: { call: CallModel; handle: FormHandle }) {
  const cells = useCells()
  const { row, busy } = usePreview(call, handle, useTyped(handle))
  // Yes or no is for conditions: it foretells nothing.
  const told = call.output.filter((field) => field.type !== 'bool' && !isEmpty(row[field.name]))
  if (told.length === 0) return null
  return (
    <dl className={busy ? 'at-foreseen at-busy' : 'at-foreseen'} aria-live="polite" aria-busy={busy}>
      {told.map((field) => (
        <div key={field.name}>
          <dt>{field.label[cells.lang]}</dt>
          <dd>{fieldView(field.type).cell(row[field.name], row, field, cells)}</dd>
        </div>
      ))}
    </dl>
  )
}
