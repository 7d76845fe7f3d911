import { Input } from 'antd'
import { useState } from 'react'
import { say } from '../core/feedback.tsx'
import { t as now, useT } from '../core/sentences.ts'
import { icons } from '../theme/icons.tsx'
import './icons.css'

async function copy(name: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(name)
    say.done(now('iconCopied', { name }))
  } catch {
    say.warn(now('iconNotCopied'))
  }
}

/** Every icon a schema or a menu may name; a click copies the name. */
export default function IconsPage() {
  const t = useT()
  const [typed, setTyped] = useState('')
  const found = Object.entries(icons).filter(([name]) => name.includes(typed.trim().toLowerCase()))
  return (
    <div className="icons-page">
      <Input
        allowClear
        className="icons-filter"
        placeholder={t('filterIcons')}
        aria-label={t('filterIcons')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {found.length ? (
        <ul className="icons-grid">
          {found.map(([name, Icon]) => (
            <li key={name}>
              <button type="button" onClick={() => void copy(name)}>
                <Icon />
                <span className="clip">{name}</span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <p className="icons-none">{t('noIcons', { typed })}</p>
      )}
    </div>
  )
}
