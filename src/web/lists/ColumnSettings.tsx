import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Popover, Radio } from 'antd'
import { useText } from '../core/i18n.ts'
import { useT } from '../fields/sentences.ts'
import { inOrder, NO_PREFS, type Density } from './prefs.ts'
import type { ListHandle } from './useList.ts'

const DENSITIES: readonly Density[] = ['compact', 'normal', 'roomy']
const NAMES = { compact: 'densityCompact', normal: 'densityNormal', roomy: 'densityRoomy' } as const

/** Which columns are shown, in which order, how close the rows stand. Kept for the person. */
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
  const text = useText()
  const { choice, prefs, setPrefs } = list
  const ordered = inOrder(choice, prefs.order)
  const paths = ordered.map((column) => column.path)
  const move = (at: number, by: number) => {
    const next = [...paths]
    next.splice(at + by, 0, ...next.splice(at, 1))
    setPrefs({ order: next })
  }
  const show = (path: string, on: boolean) =>
    setPrefs({ hidden: on ? prefs.hidden.filter((one) => one !== path) : [...prefs.hidden, path] })
  const shown = paths.filter((path) => !prefs.hidden.includes(path)).length
  return (
    <div className="at-settings">
      <Radio.Group
        size="small"
        optionType="button"
        value={prefs.density}
        aria-label={t('density')}
        options={DENSITIES.map((one) => ({ value: one, label: t(NAMES[one]) }))}
        onChange={(event) => setPrefs({ density: event.target.value as Density })}
      />
      <ul>
        {ordered.map((column, at) => {
          const on = !prefs.hidden.includes(column.path)
          return (
            <li key={column.path}>
              <Checkbox
                checked={on}
                disabled={on && shown === 1}
                onChange={(event) => show(column.path, event.target.checked)}
              >
                {text(column.label)}
              </Checkbox>
              <span>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  disabled={at === 0}
                  onClick={() => move(at, -1)}
                  aria-label={t('moveUp', { name: text(column.label) })}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  disabled={at === ordered.length - 1}
                  onClick={() => move(at, 1)}
                  aria-label={t('moveDown', { name: text(column.label) })}
                />
              </span>
            </li>
          )
        })}
      </ul>
      <Button type="link" size="small" onClick={() => setPrefs({ ...NO_PREFS, rows: prefs.rows })}>
        {t('resetColumns')}
      </Button>
    </div>
  )
}
