import { Spin, TreeSelect } from 'antd'
import { useEffect, useMemo } from 'react'
import { ariaOf } from '../aria.ts'
import { useCore } from '../../core/model.ts'
import { OwnEscape } from '../OwnEscape.tsx'
import { choiceOf, targetOf, treeOfChoices, type ChoiceNode } from '../choices.ts'
import { useCells, usePartModel } from '../context.tsx'
import { t } from '../sentences.ts'
import { titleOf, titlesOf } from '../titles.ts'
import type { InputProps, WireRow } from '../types.ts'
import { useChoices } from '../useChoices.ts'

interface Labelled {
  value: string | number
  label: string
}

const allOf = (nodes: readonly ChoiceNode[]): ChoiceNode[] => nodes.flatMap((node) => [node, ...allOf(node.children)])

/** One or several records of a resource whose rows form a tree. The whole tree is loaded; typing filters it. */
export function TreeInput(props: InputProps) {
  const { field, row } = props
  const resource = usePartModel().resources[targetOf(field, row) ?? '']
  const cells = useCells()
  const { treeWidth } = useCore().app.limits
  const lookup = useChoices(field, row, props.env, true)
  const tree = useMemo(
    () =>
      treeOfChoices(lookup.records, resource?.tree?.parent ?? 'parentId', (record) =>
        choiceOf(record, field, resource, cells),
      ),
    [lookup.records, field, resource, cells],
  )
  const many = field.type === 'refs'
  const current = many ? manyOf(props) : oneOf(props)
  const { ask } = lookup
  // The tree has the names of its rows; until it is loaded, the record has the names of the chosen ones.
  useEffect(() => {
    if (props.autoFocus) ask()
  }, [ask, props.autoFocus])
  return (
    <OwnEscape>
      {(onOpenChange) => (
        <TreeSelect<Labelled | Labelled[]>
          id={props.id}
          labelInValue
          multiple={many}
          treeCheckable={many}
          treeCheckStrictly={many}
          value={current}
          onChange={(next) => pick(props, tree, next)}
          onBlur={props.onBlur}
          onOpenChange={(open) => {
            onOpenChange(open)
            if (open) ask()
          }}
          treeData={tree}
          treeNodeFilterProp="label"
          showSearch
          treeDefaultExpandAll={tree.length < 30}
          allowClear={field.nullable}
          disabled={props.disabled}
          autoFocus={props.autoFocus}
          loading={lookup.busy}
          placeholder={props.placeholder ?? t('chooseOrSearch')}
          notFoundContent={lookup.busy ? <Spin size="small" /> : t(lookup.failed ? 'lookupFailed' : 'nothingFound')}
          popupMatchSelectWidth={treeWidth}
          maxTagCount="responsive"
          status={props.invalid ? 'error' : undefined}
          className="at-full"
          {...ariaOf(props)}
        />
      )}
    </OwnEscape>
  )
}

/** Reports the chosen keys with their records. */
function pick({ onChange }: InputProps, tree: readonly ChoiceNode[], next: Labelled | Labelled[] | undefined): void {
  const all = allOf(tree)
  const recordOf = (one: Labelled): WireRow =>
    all.find((node) => node.value === one.value)?.record ?? { id: one.value, label: one.label }
  if (Array.isArray(next))
    onChange(
      next.map((one) => one.value),
      next.map(recordOf),
    )
  else onChange(next?.value ?? null, next && recordOf(next))
}

function oneOf({ value, row, field }: InputProps): Labelled | undefined {
  if (value === undefined || value === null) return undefined
  return { value: value as string | number, label: titleOf(row, field) ?? String(value) }
}

function manyOf({ value, row, field }: InputProps): Labelled[] {
  const keys = Array.isArray(value) ? (value as (string | number)[]) : []
  const titles = titlesOf(row, field, keys)
  return keys.map((key, i) => ({ value: key, label: titles[i] ?? String(key) }))
}
