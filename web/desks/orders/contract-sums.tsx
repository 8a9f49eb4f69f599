import type { ReactNode } from 'react'
import type { Check } from '#domain/contract/sums.ts'
import { money, useTexts } from '../../texts.ts'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.tsx'
import styles from './contract.module.css'
import words from './contract-texts.ts'
import type { ContractPart, StaffContract } from './order.ts'

/** Formats a sum with its sign; a negative one has a true minus. */
export const signed = (tenge: number): string =>
  tenge < 0 ? `\u2212${money(-tenge)}` : money(tenge)

type Name = Exclude<keyof StaffContract['sums'], 'waiting' | 'outside'>
/**
 * Each sum with its checks; those without are parts of the one above. A difference is explained
 * once, under the first.
 */
const rows: readonly { name: Name; checks: readonly Check[]; quiet?: boolean }[] = [
  { name: 'paid_in', checks: ['paid_in', 'paid_posted'] },
  { name: 'refunded', checks: ['refunded', 'refunded_posted'] },
  { name: 'refunds_open', checks: ['refunds_open'] },
  { name: 'refunds_account', checks: ['refunds_account'] },
  { name: 'client', checks: ['client'] },
  { name: 'kept', checks: ['kept'] },
  { name: 'booked', checks: ['kept'], quiet: true },
  { name: 'premium', checks: [] },
  { name: 'ogpo_plus', checks: [] },
  { name: 'returned', checks: [] },
  { name: 'commission', checks: [] },
]

/** The contract's sums, each with its mark; a difference shows with what and by how much. */
export function Sums({ contract }: ContractPart) {
  const t = useTexts(words)
  const { sums } = contract
  return (
    <Part title={t.sums}>
      <table className={styles.sums}>
        <caption>{t.sums}</caption>
        <thead>
          <tr>
            <th scope="col">{t.sum}</th>
            <th scope="col">{t.amount}</th>
            <th scope="col">{t.mark}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, checks, quiet }) => {
            // What the insurer returned is subtracted from what is booked.
            const sum = name === 'returned' ? -sums.returned : sums[name]
            return checks.length === 0 ? (
              <tr key={name} className={styles.part}>
                <th scope="row">{t.of[name]}</th>
                <td className={styles.amount}>{signed(sum)}</td>
                <td />
              </tr>
            ) : (
              <Checked
                key={name}
                contract={contract}
                name={name}
                sum={sum}
                checks={checks}
                quiet={quiet ?? false}
              />
            )
          })}
        </tbody>
      </table>
    </Part>
  )
}

type Row = ContractPart & { name: Name; sum: number; checks: readonly Check[]; quiet: boolean }
function Checked({ contract: { agrees, sums }, name, sum, checks, quiet }: Row) {
  const t = useTexts(words)
  const wrong = agrees.filter((one) => checks.includes(one.check) && !one.agrees)
  const sentences = wrong.map(({ check, expected, found }) => {
    const by = found - expected
    return `${t.differs[check](signed(expected), signed(found))} ${by > 0 ? t.more(money(by)) : t.less(money(-by))}`
  })
  const explained =
    name === 'client'
      ? [
          sums.waiting > 0 ? t.waiting(money(sums.waiting)) : '',
          sums.outside > 0 ? t.outside(money(sums.outside)) : '',
        ].filter(Boolean)
      : []
  const why = quiet ? [] : [...sentences, ...explained]
  const sound = wrong.length === 0
  return (
    <>
      <tr>
        <th scope="row">{t.of[name]}</th>
        <td className={styles.amount}>{signed(sum)}</td>
        <td className={styles.mark}>
          <span
            role="img"
            aria-label={sound ? t.agrees : t.disagrees}
            className={sound ? styles.good : styles.bad}
          >
            {sound ? <SuccessIcon /> : <ErrorIcon />}
          </span>
        </td>
      </tr>
      {why.length > 0 ? (
        <tr className={styles.why} data-bad={sound ? undefined : ''}>
          <td colSpan={3}>{why.join(' ')}</td>
        </tr>
      ) : null}
    </>
  )
}

/** A part of the contract's page, flat on the sheet. */
export const Part = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.flat}>
    {title ? <h3>{title}</h3> : null}
    {children}
  </section>
)
