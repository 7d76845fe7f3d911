import type { Env } from '../../../model/expr/evaluate.ts'
import { isLink, targetOf } from '../../../model/fields.ts'
import type { FieldModel } from '../../../model/model.ts'
import { checkValue, isEmpty } from '../../../model/validate/index.ts'
import { useLang } from '../../core/i18n.ts'
import { useCells, usePartModel } from '../context.tsx'
import { computed, entryEnv, isAsShown, isLocked, isRequired, isShown, picked } from '../entry.ts'
import { fieldView } from '../lookup.ts'
import type { CellContext, WireRow } from '../types.ts'

interface EntryProps {
  idPrefix: string
  members: FieldModel[]
  entry: WireRow
  env: () => Env
  disabled?: boolean
  /** The entry may be left out: nothing of it is required as long as nothing of it is filled. */
  optional?: boolean
  onChange: (entry: WireRow) => void
}

/** Computes the next entry when a member changes. */
function useEntryChange({ members, entry, env, onChange }: Pick<EntryProps, 'members' | 'entry' | 'env' | 'onChange'>) {
  const { resources } = usePartModel()
  return (member: FieldModel, value: unknown, chosen: WireRow | WireRow[] | undefined) => {
    const typed = { ...entry, [member.name]: value }
    const isRef = isLink(member)
    onChange(
      computed(members, isRef ? picked(member, typed, chosen, targetOf(resources, member)?.title) : typed, env()),
    )
  }
}

/** The error of a filled member. */
export function memberProblem(member: FieldModel, value: unknown, c: CellContext): string | undefined {
  if (isEmpty(value) || isAsShown(member, value)) return undefined
  return checkValue(member, value, c.dictionaries, c.zone)?.[c.lang]
}

/** The input of one member, or its value when it is read-only. */
export function MemberInput({
  id,
  member,
  labelledBy,
  autoFocus,
  inCell,
  invalid,
  ...props
}: EntryProps & {
  id: string
  member: FieldModel
  labelledBy?: string
  autoFocus?: boolean
  inCell?: boolean
  /** An error of the member that does not follow from its value. */
  invalid?: boolean
}) {
  const { entry } = props
  const change = useEntryChange(props)
  const env = () => entryEnv(props.env(), entry)
  const { Input } = fieldView(member.type)
  const cells = useCells()
  if (isLocked(member, env()))
    return <span className="at-readonly">{fieldView(member.type).cell(entry[member.name], entry, member, cells)}</span>
  return (
    <Input
      id={id}
      field={member}
      value={entry[member.name]}
      row={entry}
      env={env}
      disabled={props.disabled}
      onChange={(value, chosen) => change(member, value, chosen)}
      labelledBy={labelledBy}
      autoFocus={autoFocus}
      inCell={inCell}
      invalid={invalid || memberProblem(member, entry[member.name], cells) !== undefined}
    />
  )
}

/** The members of an entry, one below the other, each with its label. */
export function EntryInputs(props: EntryProps) {
  const lang = useLang()
  const cells = useCells()
  const env = entryEnv(props.env(), props.entry)
  const mayLack = props.optional && props.members.every(({ name }) => isEmpty(props.entry[name]))
  return (
    <div className="at-entry">
      {props.members
        .filter((member) => isShown(member, env))
        .map((member) => {
          const id = `${props.idPrefix}-${member.name}`
          const problem = memberProblem(member, props.entry[member.name], cells)
          // A checkbox has its own label.
          const labelled = member.type !== 'bool'
          return (
            <div key={member.name} className={fieldView(member.type).wide ? 'at-entry-item at-wide' : 'at-entry-item'}>
              {labelled && (
                <label
                  htmlFor={id}
                  id={`${id}-label`}
                  className={!mayLack && isRequired(member, env) ? 'at-label at-required' : 'at-label'}
                >
                  {member.label[lang]}
                </label>
              )}
              <MemberInput {...props} id={id} member={member} labelledBy={labelled ? `${id}-label` : undefined} />
              {problem && <p className="at-error">{problem}</p>}
            </div>
          )
        })}
    </div>
  )
}
