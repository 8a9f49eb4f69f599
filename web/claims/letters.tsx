import { useState } from 'react'
import page from '../cabinet/cabinet.module.css'
import type { Reply } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { apiErrorOf } from '../http/http.ts'
import { useMutation } from '../http/replies.ts'
import { useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { LimitedField } from '../ui/limited-field.tsx'
import { Notice } from '../ui/notice.tsx'
import styles from './claims.module.css'
import words from './texts.ts'

export type Details = Reply<'claimGetClaim'>['data']

/** Why the claim was rejected, in the words of staff. */
export function Rejected({ reason }: { reason: string }) {
  const t = useTexts(words)
  return (
    <Notice tone="error" title={t.rejectedTitle}>
      {reason}
    </Notice>
  )
}

/** What client and staff wrote to each other, and the next message. */
export function Letters({
  claim,
  day,
  onDone,
}: {
  claim: Details
  day: (instant: string) => string
  onDone: () => void
}) {
  const t = useTexts(words)
  const { busy, once } = useMutation()
  const [error, setError] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const send = async (text: string) => {
    setError(null)
    await once(
      async () => {
        await ask('claimWriteMessage', { claim_id: claim.claim_id, text })
        setRound(round + 1)
        onDone()
      },
      (error) => {
        const found = apiErrorOf(error)
        setError((found.kind === 'invalid' && found.errors[0]?.message) || found.message || t.lost)
      },
    )
  }
  const open = claim.status !== 'completed'
  if (!open && claim.messages.length === 0) return null
  return (
    <section className={styles.part}>
      <h4>{t.messages}</h4>
      <ul className={styles.letters}>
        {claim.messages.map(({ text, from, at }) => (
          <li key={`${at} ${text}`} data-from={from}>
            <p>{text}</p>
            <small>
              {t.from[from]}, {day(at)}
            </small>
          </li>
        ))}
      </ul>
      {open ? (
        <form
          key={round}
          className={classNames(page.form, page.gap)}
          onSubmit={(event) => {
            event.preventDefault()
            void send(String(new FormData(event.currentTarget).get('text') ?? ''))
          }}
        >
          <LimitedField
            id={`letter-${claim.claim_id}`}
            name="text"
            label={t.write}
            rows={2}
            maxLength={2_000}
            error={error ?? undefined}
          />
          <div>
            <Button type="submit" variant="secondary" size="small" busy={busy}>
              {t.sendMessage}
            </Button>
          </div>
        </form>
      ) : null}
    </section>
  )
}
