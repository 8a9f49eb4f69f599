import { useEffect, useState } from 'react'
import { numericDay } from '#domain/calendar.ts'
import { formatPhone } from '#domain/phone.ts'
import { ask } from '../../http/ask.ts'
import { useMutation } from '../../http/replies.ts'
import { useTexts } from '../../texts.ts'
import { useToast } from '../../ui/toast.tsx'
import { Stroke } from '../shell/icons.tsx'
import styles from './masked.module.css'
import words from './texts.ts'

type What = 'iin' | 'phone' | 'document' | 'birth'
/**
 * Owner of the number: a client, the person of a case, a claimant, or the client of a contract or
 * sale.
 */
type Whose =
  | { account_id: string }
  | { case_id: string }
  | { claim_id: string }
  | { order_id: string }
type Props = { of: Whose; what: What; masked: string; onSeen?: () => void }

/**
 * A number that is masked until requested and again after a minute; announces the seconds. Each
 * request is recorded in the audit log and in the client's own list.
 */
export function MaskedNumber({ of, what, masked, onSeen }: Props) {
  const t = useTexts(words)
  const say = useToast()
  const { busy, once } = useMutation()
  const [open, setOpen] = useState<{ value: string; left: number } | null>(null)
  const left = open?.left ?? 0
  useEffect(() => {
    if (left <= 0) return
    const timer = setTimeout(
      () => setOpen((now) => (now && now.left > 1 ? { ...now, left: now.left - 1 } : null)),
      1_000,
    )
    return () => clearTimeout(timer)
  }, [left])
  const show = () =>
    once(
      async () => {
        const { data } = await ask('staffReveal', { ...of, what })
        setOpen({ value: data.value, left: data.seconds })
        onSeen?.()
      },
      () => say({ text: t.failed, tone: 'bad', kind: 'snackbar' }),
    )
  return (
    <span className={styles.masked}>
      {open ? (
        what === 'phone' ? (
          <a href={`tel:+${open.value}`}>{formatPhone(open.value)}</a>
        ) : what === 'birth' ? (
          numericDay(open.value)
        ) : (
          open.value
        )
      ) : (
        masked
      )}
      <button
        type="button"
        aria-label={open ? t.hide : t.reveal[what]}
        title={open ? t.hide : t.reveal[what]}
        aria-busy={busy}
        onClick={() => {
          if (open) setOpen(null)
          else void show()
        }}
      >
        <Stroke of={open ? 'closed' : 'eye'} />
      </button>
      {open ? <span className={styles.seconds}>{t.open(left)}</span> : null}
    </span>
  )
}
