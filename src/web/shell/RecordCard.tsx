import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { DetailView } from '../../model/model.ts'
import type { WebPart } from '../../model/web.ts'
import { useEnv } from '../core/env.ts'
import { useLang } from '../core/i18n.ts'
import { findScreen, loadPart } from '../core/model.ts'
import { call } from '../core/request.ts'
import { cellsNow } from '../fields/context.tsx'
import '../fields/index.ts'
import { fieldView } from '../fields/lookup.ts'
import type { WireRow } from '../fields/types.ts'
import { cellText, drawCell } from '../lists/columns.tsx'
import { headOf } from '../views/recordHead.ts'
import './recordCard.css'

interface Told {
  link: HTMLAnchorElement
  part: WebPart
  view: DetailView
  row: WireRow
}

const CARD = 'record-card'
/** Between the link and its card, and between the card and the edges of the window, px. */
const GAP = 6
const WIDTH = 300

/** The record behind a link, in short: what it is called, how it stands, and what tells it apart. */
export default function RecordCard({ link }: { link: HTMLAnchorElement }) {
  const told = useTold(link)
  const lang = useLang()
  const env = useEnv()
  useEffect(() => {
    link.setAttribute('aria-describedby', CARD)
    return () => link.removeAttribute('aria-describedby')
  }, [link])
  if (told?.link !== link) return null
  const { part, view, row } = told
  const cells = { ...cellsNow(part), lang }
  const { title, states, facts } = headOf(view, row, part.resources[view.resource], cells)
  return createPortal(
    <div id={CARD} className="record-card" role="tooltip" style={placeBy(link)}>
      <strong>{title}</strong>
      {states.map((field) => (
        <span key={field.name}>{fieldView(field.type).cell(row[field.name], row, field, cells)}</span>
      ))}
      <dl>
        {facts
          .filter((fact) => cellText(fact, row, cells) !== '')
          .map((fact) => (
            <div key={fact.path}>
              <dt>{fact.label[lang]}</dt>
              <dd>{drawCell(fact, row, cells, env)}</dd>
            </div>
          ))}
      </dl>
    </div>,
    document.body,
  )
}

/** What the page behind the link would show; nothing while it is on its way, or where it is refused. */
function useTold(link: HTMLAnchorElement): Told | undefined {
  const [told, setTold] = useState<Told>()
  useEffect(() => {
    const stop = new AbortController()
    const { pathname, searchParams } = new URL(link.href)
    const read = async (): Promise<void> => {
      const part = await loadPart(findScreen(pathname)?.part ?? '')
      const view = part.screens[pathname]?.view
      if (view?.view !== 'detail') return
      const input = { id: Number(searchParams.get('id')) }
      const quiet = { silent: true, loading: false, signal: stop.signal }
      const { data: row } = await call<WireRow>(part.calls[view.call]?.path ?? '', input, quiet)
      if (!stop.signal.aborted) setTold({ link, part, view, row })
    }
    read().catch(() => undefined)
    return () => stop.abort()
  }, [link])
  return told
}

/** Below the link; above it where there is more room. */
function placeBy(link: HTMLAnchorElement) {
  const { left, top, bottom } = link.getBoundingClientRect()
  const across = { left: Math.max(GAP, Math.min(left, innerWidth - WIDTH - GAP)), maxWidth: WIDTH }
  return bottom < innerHeight / 2 ? { ...across, top: bottom + GAP } : { ...across, bottom: innerHeight - top + GAP }
}
