import { useEffect, useState } from 'react'
import { encode } from 'uqr'
import type { Reply } from '../../http/api.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { portal } from '../portal.ts'
import styles from './order.module.css'
import { handOffWords as words } from './order-texts.ts'

/** Poll interval of the client's progress, ms. */
const pollMs = 1500

type Props = {
  calculationId: string
  email: string
  onOrdered: (orderId: string, key: string) => void
  onClose: () => void
}
type Handed = Reply<'promoterHandOffCreate'>['data']
type State = Reply<'promoterHandOffStatus'>['data']['state']

/**
 * The quote handed off to the client: the code to scan, and the client's progress, until both watch
 * the order.
 */
export function HandOffDialog({ calculationId, email, onOrdered, onClose }: Props) {
  const t = useTexts(words)
  const [handed, setHanded] = useState<Handed | null>(null)
  const [state, setState] = useState<State>('open')
  const [formError, setFormError] = useState<string | null>(null)
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    const stop = new AbortController()
    portal(
      'promoterHandOffCreate',
      { calculationId, ...(email ? { email } : {}) },
      { signal: stop.signal },
    ).then(
      ({ data }) => setHanded(data),
      (error) => {
        if (!stop.signal.aborted) setFormError(apiErrorOf(error).message || t.failed)
      },
    )
    return () => stop.abort()
  }, [calculationId, email, t.failed])

  // One watcher per quote.
  useEffect(() => {
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      const { data } = await portal(
        'promoterHandOffStatus',
        { calculationId },
        { signal: stop.signal },
      )
      setState(data.state)
      if (data.order) onOrdered(data.order.orderId, data.order.key)
    }
    const timer = setInterval(() => void look().catch(() => {}), pollMs)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [calculationId]) // oxlint-disable-line react/exhaustive-deps

  const copy = async (): Promise<void> => {
    if (!handed) return
    await navigator.clipboard.writeText(handed.url)
    setCopied(true)
  }
  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={t.close}>
      <p>{t.text}</p>
      {formError ? <Notice tone="error" live title={formError} /> : null}
      {state === 'expired' ? (
        <Notice tone="warn" live title={t.states.expired} />
      ) : handed ? (
        <>
          <Qr text={handed.url} label={t.qr} />
          <RowProgress>{t.states[state]}</RowProgress>
          <Button
            variant="secondary"
            onClick={() => void copy().catch(() => setFormError(handed.url))}
          >
            {copied ? t.copied : t.copy}
          </Button>
        </>
      ) : formError ? null : (
        <RowProgress>{t.making}</RowProgress>
      )}
    </Dialog>
  )
}

/** Drawn as one path; the page's policy allows no inline style and needs none. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 })
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={styles.qrGround} />
      <path d={path} className={styles.qrInk} />
    </svg>
  )
}
