import type { ReactNode } from 'react'
import { NONE } from './cells.tsx'

/** Field and value of a logged state, one below the other. */
export function rowsOfChange(value: unknown, say: (value: unknown, name: string) => string): ReactNode {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {})
  if (entries.length === 0) return NONE
  return (
    <dl className="at-changes">
      {entries.map(([name, one]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{say(one, name)}</dd>
        </div>
      ))}
    </dl>
  )
}
