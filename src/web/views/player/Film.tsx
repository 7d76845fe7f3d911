import { useState } from 'react'
import { useT } from '../../fields/sentences.ts'
import '../player.css'

interface FilmProps {
  /** Its address. */
  film: string
  /** Address of a still. */
  cover?: string
  label: string
  onEnded?: () => void
}

/** A film with the browser's own keys and controls; one that it cannot play is offered to be saved. */
export function Film({ film, cover, label, onEnded }: FilmProps) {
  const t = useT()
  const [failed, setFailed] = useState(false)
  if (failed)
    return (
      <p className="at-film at-film-failed" role="alert">
        {t('filmFailed')} <a href={`${film}?name=${encodeURIComponent(label)}`}>{t('downloadFilm')}</a>
      </p>
    )
  return (
    <video
      className="at-film"
      src={film}
      {...(cover ? { poster: cover } : {})}
      aria-label={label}
      controls
      playsInline
      preload="metadata"
      onError={() => setFailed(true)}
      onEnded={onEnded}
    />
  )
}
