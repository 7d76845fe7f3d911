import { useMemo, useRef, useState } from 'react'
import type { CashdeskView, FilterModel } from '../../model/model.ts'
import type { Answer } from '../../model/web.ts'
import { useText } from '../core/i18n.ts'
import { useT } from '../fields/sentences.ts'
import type { WireRow } from '../fields/types.ts'
import { Duty } from './cashdesk/Duty.tsx'
import { FindBox } from './cashdesk/FindBox.tsx'
import { Leap } from './cashdesk/Leap.tsx'
import { Settled } from './cashdesk/Settled.tsx'
import { Till } from './cashdesk/Till.tsx'
import { useDuty } from './cashdesk/useDuty.ts'
import { ListBody, type ChoosingBox } from './ListBody.tsx'
import { Scoped, useScope } from './scope.tsx'
import './views.css'
import './cashdesk.css'
import '../lists/lists.css'

/** Open rows at the left, the till at the right: find, choose, take or give money, print. */
export function CashdeskScreen({ view }: { view: CashdeskView }) {
  return (
    <Scoped>
      <Desk view={view} />
    </Scoped>
  )
}

interface Paid {
  answer: WireRow
  yuan: number
}

function Desk({ view }: { view: CashdeskView }) {
  const t = useT()
  const text = useText()
  const { part, changed } = useScope()
  const duty = useDuty(view.duty)
  const [rows, setRows] = useState<WireRow[]>([])
  const [paid, setPaid] = useState<Paid>()
  // Grows with every payment: the list is fetched anew and the box has the focus again.
  const [round, setRound] = useState(0)
  const { many, filter } = { many: view.pay.rows !== undefined, filter: view.rows.filters[0] as FilterModel }
  const choosing = useMemo(
    (): ChoosingBox => ({
      many,
      onChosen: setRows,
      box: (list) => <FindBox filter={filter} list={list} round={round} />,
    }),
    [many, filter, round],
  )
  const till = useRef<HTMLElement>(null)
  const call = part.calls[view.pay.call]
  const onPaid = (answer: Answer, yuan: number): void => {
    setPaid({ answer: (answer.data ?? {}) as WireRow, yuan })
    changed()
  }
  const onNext = (): void => {
    setPaid(undefined)
    setRows([])
    setRound((old) => old + 1)
  }
  if (!call) return <p className="at-empty">{t('noRecord')}</p>
  return (
    <div className="at-desk">
      <div className="at-desk-rows">
        {view.duty && <Duty duty={view.duty} state={duty} />}
        <ListBody key={round} view={view.rows} choosing={choosing} />
      </div>
      {!paid && rows.length > 0 && <Leap rows={rows} due={view.pay.due.name} till={till} />}
      <aside className="at-desk-till" ref={till} aria-label={text(call.label)}>
        {paid && <Settled receipt={view.pay.receipt} paid={paid.answer} yuan={paid.yuan} onNext={onNext} />}
        {!paid && rows.length === 0 && <p className="at-empty">{t('choosePayable')}</p>}
        {!paid && rows.length > 0 && (
          <Till
            key={rows.map((row) => `${String(row.id)}/${String(row.version)}`).join()}
            view={view}
            call={call}
            rows={rows}
            duty={duty}
            onPaid={onPaid}
          />
        )}
      </aside>
    </div>
  )
}
