import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Size {
  width?: number
  height?: number
}

/** The current size of an element, px. A hidden element keeps the size it had. */
export function useSize<T extends HTMLElement>(): [RefObject<T | null>, Size] {
  const ref = useRef<T>(null)
  const [size, setSize] = useState<Size>({})
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      if (height > 0) setSize((old) => (old.width === width && old.height === height ? old : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}

let scrollbar: number | undefined

/** The width that a scrollbar takes from what it scrolls, px; none where it lies over it. */
export function scrollbarWidth(): number {
  if (scrollbar === undefined) {
    const box = document.createElement('div')
    box.style.cssText = 'position: absolute; overflow: scroll; width: 50px; height: 50px; visibility: hidden'
    document.body.append(box)
    scrollbar = box.offsetWidth - box.clientWidth
    box.remove()
  }
  return scrollbar
}
