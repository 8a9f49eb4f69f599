import { type PointerEvent, useRef } from 'react'
import { sheetCloseDrag } from '../constants.ts'
import styles from './bottom-sheet.module.css'
import { Dialog, type DialogProps } from './dialog.tsx'

/**
 * A dialog at the lower edge. Dragging its handle down by more than 50 px closes it; so do the
 * cross and Escape.
 */
export function BottomSheet(props: Omit<DialogProps, 'dialogRef' | 'handle' | 'className'>) {
  const sheet = useRef<HTMLDialogElement>(null)
  const start = useRef<number | null>(null)

  const moved = (event: PointerEvent) =>
    start.current === null ? 0 : Math.max(0, event.clientY - start.current)
  const shift = (pixels: number) =>
    sheet.current?.style.setProperty('translate', pixels ? `0 ${pixels}px` : '')
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
