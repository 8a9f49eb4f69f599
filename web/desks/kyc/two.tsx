import { differenceSaid } from '#domain/kyc-grounds.ts'
import { ask } from '../../http/ask.ts'
import { longDate, useLocale, useTexts } from '../../texts.ts'
import { Facts } from '../../ui/facts.tsx'
import { Signing } from '../signatures/signing.tsx'
import styles from './case.module.css'
import type { Status } from './case.ts'
import { Documents } from './documents.tsx'
import words from './texts.ts'

type Props = { status: Status; onDone: () => void; onChanged: () => void }

/** What the first signed: the ground, what proves it, the reason; and the second's line. */
export function TwoSign({ status, onDone, onChanged }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { signing, own } = status
  if (!signing) return null
  const { signature, evidence } = signing
  const id = { signature_id: signature.id }
  const facts = [
    { label: t.two.ground, value: t.two.grounds[evidence.ground] },
    ...(evidence.ground === 'not_same'
      ? [
          {
            label: t.two.differs,
            value: evidence.differs.map((fact) => differenceSaid[fact][locale]).join(', '),
          },
        ]
      : [
          { label: t.two.number, value: evidence.number },
          { label: t.two.date, value: longDate(locale, evidence.date) },
        ]),
    { label: t.two.reason, value: signature.reason },
  ]
  return (
    <section className={styles.decision} aria-label={t.two.signing}>
      <h3>{t.two.signing}</h3>
      <div className={styles.signed}>
        <Facts facts={facts} />
      </div>
      <Documents status={status} mayAdd={false} onChanged={onChanged} />
      <Signing
        signature={signature}
        maySign={!own}
        label={t.decision.unblock}
        sign={() => ask('kycSignUnblock', id)}
        refuse={(note) => ask('kycDeclineUnblock', { ...id, note })}
        withdraw={() => ask('kycWithdrawUnblock', id)}
        onDone={onDone}
      />
    </section>
  )
}
