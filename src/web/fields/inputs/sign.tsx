import { Button } from 'antd'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useNewest } from '../../core/newest.ts'
import { useT } from '../sentences.ts'
import type { InputProps } from '../types.ts'
import { smallUrl, uploadsOf } from '../uploads.tsx'
import { sendFile } from './uploading.ts'

const PEN = 2.5

/** A signature drawn with finger, pen or mouse, stored as a picture when its form is saved. */
export function SignInput(props: InputProps) {
  const t = useT()
  const [signed] = uploadsOf(props.value)
  if (signed) {
    return (
      <div className="at-sign">
        <img src={smallUrl(signed.url)} alt={t('signature')} />
        {!props.disabled && (
          <Button size="small" onClick={() => props.onChange(null)}>
            {t('signAgain')}
          </Button>
        )}
      </div>
    )
  }
  return <Sheet {...props} />
}

function Sheet(props: InputProps) {
  const t = useT()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [drawn, setDrawn] = useState(false)
  useSharpCanvas(canvas)
  const { field, onChange, onPending } = props
  const newest = useNewest({ onChange, onPending })
  useEffect(() => {
    const { current } = newest
    return () => current.onPending?.(undefined)
  }, [newest])
  const keep = async (): Promise<void> => {
    const picture = await pictureOf(canvas.current)
    const sent = picture && (await sendFile(field, picture, {}))
    if (sent) newest.current.onChange(sent)
  }
  const say = (isDrawn: boolean): void => {
    setDrawn(isDrawn)
    onPending?.(isDrawn ? keep : undefined)
  }
  const draw = (event: PointerEvent<HTMLCanvasElement>, begin: boolean) => {
    const pen = canvas.current?.getContext('2d')
    if (!pen || props.disabled || event.buttons !== 1) return
    event.preventDefault()
    if (begin) beginLine(pen, event)
    else {
      continueLine(pen, event)
      if (!drawn) say(true)
    }
  }
  const clear = () => {
    const sheet = canvas.current
    sheet?.getContext('2d')?.clearRect(0, 0, sheet.width, sheet.height)
    say(false)
  }
  return (
    <div className="at-sign">
      <canvas
        id={props.id}
        ref={canvas}
        tabIndex={0}
        role="img"
        aria-label={t('signHere')}
        onPointerDown={(event) => draw(event, true)}
        onPointerMove={(event) => draw(event, false)}
      />
      <Button size="small" onClick={clear} disabled={!drawn || props.disabled}>
        {t('clear')}
      </Button>
    </div>
  )
}

function beginLine(pen: CanvasRenderingContext2D, event: PointerEvent<HTMLCanvasElement>): void {
  event.currentTarget.setPointerCapture(event.pointerId)
  pen.beginPath()
  pen.moveTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY)
}

function continueLine(pen: CanvasRenderingContext2D, event: PointerEvent<HTMLCanvasElement>): void {
  pen.lineTo(event.nativeEvent.offsetX, event.nativeEvent.offsetY)
  pen.stroke()
}

/** The drawing as a file. */
async function pictureOf(canvas: HTMLCanvasElement | null): Promise<File | null> {
  const picture = await new Promise<Blob | null>((resolve) => {
    if (canvas) canvas.toBlob(resolve, 'image/png')
    else resolve(null)
  })
  return picture && new File([picture], 'signature.png', { type: 'image/png' })
}

/** Uses the resolution of the screen, and a dark pen on white in every theme, because the picture is printed. */
function useSharpCanvas(canvas: React.RefObject<HTMLCanvasElement | null>): void {
  useEffect(() => {
    if (canvas.current) sharpen(canvas.current)
  }, [canvas])
}

function sharpen(sheet: HTMLCanvasElement): void {
  const pen = sheet.getContext('2d')
  if (!pen) return
  const ratio = window.devicePixelRatio || 1
  sheet.width = sheet.clientWidth * ratio
  sheet.height = sheet.clientHeight * ratio
  pen.scale(ratio, ratio)
  Object.assign(pen, { lineWidth: PEN, lineCap: 'round', lineJoin: 'round', strokeStyle: '#1d2530' })
}
