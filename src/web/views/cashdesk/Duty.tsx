import { Alert, Button } from 'antd'
import { Suspense, useState } from 'react'
import type { CallModel, CashdeskView, FieldModel, Text } from '../../../model/model.ts'
import { preloadable } from '../../core/lazy.ts'
import { useText } from '../../core/i18n.ts'
import { useOpen } from '../../core/open.ts'
import { useCan, useMayOpen } from '../../core/permission.ts'
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

/** The call that begins a shift, if this person may make it, and the values of its dialog. */
function useStart({ duty, state }: DutyProps): { start: CallModel; task: FormTask } | undefined {
  const can = useCan()
  const { part, screen, env } = useScope()
  const start = part.calls[duty.start ?? '']
  if (!start || (screen.code && !can(screen.code, start.name))) return undefined
  const shown = new Set(fieldsOf(start.form).map(({ field }) => field.name))
  const isGiven = ({ name }: FieldModel) => (state.row[name] ?? null) !== null
  // The check answers what this person could begin a shift with; without that answer, or where it is empty, the button is hidden.
  if (!start.input.every((field) => !field.required || shown.has(field.name) || isGiven(field))) return undefined
  const fixed = () => Object.fromEntries(start.input.filter(isGiven).map(({ name }) => [name, state.row[name]]))
  return { start, task: { part, call: start, mode: modeOf(start), items: start.form, env, loaded: state.row, fixed } }
}

/** The way to where those on duty are kept, for whoever may go there: to their tab where the page has one. */
function useSetup({ duty }: Pick<DutyProps, 'duty'>): { label: Text; go: () => void } | undefined {
  const { part } = useScope()
  const mayOpen = useMayOpen()
  const open = useOpen()
  const { setup } = duty
  const screen = setup === undefined ? undefined : part.screens[setup]
  if (!setup || !screen || !mayOpen(setup)) return undefined
  const kept = part.calls[duty.check]?.resource
  const tabs = screen.view.view === 'settings' ? screen.view.tabs : []
  const tab = tabs.find((one) => 'resource' in one && one.resource === kept)
  return { label: tab?.label ?? screen.label, go: () => open(setup, { part: tab?.key }) }
}

/** Where one is on duty; else why nobody can pay here, and the button that begins a shift. */
export function Duty({ duty, state }: DutyProps) {
  const t = useT()
  const text = useText()
  const place = usePlaces(duty, state)
  const offered = useStart({ duty, state })
  const setup = useSetup({ duty })
  const [open, setOpen] = useState<{ start: CallModel; task: FormTask }>()
  const way = !offered && setup && (
    <Button size="small" onClick={setup.go}>
      {text(setup.label)}
    </Button>
  )
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
          {state.row.notice !== undefined && state.row.notice !== null && (
            <strong className="at-notice">{String(state.row.notice)}</strong>
          )}
        </span>
      ) : (
        state.row.ok !== undefined && (
          <Alert type="warning" showIcon message={String(state.row.reason ?? t('notOnDuty'))} action={button ?? way} />
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

/** The places of the shift, from the answer of the check. */
function usePlaces(duty: DutyProps['duty'], { row }: DutyState): string {
  const { part } = useScope()
  return (part.calls[duty.check]?.output ?? [])
    .filter((field) => field.type === 'ref')
    .map((field) => titleOf(row, field))
    .filter(Boolean)
    .join(' · ')
}
