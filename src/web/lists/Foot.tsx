import { Button, Pagination } from 'antd'
import { useCore } from '../core/model.ts'
import { useT } from '../fields/sentences.ts'
import { formatNumber } from '../../model/format.ts'
import { pressOrSay, type Press } from './buttons.tsx'
import { usePageItem } from './pageItem.tsx'
import { fittingRows } from './pageSize.ts'
import type { ListHandle } from './useList.ts'

const SIZES = [10, 20, 50, 100, 200]
/** Beyond this many rows there are no page numbers; people use filters instead. */
const COUNTED = 10_000

/** Total and pages; with chosen rows, the buttons and how many of the rows each applies to. */
export function Foot({
  list,
  batch,
  phone,
}: {
  list: ListHandle
  batch: (Press & { able: number })[]
  phone: boolean
}) {
  const t = useT()
  const itemRender = usePageItem()
  const { limits } = useCore().app
  const { page, pageMax } = limits
  const { total, more, query, selected, above } = list
  const fit = above !== undefined ? fittingRows(list.view, above, limits, list.prefs.density) : undefined
  const plain = SIZES.filter((size) => size >= Math.min(page, 10) && size <= pageMax && size !== fit)
  const sizes = [...new Set([...(fit === undefined ? [] : [fit]), ...plain, query.rows])].sort((a, b) => a - b)
  const options = sizes.map((value) => ({
    value,
    label: t(value === fit ? 'rowsThatFit' : 'rowsOfPage', { count: value }),
  }))
  if (list.state === 'first') return <div className="at-foot" />
  return (
    <div className="at-foot">
      {selected.size > 0 ? (
        <Chosen list={list} batch={batch} />
      ) : (
        <span className="at-total">{t(more ? 'totalMore' : 'total', { count: formatNumber(total) })}</span>
      )}
      {list.view.layout !== 'wall' && total > Math.min(...sizes) && (
        <Pagination
          size="small"
          simple={phone}
          itemRender={itemRender}
          current={query.page}
          pageSize={query.rows}
          total={Math.min(total, COUNTED)}
          showSizeChanger={!phone && { options }}
          pageSizeOptions={sizes}
          onChange={(next, rows) => {
            if (rows === query.rows) list.setPage(next, rows)
            else list.setPage(1, rows, { rows: rows === fit ? undefined : rows })
          }}
        />
      )}
    </div>
  )
}

function Chosen({ list, batch }: { list: ListHandle; batch: (Press & { able: number })[] }) {
  const t = useT()
  const all = list.selected.size
  return (
    <div className="at-chosen" role="toolbar" aria-label={t('chosen', { count: all })}>
      <span>{t('chosen', { count: all })}</span>
      {batch.map((button) => (
        <Button
          key={button.key}
          size="small"
          danger={button.danger}
          aria-disabled={button.why !== undefined || undefined}
          title={button.why}
          className={button.why === undefined ? undefined : 'at-off'}
          onClick={() => pressOrSay(button)}
          onPointerEnter={button.prepare}
        >
          {button.able < all ? `${button.label} ${t('ableOf', { able: button.able, all })}` : button.label}
        </Button>
      ))}
      <Button size="small" type="text" onClick={() => list.select([])}>
        {t('clearChoice')}
      </Button>
    </div>
  )
}
