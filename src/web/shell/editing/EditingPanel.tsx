import { CloseOutlined, UndoOutlined } from '@ant-design/icons'
import { Alert, Button, Select, Segmented, Spin } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Edit, EditableList, EditableView } from '../../../model/editing.ts'
import { useLang, useText } from '../../core/i18n.ts'
import { useNewest } from '../../core/newest.ts'
import { PartRow } from './PartRow.tsx'
import { pointedAt, type Pointed } from './pointed.ts'
import { useT } from './sentences.ts'
import { editingOpen } from './store.ts'
import { useEditing, type Editing } from './useEditing.ts'
import './editing.css'

/** The panel beside a page in which an analyst changes it: each change is written into the schemas and shows at once. */
export default function EditingPanel({ route }: { route: string }) {
  const t = useT()
  const editing = useEditing(route)
  const { shown, said, busy } = editing
  const views = shown?.views
  const [everywhere, setEverywhere] = useState(true)
  const file = (path: string, line: number): string =>
    (shown?.editor ?? '').replace('{file}', path).replace('{line}', String(line))
  const marked = usePointing(views, file)
  return (
    <aside className="ed" aria-label={t('title')}>
      <header className="ed-head">
        <strong>{t('title')}</strong>
        <Button
          size="small"
          type="text"
          icon={<UndoOutlined />}
          aria-label={t('undo')}
          title={t('undo')}
          disabled={busy || !shown?.undoable}
          onClick={() => void editing.undo()}
        />
        <Button
          size="small"
          type="text"
          icon={<CloseOutlined />}
          aria-label={t('title')}
          onClick={() => editingOpen.set(false)}
        />
      </header>
      <p className="ed-hint">{t('hint')}</p>
      <label className="ed-where">
        {t('labelsWhere')}
        <Segmented
          size="small"
          value={everywhere}
          onChange={setEverywhere}
          options={[
            { value: true, label: t('labelsEverywhere') },
            { value: false, label: t('labelsHere') },
          ]}
        />
      </label>
      <div role="status">
        {said && <Alert key={said.text} type={said.ok ? 'success' : 'error'} message={said.text} showIcon />}
      </div>
      <Spin spinning={busy || !shown}>
        {views?.map((view) => (
          <ViewPart key={view.key} {...{ view, editing, everywhere, file, marked }} />
        ))}
        {views?.length === 0 && <p className="ed-hint">{t('nothing')}</p>}
      </Spin>
    </aside>
  )
}

/** Alt and a press on the page marks the part that is meant, and opens its file. */
function usePointing(
  views: EditableView[] | undefined,
  file: (path: string, line: number) => string,
): Pointed | undefined {
  const lang = useLang()
  const [marked, setMarked] = useState<Pointed>()
  const newest = useNewest((event: MouseEvent) => {
    const target = event.target as Element
    if (!event.altKey || !views || target.closest('.ed')) return
    event.preventDefault()
    event.stopPropagation()
    const found = pointedAt(views, target, lang)
    setMarked(found)
    if (found) location.assign(file(found.file, found.line))
  })
  useEffect(() => {
    const pressed = (event: MouseEvent): void => newest.current(event)
    document.addEventListener('click', pressed, true)
    return () => document.removeEventListener('click', pressed, true)
  }, [newest])
  return marked
}

interface ViewPartProps {
  view: EditableView
  editing: Editing
  everywhere: boolean
  file(path: string, line: number): string
  marked: Pointed | undefined
}

function ViewPart({ view, ...rest }: ViewPartProps) {
  const text = useText()
  return (
    <section className="ed-view">
      <h2>{text(view.label)}</h2>
      {view.lists
        .filter(({ parts, possible }) => parts.length + possible.length > 0)
        .map((list) => (
          <ListPart key={list.key} {...{ view, list, ...rest }} />
        ))}
    </section>
  )
}

function ListPart({ view, list, editing, everywhere, file, marked }: ViewPartProps & { list: EditableList }) {
  const t = useT()
  const text = useText()
  const place = { view: view.key, list: list.key }
  const isMarked = marked?.view === view.key && marked.list === list.key
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!isMarked || !box.current) return
    box.current.open = true
    box.current.querySelector('[data-marked=true]')?.scrollIntoView({ block: 'center' })
  }, [isMarked, marked])
  const names = list.parts.map(({ name }) => name)
  const put = (name: string, before?: string): void => {
    const edit: Edit = { kind: 'put', ...place, name, ...(before === undefined ? {} : { before }) }
    void editing.change(edit)
  }
  const step = (name: string, by: -1 | 1): void => {
    const at = names.indexOf(name)
    if (at + by < 0 || at + by >= names.length) return
    put(name, names[by < 0 ? at - 1 : at + 2])
  }
  const lang = useLang()
  return (
    <details ref={box} className="ed-list" open={!list.button && !list.section}>
      <summary>{useTitle(list)}</summary>
      <ul>
        {list.parts.map((part) => (
          <PartRow
            key={part.name}
            part={part}
            file={file(part.file, part.line)}
            marked={isMarked && marked?.name === part.name}
            onRename={(words) =>
              void editing.change({ kind: 'label', ...place, name: part.name, words: { [lang]: words }, everywhere })
            }
            onRemove={() => void editing.change({ kind: 'remove', ...place, name: part.name })}
            onStep={(by) => step(part.name, by)}
            onDrop={(name) => names.includes(name) && name !== part.name && put(name, part.name)}
          />
        ))}
      </ul>
      {list.possible.length > 0 && (
        <Select
          showSearch
          size="small"
          className="ed-add"
          value={null}
          placeholder={t('add')}
          aria-label={t('add')}
          optionFilterProp="search"
          options={list.possible.map((one) => ({
            value: one.name,
            label: text(one.label),
            search: `${text(one.label)} ${one.name}`,
          }))}
          onChange={(name: string | null) => name !== null && put(name)}
        />
      )}
    </details>
  )
}

const TITLES = ['columns', 'filters', 'facts', 'form', 'actions'] as const

/** What a list is called: its kind, or the dialog and section it is asked in. */
function useTitle({ key, button, section }: EditableList): string {
  const t = useT()
  const text = useText()
  const kind = TITLES.find((one) => one === key.split('.')[0]) ?? 'form'
  const form = button ? t('dialog', { button: text(button) }) : t(kind)
  return section ? `${form} › ${text(section)}` : form
}
