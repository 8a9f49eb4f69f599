import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react'
import { notificationCloseMs, notificationMs, snackbarMs } from '../constants.ts'
import { classNames } from './class-names.ts'
import { CloseIcon, ErrorIcon, SuccessIcon } from './icons.tsx'
import styles from './toast.module.css'

export type Toast = {
  text: string
  tone?: 'good' | 'bad' | undefined
  /** A notification stays 3 s, a snackbar 5 s and may carry one action. */
  kind?: 'notification' | 'snackbar' | undefined
  action?: { label: string; run: () => void } | undefined
  /** Its life if neither default is enough, ms. */
  lifeMs?: number | undefined
}
type Shown = Toast & { id: number; closing?: boolean }

const ToastContext = createContext<(toast: Toast) => void>(() => {})

/** `const say = useToast(); say({ text: t.saved, tone: 'good' })` inside a `ToastRegion`. */
export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext)

/**
 * Region of toasts, announced by screen readers. Pointing at a toast or focusing it keeps it; a
 * pointer that already rested there does not.
 */
export function ToastRegion({
  label,
  closeLabel,
  children,
}: {
  label: string
  closeLabel: string
  children: ReactNode
}) {
  const [shown, setShown] = useState<Shown[]>([])
  const held = useRef(false)
  const count = useRef(0)

  const close = useCallback((id: number) => {
    setShown((list) => list.map((toast) => (toast.id === id ? { ...toast, closing: true } : toast)))
    setTimeout(
      () => setShown((list) => list.filter((toast) => toast.id !== id)),
      notificationCloseMs,
    )
  }, [])
  const say = useCallback(
    (toast: Toast) => {
      const id = count.current++
      const life = toast.lifeMs ?? (toast.kind === 'snackbar' ? snackbarMs : notificationMs)
      const end = () => (held.current ? setTimeout(end, life) : close(id))
      // A repeated text is shown once.
      setShown((list) => [...list.filter(({ text }) => text !== toast.text), { ...toast, id }])
      setTimeout(end, life)
    },
    [close],
  )
  const hold = (value: boolean) => () => {
    held.current = value
  }

  return (
    <ToastContext value={say}>
      {children}
      <section
        className={styles.region}
        aria-label={label}
        aria-live="polite"
        onPointerMove={hold(true)}
        onPointerLeave={hold(false)}
        onFocus={hold(true)}
        onBlur={hold(false)}
      >
        {shown.map((toast) => (
          <div key={toast.id} className={classNames(styles.toast, toast.closing && styles.closing)}>
            {toast.tone === 'bad' ? <ErrorIcon className={styles.bad} /> : null}
            {toast.tone === 'good' ? <SuccessIcon className={styles.good} /> : null}
            <p className={styles.text}>{toast.text}</p>
            {toast.action ? (
              <button
                type="button"
                className={styles.action}
                onClick={() => [toast.action?.run(), close(toast.id)]}
              >
                {toast.action.label}
              </button>
            ) : null}
            <button
              type="button"
              className={styles.close}
              aria-label={closeLabel}
              onClick={() => close(toast.id)}
            >
              <CloseIcon />
            </button>
          </div>
        ))}
      </section>
    </ToastContext>
  )
}
