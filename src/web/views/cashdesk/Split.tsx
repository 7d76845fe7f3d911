import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId } from 'react'
import type { Env } from '../../../model/expr/evaluate.ts'
import { membersOf, targetOf } from '../../../model/fields.ts'
import type { CashdeskView, FieldModel } from '../../../model/model.ts'
import { isEmpty, missingText } from '../../../model/validate/index.ts'
import { useLang } from '../../core/i18n.ts'
import { choiceOf } from '../../fields/choices.ts'
import { useCells, usePartModel } from '../../fields/context.tsx'
import { entryEnv, isRequired, isShown, picked } from '../../fields/entry.ts'
import { MemberInput } from '../../fields/inputs/entry.tsx'
import { useT } from '../../fields/sentences.ts'
import { titleOf } from '../../fields/titles.ts'
import { useChoices } from '../../fields/useChoices.ts'
import type { WireRow } from '../../fields/types.ts'
import { useScope } from '../scope.tsx'
import { sumOf, yuanOf } from './money.ts'

type SplitModel = NonNullable<CashdeskView['pay']['split']>
interface SplitProps {
  split: SplitModel
  due: number
  lines: WireRow[]
  onChange: (lines: WireRow[]) => void
  disabled: boolean
  /** The person tried to pay: fields show that they are missing. */
  tried: boolean
}

const memberOf = ({ field }: SplitModel, name: string): FieldModel =>
  membersOf(field).find((one) => one.name === name) as FieldModel

/** What else a way wants to know, as it stands. */
const moreOf = ({ field, way, amount }: SplitModel, line: WireRow, env: Env): FieldModel[] =>
  membersOf(field).filter((one) => one.name !== way && one.name !== amount && isShown(one, entryEnv(env, line)))

const isMissing = (field: FieldModel, line: WireRow, env: Env): boolean =>
  isEmpty(line[field.name]) && isRequired(field, entryEnv(env, line))

/** Whether a required field of a way of payment is empty. */
export const lacks = (split: SplitModel, lines: readonly WireRow[], env: Env): boolean =>
  lines.some((line) => moreOf(split, line, env).some((field) => isMissing(field, line, env)))

/** Money in several ways: one press takes what is left by that way. `due` in cents. */
export function Split({ split, due, lines, onChange, disabled, tried }: SplitProps) {
  const rest = due - sumOf(lines.map((line) => line[split.amount]))
  return (
    <div className="at-split">
      <Ways
        way={memberOf(split, split.way)}
        disabled={disabled}
        taken={lines.map((line) => line[split.way])}
        onTake={(line) => onChange([...lines, { ...line, [split.amount]: yuanOf(Math.max(rest, 0)) }])}
      />
      {lines.map((line, at) => (
        <Line
          key={String(line[split.way])}
          split={split}
          line={line}
          disabled={disabled}
          tried={tried}
          onChange={(next) => onChange(lines.map((one, i) => (i === at ? next : one)))}
          onRemove={() => onChange(lines.filter((one) => one !== line))}
        />
      ))}
    </div>
  )
}

/** The ways of paying as buttons; one that is taken is not offered again. */
function Ways({
  way,
  taken,
  disabled,
  onTake,
}: {
  way: FieldModel
  taken: readonly unknown[]
  disabled: boolean
  onTake: (line: WireRow) => void
}) {
  const t = useT()
  const cells = useCells()
  const { resources } = usePartModel()
  const { env } = useScope()
  const { records, ask } = useChoices(way, {}, () => env, true)
  useEffect(() => ask(), [ask])
  const resource = targetOf(resources, way)
  const choices = records.map((record) => choiceOf(record, way, resource, cells))
  return (
    <div className="at-ways" role="group" aria-label={t('wayOfPaying')}>
      {choices
        .filter((choice) => !taken.includes(choice.value))
        .map((choice) => (
          <Button
            key={choice.value}
            disabled={disabled}
            onClick={() => onTake(picked(way, { [way.name]: choice.value }, choice.record, resource?.title))}
          >
            {choice.label}
          </Button>
        ))}
    </div>
  )
}

interface LineProps {
  split: SplitModel
  line: WireRow
  disabled: boolean
  tried: boolean
  onChange: (line: WireRow) => void
  onRemove: () => void
}

/** One way with its amount, and what else it wants to know. */
function Line({ split, line, disabled, tried, onChange, onRemove }: LineProps) {
  const t = useT()
  const lang = useLang()
  const id = useId()
  const { env } = useScope()
  const members = membersOf(split.field)
  const entry = { members, entry: line, env: () => env, disabled, idPrefix: id, onChange }
  const name = titleOf(line, memberOf(split, split.way)) ?? ''
  return (
    <div className="at-split-line" role="group" aria-label={name}>
      <label id={`${id}-way`} htmlFor={`${id}-amount`}>
        {name}
      </label>
      <MemberInput
        {...entry}
        id={`${id}-amount`}
        member={memberOf(split, split.amount)}
        labelledBy={`${id}-way`}
        autoFocus
      />
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        disabled={disabled}
        aria-label={t('takeOut')}
        title={t('takeOut')}
        onClick={onRemove}
      />
      {moreOf(split, line, env).map((field) => {
        const missing = tried && isMissing(field, line, env)
        return (
          <div key={field.name} className="at-split-more" data-wrong={missing || undefined}>
            <label
              id={`${id}-${field.name}-label`}
              htmlFor={`${id}-${field.name}`}
              className={isRequired(field, entryEnv(env, line)) ? 'at-required' : undefined}
            >
              {field.label[lang]}
            </label>
            <MemberInput
              {...entry}
              id={`${id}-${field.name}`}
              member={field}
              labelledBy={`${id}-${field.name}-label`}
              invalid={missing}
            />
            {missing && (
              <p className="at-error" role="alert">
                {missingText(field)[lang]}
              </p>
            )}
          </div>
        )
      })}
    </div>
  )
}
