import { useMemo } from 'react'
import { isEmpty } from '../../../model/validate/index.ts'
import { useText } from '../../core/i18n.ts'
import { useT } from '../../fields/sentences.ts'
import type { FormTask } from '../../forms/task.ts'
import { Events } from '../../lists/Timeline.tsx'
import { useRows } from '../../lists/useRows.ts'
import '../../lists/lists.css'

/** The most rows beside a form. */
const MOST = 5

/** What was written of the same record before, newest first, so that nobody asks twice. */
export function Beside({ task }: { task: FormTask }) {
  const t = useT()
  const text = useText()
  const { beside } = task.call
  const input = useMemo(() => besideInput(task), [task])
  const { rows, state } = useRows(beside && task.part.calls[beside.call]?.path, input, input !== undefined)
  if (!beside || !input) return null
  const label = text(task.part.resources[beside.resource]?.label ?? task.call.label)
  return (
    <aside className="at-beside" aria-label={t('earlier', { name: label })} aria-busy={state === 'first'}>
      <h3>{t('earlier', { name: label })}</h3>
      {state === 'ready' && rows.length === 0 && <p className="at-quiet">{t('noneEarlier')}</p>}
      {state === 'failed' && <p className="at-quiet">{t('notLoaded')}</p>}
      <Events rows={rows} columns={beside.columns} resource={beside.resource} busy={state === 'busy'} env={task.env} />
    </aside>
  )
}

/** Whose rows: as the button says; nothing where that is still to be typed. */
function besideInput({ call: { beside }, fixed }: FormTask): Record<string, unknown> | undefined {
  const known = fixed({})
  if (!beside || beside.by.some((name) => isEmpty(known[name]))) return undefined
  return { ...Object.fromEntries(beside.by.map((name) => [name, known[name]])), pageNO: 1, pageRows: MOST }
}
