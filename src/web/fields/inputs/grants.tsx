import { CaretRightOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { memo, useMemo, useState } from 'react'
import { useLang } from '../../core/i18n.ts'
import { byMenu, flatten, setButton, setNode, stateOf, toGrants, treeOf, type GrantNode } from '../grantTree.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'

type Named = { name: string; nameEn?: string }

/** The tree of menus: a checkbox per screen and per button. A half tick means that something below is granted. */
export function GrantsInput(props: InputProps) {
  const t = useT()
  const tree = useMemo(() => treeOf(props.source), [props.source])
  const granted = useMemo(() => byMenu(props.value), [props.value])
  const [search, setSearch] = useState('')
  const lang = useLang()
  const nameOf = (one: Named) => (lang === 'en' && one.nameEn) || one.name
  const shown = useMemo(() => seek(tree, search.trim().toLowerCase()), [tree, search])
  const all = flatten(tree)
  if (tree.length === 0) return <p className="at-quiet">{t('nothingFound')}</p>
  return (
    <div className="at-grants" role="group" id={props.id} aria-labelledby={props.labelledBy}>
      <div className="at-grants-head">
        <Input
          allowClear
          size="small"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          placeholder={t('seekScreen')}
          aria-label={t('seekScreen')}
        />
        <span>{t('grantCount', { count: granted.size, all: all.length })}</span>
      </div>
      <ul className="at-grants-tree">
        {shown.map((node) => (
          <Node
            key={node.id}
            node={node}
            open={search !== '' || shown.length < 4}
            granted={granted}
            nameOf={nameOf}
            disabled={props.disabled}
            onNode={(one, on) => props.onChange(toGrants(setNode(granted, tree, one, on)))}
            onButton={(one, button, on) => props.onChange(toGrants(setButton(granted, tree, one, button, on)))}
          />
        ))}
      </ul>
    </div>
  )
}

interface NodeProps {
  node: GrantNode
  open: boolean
  granted: ReadonlyMap<number, ReadonlySet<number>>
  nameOf: (one: Named) => string
  disabled?: boolean
  onNode: (node: GrantNode, on: boolean) => void
  onButton: (node: GrantNode, button: number, on: boolean) => void
}

const Node = memo(function Node({ open: startsOpen, ...props }: NodeProps) {
  const { node, granted, nameOf, disabled, onNode, onButton } = props
  const [toggled, setToggled] = useState<boolean>()
  const open = toggled ?? startsOpen
  const below = node.children ?? []
  const state = stateOf(node, granted)
  return (
    <li>
      <div className="at-grants-line">
        {below.length > 0 && (
          <button
            type="button"
            className="at-grants-fold"
            aria-expanded={open}
            aria-label={nameOf(node)}
            onClick={() => setToggled(!open)}
          >
            <CaretRightOutlined rotate={open ? 90 : 0} aria-hidden />
          </button>
        )}
        <Checkbox
          checked={state === 'all' || (below.length === 0 && granted.has(node.id))}
          indeterminate={state === 'some'}
          disabled={disabled}
          onChange={() => onNode(node, state !== 'all')}
        >
          {nameOf(node)}
        </Checkbox>
      </div>
      {(node.btns ?? []).length > 0 && (below.length === 0 || open) && (
        <div className="at-grants-buttons">
          {node.btns?.map((button) => (
            <Checkbox
              key={button.btnId}
              checked={granted.get(node.id)?.has(button.btnId) ?? false}
              disabled={disabled}
              onChange={(event) => onButton(node, button.btnId, event.target.checked)}
            >
              {nameOf(button)}
            </Checkbox>
          ))}
        </div>
      )}
      {open && below.length > 0 && (
        <ul>
          {below.map((child) => (
            <Node key={child.id} {...props} node={child} open={startsOpen} />
          ))}
        </ul>
      )}
    </li>
  )
})

/** The nodes whose name, or a button's name, contains the word, with their ancestors. */
function seek(nodes: readonly GrantNode[], word: string): GrantNode[] {
  if (!word) return [...nodes]
  const has = (one: Named) => `${one.name} ${one.nameEn ?? ''}`.toLowerCase().includes(word)
  return nodes.flatMap((node) => {
    if (has(node) || (node.btns ?? []).some(has)) return [node]
    const children = seek(node.children ?? [], word)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}
