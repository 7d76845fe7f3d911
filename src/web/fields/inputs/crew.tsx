import { Select } from 'antd'
import { useEffect, useState } from 'react'
import type { CallModel } from '../../../model/model.ts'
import { minutesOf } from '../../../model/times.ts'
import { useCore } from '../../core/model.ts'
import { call } from '../../core/request.ts'
import { usePartModel } from '../context.tsx'
import { useT } from '../sentences.ts'
import type { InputProps, WireRow } from '../types.ts'

/** Somebody in a role; without a person the role is to have nobody. */
interface Member {
  workerRole: string | number
  employeeId?: number | null
  isMain: 0 | 1
}
/** A part of a day, as `09:30`. */
interface Stretch {
  from: string
  to: string
}
interface Person {
  employeeID: number
  nameCode: string
  /** Of those who are meant for it anyway. */
  own?: 0 | 1
  load?: number
  week?: number
  taken?: Stretch[]
  /** Why they cannot; nothing where they can. */
  clash?: string | null
}
interface Role {
  workerRole: string | number
  label: string
  maxCount?: number | null
  /** When the work is to be done. */
  wanted?: Stretch[]
  employees: Person[]
}

const membersOf = (value: unknown): Member[] => (Array.isArray(value) ? (value as Member[]) : [])
const isSomebody = (one: Member): one is Member & { employeeId: number } => Boolean(one.employeeId)

/** People by role, each with the day they have. The first person of a role is in charge; a role may be emptied. */
export function CrewInput(props: InputProps) {
  const t = useT()
  const members = membersOf(props.value)
  // The first call of the type in app.json (`extensions.types`) lists the roles.
  const [listRoles = ''] = useCore().app.typeCalls[props.field.type] ?? []
  const { roles, failed } = useRoles(usePartModel().calls[listRoles], props)
  if (failed) return <p className="at-error">{t('lookupFailed')}</p>
  const others = ({ workerRole }: Role) => members.filter((one) => one.workerRole !== workerRole)
  const set = ({ workerRole }: Role, ids: number[]): Member[] =>
    ids.length === 0
      ? [{ workerRole, employeeId: null, isMain: 0 }]
      : ids.map((employeeId, i) => ({ workerRole, employeeId, isMain: i === 0 ? 1 : 0 }))
  return (
    <div className="at-crew" role="group" id={props.id} aria-labelledby={props.labelledBy}>
      {roles.map((role) => (
        <RoleLine
          key={role.workerRole}
          id={`${props.id}-${role.workerRole}`}
          role={role}
          disabled={props.disabled}
          chosen={members
            .filter((one) => one.workerRole === role.workerRole)
            .filter(isSomebody)
            .map((one) => one.employeeId)}
          taken={others(role)
            .filter(isSomebody)
            .map((one) => one.employeeId)}
          onChange={(ids) => props.onChange([...others(role), ...set(role, ids)])}
        />
      ))}
    </div>
  )
}

interface LineProps {
  id: string
  role: Role
  chosen: number[]
  taken: number[]
  disabled?: boolean
  onChange: (ids: number[]) => void
}

function RoleLine({ id, role, chosen, taken, disabled, onChange }: LineProps) {
  const t = useT()
  const clashes = role.employees.filter((one) => one.clash && chosen.includes(one.employeeID))
  return (
    <div className="at-crew-role">
      <label htmlFor={id}>{role.label}</label>
      <Select
        id={id}
        mode="multiple"
        {...(role.maxCount ? { maxCount: role.maxCount } : {})}
        value={chosen}
        onChange={onChange}
        disabled={disabled}
        optionFilterProp="label"
        className="at-full"
        placeholder={t('choose')}
        {...(clashes.length > 0 ? { status: 'error', 'aria-describedby': `${id}-clash` } : {})}
        options={role.employees.map((person) => ({
          value: person.employeeID,
          label: person.nameCode,
          person,
          disabled: Boolean(person.clash) && !chosen.includes(person.employeeID),
        }))}
        optionRender={({ data }) => (
          <Option role={role} person={data.person} elsewhere={taken.includes(data.person.employeeID)} />
        )}
      />
      {clashes.length > 0 && (
        <p className="at-crew-clash" id={`${id}-clash`} role="alert">
          {clashes.map((one) => `${one.nameCode} ${one.clash}`).join('; ')}
        </p>
      )}
    </div>
  )
}

