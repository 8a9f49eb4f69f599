import { longDate, money, useLocale, useTexts } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from '../ui/plate-words.ts'
import styles from './before-paying.module.css'
import words, { daysWord } from './purchase-texts.ts'
import type { Quote } from './state/state.ts'

/** What is to be paid: for a reissue only the surcharge. Whole tenge. */
export const payable = (quote: Quote, reissue: boolean): number =>
  reissue ? quote.surcharge_sum : quote.premium

/** Days a car would be insured twice or not at all. */
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

/** What the sum of a reissue is made of: the new policy, less what is left of the old one. */
export function ReissueRows({ quote }: { quote: Quote }) {
  const t = useTexts(words)
  return (
    <>
      <Line label={t.total} value={money(quote.total_amount)} />
      <Line label={t.remaining} value={`−${money(quote.remaining_amount)}`} />
    </>
  )
}

/** A line of a sum: what it is, and how much. */
export function Line({ label, value, minor }: { label: string; value: string; minor?: boolean }) {
  return (
    <div className={styles.row} data-minor={minor ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
