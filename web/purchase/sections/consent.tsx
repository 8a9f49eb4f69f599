import { useEffect, useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { parsePhone } from '#domain/phone.ts'
import type { Driver } from '../../sale/model/sale.ts'
import { useConsent } from '../../sale/use-consent.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { buy } from '../calls.ts'
import words from '../purchase-texts.ts'
import type { PurchaseActions } from '../state/use-purchase.ts'
import styles from './sections.module.css'

/** How often the answer to 1414 is looked for, ms. */
const pollMs = 3000

type Row = { row: Driver } & Pick<PurchaseActions, 'dispatch'>
type Props = Row & { error: string | undefined }

function useDriverConsent({ row: { id, iin, phone, consent }, dispatch }: Row) {
  const { consentFailed: failed } = useTexts(words)
  return useConsent({
    call: buy,
    iin,
    phone,
    consent,
    everyMs: pollMs,
    failed,
    onConsent: (said) => dispatch({ type: 'consent', of: id, ...said }),
  })
}

/**
 * The driver's own consent, asked by SMS from 1414: waiting with the time left, given, refused, not
 * answered, and asked again.
 */
export function ConsentField({ row, error, dispatch }: Props) {
  const t = useTexts(words)
  const { consent } = row
  const { ask } = useDriverConsent({ row, dispatch })

  const ready = isIin(row.iin) && parsePhone(row.phone) !== null
  const id = `driver-${row.id}-consent`
  const again = (label: string) => (
    <Button variant="secondary" size="small" onClick={ask} disabled={!ready}>
      {label}
    </Button>
  )
  return (
    <div className={styles.consent} id={id} tabIndex={-1}>
      {consent.kind === 'none' ? (
        <>
          <p className={styles.note}>{t.consentWhy}</p>
          {again(t.consentAsk)}
        </>
      ) : null}
      {consent.kind === 'asking' ? <RowProgress>{t.consentAsking}</RowProgress> : null}
      {consent.kind === 'awaiting' ? (
        <>
          <RowProgress>{t.consentAwaiting}</RowProgress>
          <p className={styles.note}>
            {t.consentAwaitingText} <TimeLeft until={consent.expiresAt} />
          </p>
          <Button variant="quiet" size="small" className={styles.flush} onClick={ask}>
            {t.consentAgain}
          </Button>
        </>
      ) : null}
      {consent.kind === 'approved' ? (
        <Chip tone="good" icon={<CheckIcon />}>
          {t.consentApproved}
        </Chip>
      ) : null}
      {consent.kind === 'rejected' ? (
        <Notice tone="error" live title={t.consentRejected} action={again(t.consentAgain)}>
          {t.consentRejectedText}
        </Notice>
      ) : null}
      {consent.kind === 'expired' ? (
        <Notice tone="warn" live title={t.consentExpired} action={again(t.consentAgain)}>
          {t.consentExpiredText}
        </Notice>
      ) : null}
      {consent.kind === 'failed' ? (
        <Notice tone="error" live title={consent.message} action={again(t.retry)} />
      ) : null}
      <FieldError id={id} error={consent.kind === 'approved' ? undefined : error} />
    </div>
  )
}

/**
 * The same answer waited for where the driver is a line of the review: asked again, or gone on
 * without.
 */
export function ConsentWait({ row, dispatch, onWithout }: Row & { onWithout: () => void }) {
  const t = useTexts(words)
  const { consent } = row
  const { ask } = useDriverConsent({ row, dispatch })
  const acts = (
    <div className={styles.actions}>
      <Button variant="secondary" size="small" onClick={ask}>
        {t.consentAgain}
      </Button>
      <Button variant="quiet" size="small" onClick={onWithout}>
        {t.consentWithout}
      </Button>
    </div>
  )
  switch (consent.kind) {
    case 'asking':
      return <RowProgress>{t.consentAsking}</RowProgress>
    case 'awaiting':
      return (
        <div className={styles.waits}>
          <RowProgress>{t.consentAwaiting}</RowProgress>
          <p className={styles.note}>
            {t.consentAwaitingText} <TimeLeft until={consent.expiresAt} />
          </p>
          {acts}
        </div>
      )
    case 'rejected':
      return <Notice tone="error" live title={t.consentRejected} action={acts} />
    case 'expired':
      return <Notice tone="warn" live title={t.consentExpired} action={acts} />
    case 'failed':
      return <Notice tone="error" live title={consent.message} action={acts} />
    default:
      return null
  }
}

function TimeLeft({ until }: { until: number }) {
  const t = useTexts(words)
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((until - now) / 1000))
  return (
    <span className={styles.nowrap}>
      {t.consentLeft(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`)}
    </span>
  )
}
