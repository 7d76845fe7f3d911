import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useId } from 'react'
import type { CashdeskView, FieldModel } from '../../../model/model.ts'
import { useLang } from '../../core/i18n.ts'
import { choiceOf } from '../../fields/choices.ts'
import { useCells, usePartModel } from '../../fields/context.tsx'
import { entryEnv, isShown, picked } from '../../fields/entry.ts'
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
}

const memberOf = ({ field }: SplitModel, name: string): FieldModel =>
  (field.fields ?? []).find((one) => one.name === name) as FieldModel

/** Money in several ways: one press takes what is left by that way. `due` in cents. */
export function Split({ split, due, lines, onChange, disabled }: SplitProps) {
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
  const resource = resources[way.of ?? '']
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
  onChange: (line: WireRow) => void
  onRemove: () => void
}

/** One way with its amount, and what else it wants to know. */
function Line({ split, line, disabled, onChange, onRemove }: LineProps) {
  const t = useT()
  const lang = useLang()
  const id = useId()
  const { env } = useScope()
  const members = split.field.fields ?? []
  const entry = { members, entry: line, env: () => env, disabled, idPrefix: id, onChange }
  const more = members.filter(
    (field) => field.name !== split.way && field.name !== split.amount && isShown(field, entryEnv(env, line)),
  )
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
      {more.map((field) => (
        <div key={field.name} className="at-split-more">
          <label id={`${id}-${field.name}-label`} htmlFor={`${id}-${field.name}`}>
            {field.label[lang]}
          </label>
          <MemberInput {...entry} id={`${id}-${field.name}`} member={field} labelledBy={`${id}-${field.name}-label`} />
        </div>
      ))}
    </div>
  )
}
