import { ask } from '../../http/ask.ts'
import { useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Signing } from '../signatures/signing.tsx'
import styles from './case.module.css'
import caseWords, { signingWords as words } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import decision from './decision.module.css'
import { goesOut } from './look-back.tsx'

/** A decision of two: what the first has signed, and the second's line. */
export function ClaimSigning({ claim, onDone }: ClaimPart) {
  const t = useTexts(words)
  const caseTexts = useTexts(caseWords)
  const { signature, signed } = claim.signing
  if (!signature || !signed) return null
  const isWaiting = signature.state === 'waiting'
  // One that was taken back says nothing any more once the claim was decided.
  if (!isWaiting && claim.status !== 'under_consideration' && signature.state !== 'signed')
    return null
  const id = { signature_id: signature.id }
  const { payable } = signed
  const goes = goesOut({ claim, notice: 'accepted', payable }, caseTexts, t.noSum)
  return (
    <section data-decides="" className={decision.signing} aria-label={t.title}>
      <h3>{t.title}</h3>
      <dl className={styles.facts}>
        {[
          ...(isWaiting ? goes : goes.slice(0, 1)),
          [t.reason, signature.reason] as const,
          ...(isWaiting ? ([[t.message, t.messageText]] as const) : []),
        ].map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {isWaiting && !signed.holds ? <Notice tone="warn" title={t.changed} /> : null}
      <Signing
        signature={{ ...signature, held: null }}
        label={t.approve}
        maySign={signed.holds && !claim.held}
        sign={() => ask('staffClaimSign', { ...id, hold: true })}
        refuse={(note) => ask('staffClaimDecline', { ...id, note })}
        withdraw={() => ask('staffClaimWithdraw', id)}
        onDone={onDone}
      />
    </section>
  )
}
