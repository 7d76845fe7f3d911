import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { DraftModel } from '../../../model/model.ts'
import { isEmpty } from '../../../model/validate/index.ts'
import { ask } from '../../core/feedback.tsx'
import { call } from '../../core/request.ts'
import { idsOf } from '../../fields/bounds.ts'
import { useCells } from '../../fields/context.tsx'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { useRows } from '../../lists/useRows.ts'
import { formatDatetime } from '../../../model/format.ts'
import { factsOfRow, titleOfRow } from '../actions/wording.ts'
import { useScope } from '../scope.tsx'

/** The most drafts offered; the newest ones. */
const OFFERED = 5

/** Unfinished work, to continue or to delete: the person's own, or what is begun for whom the page is about. */
export function Drafts({ draft, onOpen }: { draft: DraftModel; onOpen: (id: unknown) => void }) {
  const t = useT()
  const cells = useCells()
  const { part, env, params, active } = useScope()
  const resource = part.resources[draft.resource]
  const me = (env.user as WireRow | undefined)?.employeeId
  const about = draft.about.find((name) => !isEmpty(params[name]))
  const [key, value] = about === undefined ? [draft.maker, me] : [about, idsOf(params)[about]]
  const input = useMemo(() => ({ pageNO: 1, pageRows: OFFERED, [key]: value }), [key, value])
  const { rows, reload } = useRows(part.calls[draft.query]?.path, input, active)
  const [hidden, setHidden] = useState(false)
  if (hidden || rows.length === 0) return null
  const remove = async (row: WireRow) => {
    if (!(await ask({ title: t('dropDraft'), text: t('dropDraftAsk'), danger: true }))) return
    await call(part.calls[draft.del]?.path ?? '', { id: row.id }, { loading: false })
    reload()
  }
  return (
    <section className="at-drafts" aria-label={t('drafts')}>
      <p>{t('drafts')}</p>
      <ul>
        {rows.map((row) => (
          <li key={String(row.id)}>
            <span className="at-drafts-name">
              {[titleOfRow(row, resource, cells) || t('nameless'), ...factsOfRow(row, resource, cells)].join(' · ')}
            </span>
            <time className="at-quiet">{formatDatetime(row.updateTime as number, cells.zone)}</time>
            <Button size="small" type="link" onClick={() => onOpen(row.id)}>
              {t('goOnWith')}
            </Button>
            <Button size="small" type="text" danger onClick={() => void remove(row)}>
              {t('dropDraft')}
            </Button>
          </li>
        ))}
      </ul>
      <Button size="small" type="text" onClick={() => setHidden(true)}>
        {t('hideDrafts')}
      </Button>
    </section>
  )
}