/** Somebody to choose: their day, how much they have, and why they cannot. */
function Option({ role, person, elsewhere }: { role: Role; person: Person; elsewhere: boolean }) {
  const t = useT()
  const { nameCode, own, load = 0, week, taken = [], clash } = person
  const words = [
    own === 1 && t('crewOwn'),
    week === undefined ? t('crewLoad', { count: load }) : t('crewWeek', { count: load, week }),
    elsewhere && t('crewTaken'),
  ]
  return (
    <span className="at-option at-crew-person">
      {nameCode}
      {role.wanted && role.wanted.length > 0 && <Day role={role} taken={taken} />}
      <small>{words.filter(Boolean).join(' · ')}</small>
      {clash && <small className="at-crew-clash">{clash}</small>}
    </span>
  )
}

/** From the first to the last hour of what anybody has that day, in minutes. */
function hoursOf({ wanted = [], employees }: Role): [begin: number, end: number] {
  const all = [...wanted, ...employees.flatMap(({ taken = [] }) => taken)]
  const begin = Math.min(...all.map((one) => minutesOf(one.from)))
  const end = Math.max(...all.map((one) => minutesOf(one.to)))
  return [begin - 60, end + 60]
}

/** The day of somebody as a strip: what is taken, and where the work would be. The words beside it say the same. */
function Day({ role, taken }: { role: Role; taken: Stretch[] }) {
  const [begin, end] = hoursOf(role)
  const wanted = role.wanted ?? []
  const place = (one: Stretch) => ({
    left: `${(100 * (minutesOf(one.from) - begin)) / (end - begin)}%`,
    width: `${(100 * (minutesOf(one.to) - minutesOf(one.from))) / (end - begin)}%`,
  })
  return (
    <span className="at-crew-day" title={taken.map((one) => `${one.from}–${one.to}`).join(', ')} aria-hidden>
      {wanted.map((one) => (
        <i key={`w${one.from}`} className="wanted" style={place(one)} />
      ))}
      {taken.map((one) => (
        <i key={`t${one.from}`} className="taken" style={place(one)} />
      ))}
    </span>
  )
}

/** What the call that lists the roles is asked: those of its inputs that the dialog knows. */
function askedOf(list: CallModel | undefined, row: WireRow, input: WireRow): WireRow {
  const known = (name: string): unknown => input[name] ?? row[name]
  return Object.fromEntries(
    (list?.input ?? []).flatMap(({ name }) => (known(name) === undefined ? [] : [[name, known(name)]])),
  )
}

/** The roles of what is given out with the people who can fill them. */
function useRoles(list: CallModel | undefined, { row, env }: InputProps): { roles: Role[]; failed: boolean } {
  const [roles, setRoles] = useState<Role[]>([])
  const [failed, setFailed] = useState(false)
  const asked = JSON.stringify(askedOf(list, row, (env().input ?? {}) as WireRow))
  const path = list?.path
  useEffect(() => {
    if (!path) return
    const stop = new AbortController()
    const input = JSON.parse(asked) as WireRow
    call<Role[] | { roles: Role[] }>(path, input, { silent: true, loading: false, signal: stop.signal }).then(
      ({ data }) => setRoles(Array.isArray(data) ? data : (data?.roles ?? [])),
      () => {
        if (!stop.signal.aborted) setFailed(true)
      },
    )
    return () => stop.abort()
  }, [path, asked])
  return { roles, failed }
}
