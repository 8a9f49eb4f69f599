import { useEffect, useState } from 'react'
import { isIin } from '#domain/iin.ts'
import { consentAnswerMs } from '#domain/lifetimes.ts'
import { parsePhone } from '#domain/phone.ts'
import { apiErrorOf } from '../../http/http.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FieldError } from '../../ui/field.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { Notice } from '../../ui/notice.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { buy } from '../calls.ts'
import type { Consent } from '../model/consent.ts'
import words from '../purchase-texts.ts'
import type { DriverRow } from '../state/state.ts'
import styles from './sections.module.css'

/** How often the answer to 1414 is looked for, ms. */
const pollMs = 3000

type Props = { row: DriverRow; error: string | undefined; onChange: (consent: Consent) => void }

/**
 * The driver's own consent, asked by SMS from 1414: waiting with the time left, given, refused, not
 * answered, and asked again.
 */
export function ConsentField({ row, error, onChange }: Props) {
  const t = useTexts(words)
  const { consent } = row
  const requestId = consent.kind === 'awaiting' ? consent.requestId : null

  const ask = async (): Promise<void> => {
    onChange({ kind: 'asking' })
    try {
      const { data } = await buy('requestConsent', { iin: row.iin, phone: row.phone })
      const state = await buy('consentStatus', { requestId: data.requestId })
      // The time left counts on this device's clock: the server's may show another day.
      onChange(
        state.data.status === 'awaiting'
          ? { kind: 'awaiting', requestId: data.requestId, expiresAt: Date.now() + consentAnswerMs }
          : { kind: state.data.status },
      )
    } catch (apiError) {
      const found = apiErrorOf(apiError)
      onChange({
        kind: 'failed',
        message:
          (found.kind === 'invalid' ? found.errors[0]?.message : found.message) || t.consentFailed,
      })
    }
  }

  // Outside React: the answer arrives at 1414. A failed look is simply made again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one watch for one request
  useEffect(() => {
    if (!requestId) return
    const stop = new AbortController()
    const look = async (): Promise<void> => {
      try {
        const { data } = await buy('consentStatus', { requestId }, { signal: stop.signal })
        if (data.status !== 'awaiting') onChange({ kind: data.status })
      } catch (apiError) {
        if (apiErrorOf(apiError).kind === 'missing') onChange({ kind: 'expired' })
      }
    }
    const timer = setInterval(() => void look(), pollMs)
    return () => {
      clearInterval(timer)
      stop.abort()
    }
  }, [requestId]) // oxlint-disable-line react/exhaustive-deps

  const ready = isIin(row.iin) && parsePhone(row.phone) !== null
  const id = `driver-${row.id}-consent`
  const again = (label: string) => (
    <Button variant="secondary" size="small" onClick={() => void ask()} disabled={!ready}>
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
          <Button variant="quiet" size="small" className={styles.flush} onClick={() => void ask()}>
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
