import { CloseOutlined, StarOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { useT } from '../fields/sentences.ts'
import { readSaved, writeSaved, type SavedFilter } from './prefs.ts'
import type { ListHandle } from './useList.ts'

/** Filters that a person saved under a name. */
export function SavedFilters({ list }: { list: ListHandle }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      content={<Saved list={list} onClose={() => setOpen(false)} />}
    >
      <Button
        type="text"
        icon={<StarOutlined />}
        aria-label={t('savedFilters')}
        title={t('savedFilters')}
        aria-expanded={open}
      />
    </Popover>
  )
}

function Saved({ list, onClose }: { list: ListHandle; onClose: () => void }) {
  const t = useT()
  const [saved, setSaved] = useState(() => readSaved(list.key))
  const keep = (next: SavedFilter[]) => {
    setSaved(next)
    writeSaved(list.key, next)
  }
  const apply = (one: SavedFilter) => {
    list.setFilters(one.filters)
    list.setSort(one.sort)
    onClose()
  }
  const add = (name: string) => {
    const { filters, sort } = list.query
    keep([...saved.filter((one) => one.name !== name), { name, filters, sort }])
  }
  return (
    <div className="at-settings">
      <ul>
        {saved.map((one) => (
          <li key={one.name}>
            <Button type="link" size="small" onClick={() => apply(one)}>
              {one.name}
            </Button>
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined />}
              onClick={() => keep(saved.filter((other) => other !== one))}
              aria-label={t('forgetFilter', { name: one.name })}
            />
          </li>
        ))}
        {saved.length === 0 && <li className="at-quiet">{t('noSavedFilters')}</li>}
      </ul>
      {list.filtered && <NameOfFilter onAdd={add} />}
    </div>
  )
}

/** The form that names the current filters. */
function NameOfFilter({ onAdd }: { onAdd: (name: string) => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const add = () => {
    if (!name) return
    onAdd(name)
    setTyped('')
  }
  return (
    <span className="at-pair-save">
      <Input
        size="small"
        value={typed}
        maxLength={20}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={add}
        placeholder={t('filterName')}
        aria-label={t('filterName')}
      />
      <Button size="small" onClick={add} disabled={!name}>
        {t('saveFilter')}
      </Button>
    </span>
  )
}
