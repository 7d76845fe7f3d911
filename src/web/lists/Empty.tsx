import { Button } from 'antd'
import { useText } from '../core/i18n.ts'
import { usePartModel } from '../fields/context.tsx'
import { useT } from '../fields/sentences.ts'
import type { Press } from './buttons.tsx'
import type { ListHandle } from './useList.ts'

/** An empty list: the reason, and what to do next. */
export function Empty({ list, first }: { list: ListHandle; first: Press | undefined }) {
  const t = useT()
  const text = useText()
  const { resources } = usePartModel()
  const { view, state, filtered } = list
  const name = text(resources[view.resource]?.label ?? view.label)
  if (state === 'first') return <Coming />
  if (state === 'failed') {
    return (
      <div className="at-empty">
        <p>{t('notLoaded')}</p>
        {list.why && <p className="at-quiet">{list.why}</p>}
        <Button size="small" onClick={list.reload}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  }
  if (filtered || isElsewhere(list)) {
    return (
      <div className="at-empty">
        <p>{t('nothingMatches', { name })}</p>
        {list.masked && <p className="at-quiet">{t('partOfMasked')}</p>}
        {filtered && (
          <Button size="small" onClick={list.clear}>
            {t('clearFilters')}
          </Button>
        )}
      </div>
    )
  }
  return (
    <div className="at-empty">
      <p>{view.empty ? text(view.empty) : t('nothingYet', { name })}</p>
      {first && (
        <Button size="small" type="primary" onClick={first.press}>
          {first.label}
        </Button>
      )}
    </div>
  )
}

/** Whether another tab may have rows: where all are empty, nothing is there that another choice would show. */
const isElsewhere = ({ query, counts }: ListHandle): boolean =>
  query.tab !== undefined && (counts === undefined || Object.values(counts).some((count) => count > 0))

/** Grey lines while the first rows load. */
export function Coming() {
  return (
    <div className="at-coming-rows" aria-hidden>
      {Array.from({ length: 8 }, (_none, i) => (
        <i key={i} />
      ))}
    </div>
  )
}
