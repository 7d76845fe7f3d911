import { CaretRightOutlined, PauseOutlined, StepBackwardOutlined, StepForwardOutlined } from '@ant-design/icons'
import { Button, Slider } from 'antd'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { PlayerView } from '../../../model/model.ts'
import { call as makeCall } from '../../core/request.ts'
import { useT } from '../../fields/sentences.ts'
import type { WireRow } from '../../fields/types.ts'
import { addressOf } from '../gallery/tile.ts'
import { useScope } from '../scope.tsx'
import { useTurning } from './turning.ts'

/** How long a picture stays, where nothing says how long the whole is (seconds). */
const USUAL = 4
const LEAST = 1
const MOST = 200

interface SlidesProps {
  slides: NonNullable<PlayerView['slides']>
  row: WireRow
  label: string
}

/** Pictures one after the other, with music that begins by the same press. */
export function Slides({ slides, row, label }: SlidesProps) {
  const t = useT()
  const pictures = usePictures(slides, row)
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  const sound = useRef<HTMLAudioElement>(null)
  const music = slides.music ? addressOf(row[slides.music]) : ''
  const length = slides.length ? Number(row[slides.length]) || 0 : 0
  const stay = length > 0 ? Math.max(length / Math.max(pictures.length, 1), LEAST) : USUAL
  const press = (on: boolean): void => {
    setPlaying(on)
    if (on && at === pictures.length - 1) setAt(0)
    if (on) void sound.current?.play().catch(() => undefined)
    else sound.current?.pause()
  }
  useTurning({ playing, at, count: pictures.length, stay }, setAt, () => press(false))
  if (pictures.length === 0) return <div className="at-film at-film-none">{t('noSlides')}</div>
  const go = (to: number): void => setAt(Math.min(Math.max(to, 0), pictures.length - 1))
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Record<string, () => void> = {
      ' ': () => press(!playing),
      ArrowLeft: () => go(at - 1),
      ArrowRight: () => go(at + 1),
    }
    const move = event.target === event.currentTarget ? moves[event.key] : undefined
    if (!move) return
    event.preventDefault()
    move()
  }
  return (
    <div className="at-slides">
      <div
        className="at-film"
        role="img"
        tabIndex={0}
        aria-label={`${label} ${at + 1} / ${pictures.length}`}
        {...{ onKeyDown }}
      >
        {/* The one before stays beneath while the next one comes; the one after is fetched already. */}
        {[at - 1, at, at + 1].flatMap((one) => {
          const picture = pictures[one]
          return picture ? (
            <img key={one} src={picture.image} alt="" className={one === at ? 'at-slide at-slide-now' : 'at-slide'} />
          ) : (
            []
          )
        })}
        {pictures[at]?.caption && <p className="at-slide-caption">{pictures[at].caption}</p>}
      </div>
      <div className="at-slides-bar">
        <Button
          icon={<StepBackwardOutlined />}
          aria-label={t('slideBefore')}
          disabled={at === 0}
          onClick={() => go(at - 1)}
        />
        <Button
          type="primary"
          icon={playing ? <PauseOutlined /> : <CaretRightOutlined />}
          aria-label={t(playing ? 'slidesPause' : 'slidesPlay')}
          onClick={() => press(!playing)}
        />
        <Button
          icon={<StepForwardOutlined />}
          aria-label={t('slideNext')}
          disabled={at === pictures.length - 1}
          onClick={() => go(at + 1)}
        />
        <Slider
          className="at-slides-line"
          min={1}
          max={Math.max(pictures.length, 2)}
          disabled={pictures.length === 1}
          value={at + 1}
          onChange={(to) => go(to - 1)}
          ariaLabelForHandle={t('slideAt')}
          tooltip={{ open: false }}
        />
        <span className="at-quiet">
          {at + 1} / {pictures.length}
        </span>
      </div>
      {music && <audio ref={sound} src={music} loop preload="none" />}
    </div>
  )
}

/** The pictures of a slide show, in order. */
function usePictures({ call, takes, image, caption }: SlidesProps['slides'], { id }: WireRow) {
  const { part } = useScope()
  const path = part.calls[call]?.path
  const [pictures, setPictures] = useState<{ image: string; caption: string }[]>([])
  useEffect(() => {
    if (!path) return
    let here = true
    const asked = makeCall<WireRow[]>(
      path,
      { [takes]: id, pageNO: 1, pageRows: MOST },
      { silent: true, loading: false },
    )
    asked.then(
      ({ data }) => {
        const all = data.map((row) => ({
          image: addressOf(row[image]),
          caption: caption ? String(row[caption] ?? '') : '',
        }))
        if (here) setPictures(all.filter((one) => one.image))
      },
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [path, takes, id, image, caption])
  return pictures
}
