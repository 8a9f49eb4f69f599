import { longDate, money, useLocale, useTexts } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from './plate-words.ts'
import words, { daysWord } from './purchase-texts.ts'
import type { Quote } from './state/state.ts'
import styles from './summary.module.css'

/** What is to be paid: for a reissue only the surcharge. Whole tenge. */
export const payable = (quote: Quote, reissue: boolean): number =>
  reissue ? quote.surcharge_sum : quote.premium

/**
 * Days a car would be insured twice or not at all: beside the price on a wide screen, above the
 * payment on a phone.
 */
export function Warnings({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  const locale = useLocale()
  return quote.warnings.map((warning) => (
    <Notice
      key={`${warning.kind} ${warning.registrationNumber}`}
      tone="warn"
      title={(warning.kind === 'overlap' ? t.overlap : t.gap)(
        plateWords(warning.registrationNumber),
        daysWord(locale, warning.days),
        longDate(locale, warning.start),
        longDate(locale, warning.end),
      )}
    />
  ))
}

/** What a reissue costs: the new policy, less what is left of the old one. */
export function ReissueRows({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  return (
    <>
      <Row label={t.total} value={money(quote.total_amount)} />
      <Row label={t.remaining} value={`−${money(quote.remaining_amount)}`} />
      {quote.refund_sum > 0 ? (
        <Row label={t.refund} value={money(quote.refund_sum)} strong />
      ) : (
        <Row label={t.surcharge} value={money(quote.surcharge_sum)} strong />
      )}
    </>
  )
}

/**
 * On a phone the price's card stands under the payment: what must be known before paying is said
 * above it.
 */
export function BeforePaying({ quote, reissue }: { quote: Quote; reissue: boolean }) {
  if (quote.warnings.length === 0 && !reissue) return null
  return (
    <div className={styles.before}>
      <Warnings quote={quote} />
      {reissue ? (
        <dl className={styles.rows}>
          <ReissueRows quote={quote} />
        </dl>
      ) : null}
    </div>
  )
}

export function Row({
  label,
  value,
  strong,
  minor,
}: {
  label: string
  value: string
  strong?: boolean
  minor?: boolean
}) {
  return (
    <div
      className={styles.row}
      data-strong={strong ? '' : undefined}
      data-minor={minor ? '' : undefined}
    >
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
