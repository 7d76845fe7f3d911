import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallModel, CashdeskView, FieldModel } from '../../../model/model.ts'
import { preloadable } from '../../core/lazy.ts'
import { useText } from '../../core/i18n.ts'
import { useCan } from '../../core/permission.ts'
import { titleOf } from '../../fields/titles.ts'
import { useT } from '../../fields/sentences.ts'
import { fieldsOf, modeOf, type FormTask } from '../../forms/task.ts'
import { useScope } from '../scope.tsx'
import type { DutyState } from './useDuty.ts'

const FormDialog = preloadable(async () => ({ default: (await import('../../forms/FormDialog.tsx')).FormDialog }))

interface DutyProps {
  duty: NonNullable<CashdeskView['duty']>
  state: DutyState
}

/** The call that begins a shift, if this person may make it; and what its dialog does. */
function useStart({ duty, state }: DutyProps): { start: CallModel; task: FormTask } | undefined {
  const can = useCan()
  const { part, screen, env } = useScope()
  const start = part.calls[duty.start ?? '']
  if (!start || (screen.code && !can(screen.code, start.name))) return undefined
  const asked = new Set(fieldsOf(start.form).map(({ field }) => field.name))
  const isGiven = ({ name }: FieldModel) => state.row[name] !== undefined
  // The check names what this person could begin a shift with; without it nothing is offered.
  if (!start.input.every((field) => !field.required || asked.has(field.name) || isGiven(field))) return undefined
  const given = () => Object.fromEntries(start.input.filter(isGiven).map(({ name }) => [name, state.row[name]]))
  return { start, task: { part, call: start, mode: modeOf(start), items: start.form, env, loaded: state.row, given } }
}

/** Where one is on duty; else why nobody can pay here, and the button that begins a shift. */
export function Duty({ duty, state }: DutyProps) {
  const t = useT()
  const text = useText()
  const place = usePlaces(duty, state)
  const offered = useStart({ duty, state })
  const [open, setOpen] = useState<{ start: CallModel; task: FormTask }>()
  const button = offered && (
    <Button size="small" type={state.ready ? 'link' : 'primary'} onClick={() => setOpen(offered)}>
      {text(offered.start.label)}
    </Button>
  )
  return (
    <div className="at-duty">
      {state.ready ? (
        <span className="at-quiet">
          {t('onDuty', { place })} {button}
        </span>
      ) : (
        state.row.ok !== undefined && (
          <Alert type="warning" showIcon message={String(state.row.reason ?? t('notOnDuty'))} action={button} />
        )
      )}
      {open && (
        <Suspense fallback={null}>
          <FormDialog
            task={open.task}
            title={text(open.start.label)}
            ok={text(open.start.label)}
            onDone={state.reload}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

/** The places of the shift, as the check names them. */
function usePlaces(duty: DutyProps['duty'], { row }: DutyState): string {
  const { part } = useScope()
  return (part.calls[duty.check]?.output ?? [])
    .filter((field) => field.type === 'ref')
    .map((field) => titleOf(row, field))
    .filter(Boolean)
    .join(' · ')
}
