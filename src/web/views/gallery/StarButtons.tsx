import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import type { Stars } from './useStars.ts'

/** The stars of a picture, pressed to give as many; the last one given is taken back by pressing it again. */
export function StarButtons({ stars, row }: { stars: Stars; row: WireRow }) {
  const t = useT()
  const { give, most } = stars
  const now = stars.of(row)
  if (!give) return null
  return (
    <span role="group" className="at-star-buttons">
      {Array.from({ length: most }, (_, i) => i + 1).map((count) => (
        <button
          key={count}
          type="button"
          aria-pressed={count === now}
          aria-label={t('starsOf', { count })}
          onClick={() => give(row, count === now ? count - 1 : count)}
        >
          {count <= now ? '★' : '☆'}
        </button>
      ))}
    </span>
  )
}
