import { CloseOutlined, StarOutlined } from '@ant-design/icons'
import { Button, Input, Popover } from 'antd'
import { useState } from 'react'
import { useT } from '../fields/sentences.ts'
import { readSaved, writeSaved, type SavedFilter } from './prefs.ts'
import type { ListHandle } from './useList.ts'

/** Filters a person uses again, under names of their own. */
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
  const [name, setName] = useState('')
  const keep = (next: SavedFilter[]) => {
    setSaved(next)
    writeSaved(list.key, next)
  }
  const add = () => {
    const called = name.trim()
    if (!called) return
    keep([
      ...saved.filter((one) => one.name !== called),
      { name: called, filters: list.query.filters, sort: list.query.sort },
    ])
    setName('')
  }
  return (
    <div className="at-settings">
      <ul>
        {saved.map((one) => (
          <li key={one.name}>
            <Button
              type="link"
              size="small"
              onClick={() => {
                list.setFilters(one.filters)
                list.setSort(one.sort)
                onClose()
              }}
            >
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
      {list.filtered && (
        <span className="at-pair-save">
          <Input
            size="small"
            value={name}
            maxLength={20}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={add}
            placeholder={t('filterName')}
            aria-label={t('filterName')}
          />
          <Button size="small" onClick={add} disabled={!name.trim()}>
            {t('saveFilter')}
          </Button>
        </span>
      )}
    </div>
  )
}
