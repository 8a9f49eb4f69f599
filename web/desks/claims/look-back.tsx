import { useEffect, useRef } from 'react'
import { type ClaimNotice, claimSms } from '#texts/claim-messages.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import styles from './case.module.css'
import words, { signingWords } from './case-texts.ts'
import type { ClaimPart } from './claim.ts'
import decision from './decision.module.css'

type Goes = {
  claim: ClaimPart['claim']
  notice: Extract<ClaimNotice, 'accepted' | 'completed' | 'rejected'>
  /** What the client will read beside it. */
  reason?: string
  /** Tenge; null where nothing is paid. */
  payable: number | null
}

/** What a decision about money sets going: the sum, to whom, by which way, and the SMS as it goes. */
export function goesOut(
  { claim, notice, payable, reason }: Goes,
  t: (typeof words)['kz'],
  noSum: string,
) {
  const { client, claim_id: number } = claim
  return [
    ...(notice === 'rejected'
      ? []
      : [[t.toPay, payable === null ? noSum : money(payable)] as const]),
    ...(reason ? [[t.reason, reason] as const] : []),
    [
      t.goesTo,
      client.phone ? `${client.name}, ${client.phone.replaceAll(' ', '\u00a0')}` : client.name,
    ],
    ...(notice === 'rejected' ? [] : [[t.goesBy, t.goesByText] as const]),
    [
      t.goesSms,
      client.phone ? `«${claimSms(notice, { number, link: '…' })[client.locale]}»` : t.goesNoPhone,
    ],
  ] as const
}

type Props = Goes & { label: string; busy: boolean; onBack: () => void }

/** Read before it goes: the second press sends it. */
export function LookBack({ label, busy, onBack, ...goes }: Props) {
  const t = useTexts(words)
  const { noSum } = useTexts(signingWords)
  const part = useRef<HTMLElement>(null)
  // The focus of the document, away from the button that was pressed.
  useEffect(() => {
    part.current?.focus()
  }, [])
  return (
    <section
      data-decides=""
      className={decision.signing}
      aria-label={t.goes}
      ref={part}
      tabIndex={-1}
    >
      <h3>{t.goes}</h3>
      <dl className={styles.facts}>
        {goesOut(goes, t, noSum).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={decision.equal}>
        <Button variant="secondary" onClick={onBack} wide>
          {t.goesBack}
        </Button>
        <Button type="submit" value={goes.notice} busy={busy} wide>
          {label}
        </Button>
      </div>
    </section>
  )
}
