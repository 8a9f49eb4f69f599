import { longDate, money, useLocale, useTexts } from '../../texts.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './price.module.css'
import type { Calculation, SetAnswer } from './state/state.ts'
import words from './texts.ts'

/** Facts to know before payment: cars already covered or left without cover. */
export function Warnings({ warnings }: Pick<Calculation, 'warnings'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const day = (value: string): string => longDate(locale, value)
  const [first, ...rest] = warnings.map(({ kind, registrationNumber, start, end }) =>
    (kind === 'overlap' ? t.overlap : t.gap)(registrationNumber, day(start), day(end)),
  )
  if (!first) return null
  return (
    <Notice tone="warn" live title={first}>
      {rest.length ? rest.map((text) => <p key={text}>{text}</p>) : null}
    </Notice>
  )
}

/** A reissue: the new contract, the rest of the old one, and the sum to pay or refund. */
export function ReissueSums({ of }: { of: NonNullable<SetAnswer['sale']['reissue']> }) {
  const t = useTexts(words)
  const rows = [
    [t.total, money(of.total_amount)],
    [t.remaining, `−${money(of.remaining_amount)}`],
    of.refund_sum > 0 ? [t.refund, money(of.refund_sum)] : [t.surcharge, money(of.surcharge_sum)],
  ]
  return (
    <dl className={styles.rows}>
      {rows.map(([label, sum], index) => (
        <div key={label} className={index === 2 ? styles.strong : undefined}>
          <dt>{label}</dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  )
}
