import type { z } from 'zod'
import type { Signature as Shape } from '#contract/signatures.ts'
import { useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { CheckIcon, CloseIcon } from '../../ui/icons.tsx'
import styles from './signatures.module.css'
import words from './texts.ts'

export type Signature = z.output<typeof Shape>

/**
 * Two lines as on paper, a name over each stroke. Without a signature the first is of whoever
 * looks, who is about to ask for the second.
 */
export function SignatureLines({ signature, me }: { signature: Signature | null; me?: string }) {
  const t = useTexts(words)
  const waits = !signature || signature.state === 'waiting'
  return (
    <fieldset className={styles.lines} aria-label={t.label}>
      <div className={styles.sign} data-look={signature ? 'signed' : 'mine'}>
        <span className={styles.stroke}>
          {signature ? <CheckIcon /> : null}
          {signature ? signature.asked_by : me}
        </span>
        <span className={styles.small}>
          {t.first} ·{' '}
          {signature
            ? `${signature.mine ? `${t.you}, ` : ''}${almatyTime(signature.asked_at)}`
            : t.now}
        </span>
      </div>
      {waits ? <Empty signature={signature} /> : <Decided signature={signature} />}
    </fieldset>
  )
}

/** The second line while nobody has decided: mine to sign, or another person's. */
function Empty({ signature }: { signature: Signature | null }) {
  const t = useTexts(words)
  const isMine = signature !== null && !signature.mine
  return (
    <div className={styles.sign} data-look={isMine ? 'mine' : 'waits'}>
      <span className={styles.stroke}>{isMine ? t.yours : t.waits}</span>
      <span className={styles.small}>
        {t.second}
        {isMine ? '' : ` · ${t.other}`}
      </span>
    </div>
  )
}

function Decided({ signature: { state, decided_by, decided_at, note } }: { signature: Signature }) {
  const t = useTexts(words)
  const isSigned = state === 'signed'
  return (
    <div className={styles.sign} data-look={isSigned ? 'signed' : 'refused'}>
      <span className={styles.stroke}>
        {isSigned ? <CheckIcon /> : <CloseIcon />}
        {decided_by}
      </span>
      <span className={styles.small}>
        {isSigned ? t.second : state === 'refused' ? t.refused : t.withdrawn}
        {decided_at ? ` · ${almatyTime(decided_at)}` : ''}
      </span>
      {note ? <span>{note}</span> : null}
    </div>
  )
}
