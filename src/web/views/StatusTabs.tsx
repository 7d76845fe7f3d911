import { valuesOf } from '../../model/fields.ts'
import { formatNumber } from '../../model/format.ts'
import { useLang, useText } from '../core/i18n.ts'
import { usePartModel } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { ListHandle } from '../lists/useList.ts'
import { TabStrip } from './TabStrip.tsx'

const ALL = ''

/** A tab for each value of an enum filter, and one for all, each with its row count. They filter the table of this id. */
export function StatusTabs({ list, panel }: { list: ListHandle; panel: string }) {
  const t = useT()
  const text = useText()
  const lang = useLang()
  const { dictionaries } = usePartModel()
  const { tabs } = list.view
  if (tabs?.kind !== 'filter') return null
  const values = valuesOf(dictionaries, tabs.by.control).filter(
    (one) => !one.retired || (list.counts?.[String(one.value)] ?? 0) > 0,
  )
  const label = (name: string, key: string) => {
    const count = list.counts?.[key]
    const more = list.countMore.includes(key) ? '+' : ''
    return (
      <>
        {name}
        {count !== undefined && <span className="at-tab-count">{`${formatNumber(count)}${more}`}</span>}
      </>
    )
  }
  const items = values.map((one) => ({
    key: String(one.value),
    label: label(one.label[lang], String(one.value)),
  }))
  return (
    <TabStrip
      quiet
      panel={panel}
      label={text(tabs.by.label)}
      active={list.query.tab === undefined ? ALL : String(list.query.tab)}
      tabs={tabs.all ? [{ key: ALL, label: label(t('all'), 'all') }, ...items] : items}
      onChange={(key) => list.setTab(key === ALL ? undefined : values.find((one) => String(one.value) === key)?.value)}
    />
  )
}
