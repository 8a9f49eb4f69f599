import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { sheetCloseDrag } from '../constants.ts'
import styles from './bottom-sheet.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'

/**
 * A dialog at the lower edge. Closes by dragging its handle down by more than 50 px, by a swipe
 * down from anywhere while its content is at the top, by the cross and by Escape.
 */
export function BottomSheet(props: Omit<DialogProps, 'dialogRef' | 'handle' | 'className'>) {
  const sheet = useRef<HTMLDialogElement>(null)
  const start = useRef<number | null>(null)

  useSwipe(sheet, props.onClose)
  const moved = (event: PointerEvent) =>
    start.current === null ? 0 : Math.max(0, event.clientY - start.current)
  const shift = (pixels: number) => shifted(sheet.current, pixels)
  const drop = (event: PointerEvent) => {
    const far = moved(event) > sheetCloseDrag
    start.current = null
    shift(0)
    if (far && event.type === 'pointerup') props.onClose()
  }
  const handle = (
    <div
      className={styles.handle}
      data-handle
      onPointerDown={(event) => {
        start.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => start.current !== null && shift(moved(event))}
      onPointerUp={drop}
      onPointerCancel={drop}
    />
  )
  return <Dialog {...props} dialogRef={sheet} className={styles.sheet} handle={handle} />
}

const shifted = (sheet: HTMLElement | null, pixels: number): void =>
  sheet?.style.setProperty('translate', pixels ? `0 ${pixels}px` : '')

/** Nothing between the finger and the sheet's edge is scrolled down. */
function isAtTop(from: EventTarget | null, sheet: HTMLElement): boolean {
  for (let at = from instanceof Element ? from : null; at; at = at.parentElement) {
    if (at.scrollTop > 0) return false
    if (at === sheet) return true
  }
  return false
}

/**
 * A finger that first moves down, while the content cannot scroll back, moves the sheet instead of
 * its content. The handle has a drag of its own, for the mouse too.
 */
function useSwipe(sheet: RefObject<HTMLDialogElement | null>, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  // Not passive: the listener may stop the browser's own scrolling.
  useEffect(() => {
    const element = sheet.current
    if (!element) return
    const listening = new AbortController()
    const { signal } = listening
    let begun: Touch | null = null
    let pixels = 0
    const end = (event: TouchEvent): void => {
      const far = event.type === 'touchend' && pixels > sheetCloseDrag
      if (begun) shifted(element, 0)
      begun = null
      pixels = 0
      if (far) close.current()
    }
    const begin = (event: TouchEvent): void => {
      const [touch, second] = event.touches
      const own = event.target instanceof Element && event.target.closest('[data-handle]') !== null
      begun = touch && !second && !own && isAtTop(event.target, element) ? touch : null
      pixels = 0
    }
    const move = (event: TouchEvent): void => {
      const touch = event.touches[0]
      if (!begun || !touch) return
      const down = touch.clientY - begun.clientY
      if (pixels === 0 && down <= Math.abs(touch.clientX - begun.clientX)) begun = null
      else {
        if (event.cancelable) event.preventDefault()
        pixels = Math.max(1, down)
        shifted(element, pixels)
      }
    }
    element.addEventListener('touchstart', begin, { signal, passive: true })
    element.addEventListener('touchmove', move, { signal, passive: false })
    element.addEventListener('touchend', end, { signal })
    element.addEventListener('touchcancel', end, { signal })
    return () => listening.abort()
  }, [sheet])
}
