import { longDate, money, useLocale, useTexts } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import { plateWords } from '../ui/plate-words.ts'
import styles from './before-paying.module.css'
import words, { daysWord } from './purchase-texts.ts'
import type { Quote } from './state/state.ts'

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

/**
 * The sum of a reissue: the new policy less the rest of the old one. Reserves the space of its
 * lines until the quote comes.
 */
export function ReissueRows({ quote }: { quote: Quote | null }) {
  const t = useTexts(words)
  const [total, remaining] = quote
    ? [money(quote.total_amount), `−${money(quote.remaining_amount)}`]
    : [money(10_000), `−${money(10_000)}`]
  return (
    <>
      <Line label={t.total} value={total} coming={!quote} />
      <Line label={t.remaining} value={remaining} coming={!quote} />
    </>
  )
}

type LineProps = { label: string; value: string; minor?: boolean; coming?: boolean }

/** A line of a sum: label and amount; space for an amount on its way. */
export function Line({ label, value, minor, coming }: LineProps) {
  return (
    <div className={styles.row} data-minor={minor ? '' : undefined}>
      <dt>{label}</dt>
      <dd className={coming ? styles.coming : undefined}>{value}</dd>
    </div>
  )
}
