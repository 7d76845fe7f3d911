import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { CallModel } from '../../../model/model.ts'
import { useCore } from '../../core/model.ts'
import { call } from '../../core/request.ts'
import { usePartModel } from '../context.tsx'
import { t } from '../sentences.ts'
import type { InputProps, WireRow } from '../types.ts'

interface Member {
  workerRole: string | number
  employeeId: number
  isMain: 0 | 1
}
interface Person {
  employeeID: number
  nameCode: string
  load?: number
}
interface Role {
  workerRole: string | number
  label: string
  employees: Person[]
}

const membersOf = (value: unknown): Member[] => (Array.isArray(value) ? (value as Member[]) : [])

/** People by role, each with the work they already have. The first person of a role is in charge. */
export function CrewInput(props: InputProps) {
  const members = membersOf(props.value)
  // The first call of the type in app.json (`extensions.types`) lists the roles.
  const [listRoles = ''] = useCore().app.typeCalls[props.field.type] ?? []
  const { roles, failed } = useRoles(usePartModel().calls[listRoles], props.row)
  if (failed) return <p className="at-error">{t('lookupFailed')}</p>
  const set = (role: Role, ids: number[]) =>
    props.onChange([
      ...members.filter((one) => one.workerRole !== role.workerRole),
      ...ids.map((employeeId, i): Member => ({ workerRole: role.workerRole, employeeId, isMain: i === 0 ? 1 : 0 })),
    ])
  return (
    <div className="at-crew" role="group" id={props.id} aria-labelledby={props.labelledBy}>
      {roles.map((role) => (
        <RoleLine
          key={role.workerRole}
          id={`${props.id}-${role.workerRole}`}
          role={role}
          disabled={props.disabled}
          chosen={members.filter((one) => one.workerRole === role.workerRole).map((one) => one.employeeId)}
          taken={members.filter((one) => one.workerRole !== role.workerRole).map((one) => one.employeeId)}
          onChange={(ids) => set(role, ids)}
        />
      ))}
    </div>
  )
}

function RoleLine({
  id,
  role,
  chosen,
  taken,
  disabled,
  onChange,
}: {
  id: string
  role: Role
  chosen: number[]
  taken: number[]
  disabled?: boolean
  onChange: (ids: number[]) => void
}) {
  return (
    <div className="at-crew-role">
      <label htmlFor={id}>{role.label}</label>
      <Select
        id={id}
        mode="multiple"
        value={chosen}
        onChange={onChange}
        disabled={disabled}
        optionFilterProp="label"
        className="at-full"
        placeholder={t('choose')}
        options={role.employees.map((one) => ({ value: one.employeeID, label: one.nameCode, load: one.load ?? 0 }))}
        optionRender={(option) => (
          <span className="at-option">
            {option.label}
            <small>
              {t('crewLoad', { count: Number(option.data.load) })}
              {taken.includes(Number(option.value)) && ` · ${t('crewTaken')}`}
            </small>
          </span>
        )}
      />
    </div>
  )
}

/** The roles of the current task with the people who can fill them. */
function useRoles(list: CallModel | undefined, row: WireRow): { roles: Role[]; failed: boolean } {
  const [roles, setRoles] = useState<Role[]>([])
  const [failed, setFailed] = useState(false)
  const taskType = row.taskType
  useEffect(() => {
    if (!list) return
    const stop = new AbortController()
    call<Role[] | { roles: Role[] }>(
      list.path,
      { taskType },
      { silent: true, loading: false, signal: stop.signal },
    ).then(
      ({ data }) => setRoles(Array.isArray(data) ? data : (data?.roles ?? [])),
      () => {
        if (!stop.signal.aborted) setFailed(true)
      },
    )
    return () => stop.abort()
  }, [list, taskType])
  return { roles, failed }
}
