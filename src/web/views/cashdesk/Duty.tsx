import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CashdeskView } from '../../../model/model.ts'
import { preloadable } from '../../core/lazy.ts'
import { useCan } from '../../core/permission.ts'
import { useCells } from '../../fields/context.tsx'
import { titleOf } from '../../fields/titles.ts'
import { useT } from '../../fields/sentences.ts'
import { fieldsOf, modeOf, type FormTask } from '../../forms/task.ts'
import { useScope } from '../scope.tsx'
import type { DutyState } from './useDuty.ts'

const FormDialog = preloadable(async () => ({ default: (await import('../../forms/FormDialog.tsx')).FormDialog }))

/** Where one is on duty; else why nobody can pay here, and the button that begins a shift. */
export function Duty({ duty, state }: { duty: NonNullable<CashdeskView['duty']>; state: DutyState }) {
  const t = useT()
  const cells = useCells()
  const can = useCan()
  const { part, screen, env } = useScope()
  const [task, setTask] = useState<FormTask>()
  const start = part.calls[duty.start ?? '']
  const asked = new Set(fieldsOf(start?.form ?? []).map(({ field }) => field.name))
  // Whoever the check does not know as one who could begin a shift is not offered to.
  const able = start?.input.every(
    (field) => !field.required || asked.has(field.name) || state.row[field.name] !== undefined,
  )
  const allowed = start && able && (!screen.code || can(screen.code, start.name))
  const begin = (): void =>
    start &&
    setTask({
      part,
      call: start,
      mode: modeOf(start),
      items: start.form,
      env,
      loaded: state.row,
      given: () =>
        Object.fromEntries(
          start.input
            .filter((field) => state.row[field.name] !== undefined)
            .map((field) => [field.name, state.row[field.name]]),
        ),
    })
  const places = (part.calls[duty.check]?.output ?? [])
    .filter((field) => field.type === 'ref')
    .map((field) => titleOf(state.row, field))
    .filter(Boolean)
  const button = allowed && (
    <Button size="small" type={state.ready ? 'link' : 'primary'} onClick={begin}>
      {start.label[cells.lang]}
    </Button>
  )
  return (
    <div className="at-duty">
      {state.ready ? (
        <span className="at-quiet">
          {t('onDuty', { place: places.join(' · ') })} {button}
        </span>
      ) : (
        state.row.ok !== undefined && (
          <Alert type="warning" showIcon message={String(state.row.reason ?? t('notOnDuty'))} action={button} />
        )
      )}
      {task && start && (
        <Suspense fallback={null}>
          <FormDialog
            task={task}
            title={start.label[cells.lang]}
            ok={start.label[cells.lang]}
            onDone={state.reload}
            onClose={() => setTask(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
