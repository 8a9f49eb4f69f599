import { parsePhone } from '#domain/phone.ts'
import type { Consent } from '../../sale/model/sale.ts'
import fieldWords from '../../sale/rows/row-texts.ts'
import { type ConsentSaid, useConsent } from '../../sale/use-consent.ts'
import { useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { CheckIcon, WarnIcon } from '../../ui/icons.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { RowProgress } from '../../ui/spinner.tsx'
import { portal } from '../portal.ts'
import styles from './rows.module.css'
import words from './texts.ts'

/** Poll interval of the answer to 1414, ms. */
const pollMs = 2000

type Props = {
  id: string
  iin: string
  phone: string
  /** The policyholder's phone is a field of its own. */
  ownPhone: boolean
  consent: Consent
  onPhone: (phone: string) => void
  onConsent: (said: ConsentSaid) => void
}

/**
 * One person's consent by SMS from 1414: requested, waiting, given, refused, unanswered, requested
 * again.
 */
export function ConsentLine({ id, iin, phone, ownPhone, consent, onPhone, onConsent }: Props) {
  const t = useTexts(words)
  const field = useTexts(fieldWords)
  const { ask } = useConsent({
    call: portal,
    iin,
    phone,
    consent,
    everyMs: pollMs,
    failed: t.consentFailed,
    onConsent,
  })

  const said =
    consent.kind === 'failed'
      ? consent.message
      : consent.kind === 'rejected' || consent.kind === 'expired'
        ? t.consent[consent.kind]
        : ''
  const waits = consent.kind === 'asking' || consent.kind === 'awaiting'
  return (
    <div className={styles.consent} id={`${id}-consent`} tabIndex={-1}>
      {ownPhone || consent.kind === 'approved' ? null : (
        <PhoneField
          name={`${id}-phone`}
          label={field.driver.phone.label}
          autoComplete="off"
          defaultValue={phone}
          onValue={(_, typed) => typed !== phone && onPhone(typed)}
        />
      )}
      {consent.kind === 'approved' ? (
        <Chip tone="good" icon={<CheckIcon />}>
          {t.consent.approved}
        </Chip>
      ) : null}
      {waits ? <RowProgress>{t.consent[consent.kind]}</RowProgress> : null}
      {said ? (
        <div className={styles.wrong} role="alert">
          <WarnIcon />
          <span>{said}</span>
        </div>
      ) : null}
      {consent.kind === 'approved' || consent.kind === 'asking' ? null : (
        <Button
          variant="secondary"
          size="small"
          disabled={parsePhone(phone) === null}
          onClick={ask}
        >
          {consent.kind === 'none' ? t.consentAsk : t.consentAgain}
        </Button>
      )}
    </div>
  )
}
