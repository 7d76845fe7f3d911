import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { useLang } from '../core/i18n.ts'
import { useCore } from '../core/model.ts'
import { useT } from '../core/sentences.ts'
import { useSession } from '../core/session.ts'
import { NamedIcon } from '../theme/icons.tsx'
import { matching, screenHits, type Hit } from './paletteItems.ts'
import { useRecordHits } from './useRecordHits.ts'
import './palette.css'

/** A heading with its results. */
interface Section {
  title: string
  hits: Hit[]
}

/** Opens any screen or record by its name. Arrows select, Enter opens, Esc closes. */
export default function Palette({ onClose }: { onClose(): void }) {
  const t = useT()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const { sections, searching, short } = useSections(typed)
  const word = typed.trim()
  const missing = short ? t('paletteShort') : t('paletteNothing', { typed: word })
  const hits = sections.flatMap((section) => section.hits)
  const [chosen, setChosen] = useState(0)
  const at = Math.min(chosen, hits.length - 1)
  const go = (hit: Hit | undefined) => {
    if (!hit) return
    onClose()
    void navigate(hit.address)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While Chinese text is being composed, Enter and arrows belong to the input method.
    if (event.nativeEvent.isComposing || !hits.length) return
    if (event.key === 'Enter') go(hits[at])
    else if (event.key === 'ArrowDown') setChosen((at + 1) % hits.length)
    else if (event.key === 'ArrowUp') setChosen((at - 1 + hits.length) % hits.length)
    else return
    event.preventDefault()
  }
  return (
    <Sheet label={t('palette')} onClose={onClose}>
      <div className="palette-field">
        <SearchOutlined />
        <input
          autoFocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls="palette-hits"
          aria-label={t('palette')}
          autoComplete="off"
          aria-activedescendant={hits[at] && `palette-${at}`}
          placeholder={t('paletteHint')}
          value={typed}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setTyped(event.target.value)
            setChosen(0)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div className="palette-hits" id="palette-hits" role="listbox" aria-label={t('palette')}>
        <Sections sections={sections} at={at} onGo={go} onPoint={setChosen} />
      </div>
      <p className="palette-note" role="status">
        {searching ? t('searching') : !hits.length && word ? missing : ''}
      </p>
    </Sheet>
  )
}

/** A native dialog: above everything, keeps the focus inside, and gives it back afterwards. */
function Sheet({ label, onClose, children }: { label: string; onClose(): void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    <dialog ref={dialog} className="palette" aria-label={label} onClose={onClose} onClick={closeOutside}>
      <div>{children}</div>
    </dialog>
  )
}

function useSections(typed: string): { sections: Section[]; searching: boolean; short: boolean } {
  const core = useCore()
  const { menus } = useSession()
  const lang = useLang()
  const t = useT()
  const screens = useMemo(() => screenHits(core, menus, lang), [core, menus, lang])
  const { found, searching, short } = useRecordHits(typed)
  const sections = useMemo(
    () =>
      [{ title: t('paletteScreens'), hits: matching(screens, typed) }, ...found].filter(
        (section) => section.hits.length,
      ),
    [screens, typed, found, t],
  )
  return { sections, searching, short }
}

interface SectionsProps {
  sections: Section[]
  at: number
  onGo(hit: Hit): void
  onPoint(at: number): void
}

function Sections({ sections, at, onGo, onPoint }: SectionsProps) {
  const firsts = sections.map((_section, index) =>
    sections.slice(0, index).reduce((sum, before) => sum + before.hits.length, 0),
  )
  return sections.map((section, index) => (
    <div key={section.title} role="group" aria-label={section.title}>
      <h2 aria-hidden>{section.title}</h2>
      {section.hits.map((hit, inside) => {
        const place = (firsts[index] ?? 0) + inside
        return (
          <HitRow
            key={hit.key}
            hit={hit}
            id={`palette-${place}`}
            chosen={place === at}
            onGo={onGo}
            onPoint={() => onPoint(place)}
          />
        )
      })}
    </div>
  ))
}

function HitRow({
  hit,
  id,
  chosen,
  onGo,
  onPoint,
}: {
  hit: Hit
  id: string
  chosen: boolean
  onGo(hit: Hit): void
  onPoint(): void
}) {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      className="palette-hit"
      onClick={() => onGo(hit)}
      onMouseMove={onPoint}
      ref={(element) => {
        if (chosen) element?.scrollIntoView({ block: 'nearest' })
      }}
    >
      <NamedIcon name={hit.icon} />
      <span className="clip">{hit.title}</span>
      {hit.hint && <span className="palette-hint clip">{hit.hint}</span>}
    </div>
  )
}
