import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Radio, Select } from 'antd'
import { useText } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../fields/sentences.ts'
import { DENSITIES, type Density } from '../../model/listViews.ts'
import { fittingRows } from './pageSize.ts'
import { inOrder, NO_PREFS } from './prefs.ts'
import type { ListHandle } from './useList.ts'

const NAMES = { compact: 'densityCompact', normal: 'densityNormal', roomy: 'densityRoomy' } as const

/** Which columns are shown, their order, and the row density. Stored for the person. */
export function ColumnSettings({ list }: { list: ListHandle }) {
  const t = useT()
  return (
    <Popover trigger="click" placement="bottomRight" arrow={false} destroyOnHidden content={<Settings list={list} />}>
      <Button type="text" icon={<SettingOutlined />} aria-label={t('columnSettings')} title={t('columnSettings')} />
    </Popover>
  )
}

function Settings({ list }: { list: ListHandle }) {
  const t = useT()
  const { prefs, setPrefs } = list
  const { limits } = useCore().app
  const setDensity = (density: Density): void => {
    // A page that has as many rows as fit has as many as fit then.
    const fits =
      list.above !== undefined && list.query.rows === fittingRows(list.view, list.above, limits, prefs.density)
    setPrefs({ density })
    if (fits) list.setPage(1, fittingRows(list.view, list.above, limits, density))
  }
  return (
    <div className="at-settings">
      <Radio.Group
        size="small"
        optionType="button"
        value={prefs.density}
        aria-label={t('density')}
        options={DENSITIES.map((one) => ({ value: one, label: t(NAMES[one]) }))}
        onChange={(event) => setDensity(event.target.value as Density)}
      />
      <Columns list={list} />
      <AddColumn list={list} />
      <Button type="link" size="small" onClick={() => setPrefs({ ...NO_PREFS, rows: prefs.rows })}>
        {t('resetColumns')}
      </Button>
    </div>
  )
}

/** The columns in their order, each with a checkbox and arrows. The last visible column cannot be hidden. */
function Columns({ list: { choice, prefs, setPrefs } }: { list: ListHandle }) {
  const text = useText()
  const ordered = inOrder(choice, prefs.order)
  const paths = ordered.map((column) => column.path)
  const move = (at: number, by: number) => {
    const next = [...paths]
    next.splice(at + by, 0, ...next.splice(at, 1))
    setPrefs({ order: next })
  }
  const show = (path: string, on: boolean) =>
    setPrefs({ hidden: on ? prefs.hidden.filter((one) => one !== path) : [...prefs.hidden, path] })
  const isShown = (path: string) => !prefs.hidden.includes(path)
  const only = paths.filter(isShown).length === 1
  return (
    <ul>
      {ordered.map(({ path, label }, at) => (
        <li key={path}>
          <Checkbox
            checked={isShown(path)}
            disabled={isShown(path) && only}
            onChange={(event) => show(path, event.target.checked)}
          >
            {text(label)}
          </Checkbox>
          <Arrows name={text(label)} first={at === 0} last={at === ordered.length - 1} onMove={(by) => move(at, by)} />
        </li>
      ))}
    </ul>
  )
}

/** Adds a column that the screen does not name; the field keeps the focus for the next one. */
function AddColumn({ list: { further, prefs, setPrefs } }: { list: ListHandle }) {
  const t = useT()
  const text = useText()
  if (further.length === 0) return null
  const add = (path: string) =>
    setPrefs({ shown: [...prefs.shown, path], hidden: prefs.hidden.filter((one) => one !== path) })
  return (
    <Select<string | null>
      size="small"
      showSearch
      optionFilterProp="label"
      value={null}
      placeholder={t('addColumn')}
      aria-label={t('addColumn')}
      options={further.map(({ path, label }) => ({ value: path, label: text(label) }))}
      onSelect={(path) => path && add(path)}
    />
  )
}

function Arrows({
  name,
  first,
  last,
  onMove,
}: {
  name: string
  first: boolean
  last: boolean
  onMove: (by: number) => void
}) {
  const t = useT()
  return (
    <span>
      <Button
        type="text"
        size="small"
        icon={<ArrowUpOutlined />}
        disabled={first}
        onClick={() => onMove(-1)}
        aria-label={t('moveUp', { name })}
      />
      <Button
        type="text"
        size="small"
        icon={<ArrowDownOutlined />}
        disabled={last}
        onClick={() => onMove(1)}
        aria-label={t('moveDown', { name })}
      />
    </span>
  )
}
