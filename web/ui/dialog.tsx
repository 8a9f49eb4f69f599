import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'

export type DialogProps = {
  open: boolean
  /** Called by Escape, the cross or a press outside; the owner sets `open` to false. */
  onClose: () => void
  title: string
  closeLabel: string
  children: ReactNode
  /** Buttons at the foot, the likeliest last. */
  actions?: ReactNode
  className?: string | undefined
  dialogRef?: RefObject<HTMLDialogElement | null> | undefined
  /** Drawn above the title (the handle of a sheet). */
  handle?: ReactNode
}

/**
 * The native modal dialog: holds the focus, closes by Escape and returns the focus to its opener.
 */
export function Dialog({
  open,
  onClose,
  title,
  closeLabel,
  children,
  actions,
  className,
  dialogRef,
  handle,
}: DialogProps) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = dialogRef ?? own
  const titleId = useId()
  const left = useModal(dialog, open)
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, sent as `cancel`
    <dialog
      ref={dialog}
      className={classNames(styles.dialog, className)}
      aria-labelledby={titleId}
      onClick={closeOutside}
      onCancel={(event) => {
        // A <select> or file field inside sends its own `cancel`, which bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        // The browser sends it late: it may belong to an earlier opening of the dialog.
        if (
          event.target === event.currentTarget &&
          open &&
          !left.current &&
          !event.currentTarget.open
        )
          onClose()
      }}
    >
      <div className={styles.body}>
        {handle}
        <div className={styles.head}>
          <h2 className={styles.title} id={titleId}>
            {title}
          </h2>
          <button type="button" className={styles.close} aria-label={closeLabel} onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        {open ? children : null}
        {actions && open ? <div className={styles.actions}>{actions}</div> : null}
      </div>
    </dialog>
  )
}

/**
 * Opens and closes the native modal by `open`. Returns whether the owner closed the dialog: a late
 * `close` of the browser is then not the user's.
 */
function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): RefObject<boolean> {
  const left = useRef(false)
  // Native modal state in the same commit as the drawing: in between, a late `close` would pass for
  // the user's.
  useLayoutEffect(() => {
    const element = dialog.current
    if (open && element) {
      left.current = false
      element.showModal()
      // A dialog that asks only for a code or a login: typing may begin at once.
      element
        .querySelector<HTMLInputElement>(
          'input:is([autocomplete="one-time-code"], [autocomplete="username"])',
        )
        ?.focus()
    }
    // Also before the dialog unmounts: removed while open, it would not return the focus.
    return () => {
      left.current = true
      element?.close()
    }
  }, [open, dialog])
  return left
}
