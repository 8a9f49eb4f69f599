import { money, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import styles from './months.module.css'
import monthWords, { closingWords as words } from './months-texts.ts'
import type { MonthDetail } from './replies.ts'

type Closing = MonthDetail['closings'][number]
type Figures = Pick<Closing, 'figures'> & { checks: MonthDetail['checks'] | null }

const sums = ['premium', 'ogpoPlus', 'commission', 'refundDue', 'toPassOn'] as const

/** Every closing of a month with its signers, the reason it was reopened and the result. */
export function Trail({ month: { closings, checks, figures, state } }: { month: MonthDetail }) {
  const t = useTexts(monthWords)
  if (closings.length === 0) return null
  const isOpen = !state.startsWith('closed')
  return (
    <section aria-label={t.closings}>
      <h3>{t.closings}</h3>
      <ol className={styles.trail}>
        {closings.map((one, at) => {
          const next: Figures | undefined =
            closings[at + 1] ?? (isOpen ? { figures, checks } : undefined)
          return (
            <li key={one.closedAt}>
              <b>{t.closing(at + 1)}</b>
              <span>{t.closedBy(almatyTime(one.closedAt), one.by.join(', '))}</span>
              {one.opened ? (
                <>
                  <span>{t.openedBy(almatyTime(one.opened.at), one.opened.by.join(', '))}</span>
                  <span>
                    {t.reason}: {one.opened.reason}
                  </span>
                  {next ? (
                    <Changes before={one} after={next} title={closings[at + 1] ? t.after : t.now} />
                  ) : null}
                </>
              ) : null}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

type ChangesProps = { before: Figures; after: Figures; title: string }

/** Changed figures and checks; whole sums if nothing changed. */
function Changes({ before, after, title }: ChangesProps) {
  const t = useTexts(monthWords)
  const closing = useTexts(words)
  const total = ({ figures }: Figures, key: (typeof sums)[number] | 'policies') =>
    figures.reduce((sum, line) => sum + line[key], 0)
  const rows = [
    {
      name: closing.sums.policies,
      was: String(total(before, 'policies')),
      is: String(total(after, 'policies')),
    },
    ...sums.map((key) => ({
      name: closing.sums[key],
      was: money(total(before, key)),
      is: money(total(after, key)),
    })),
    ...(before.checks ?? []).flatMap(({ check, done, of, amount }) => {
      const later = after.checks?.find((one) => one.check === check)
      const said = (one: { done: number; of: number; amount: number | null }) =>
        [t.checkOf(one.done, one.of), ...(one.amount ? [money(one.amount)] : [])].join(', ')
      return later
        ? [{ name: closing.names[check], was: said({ done, of, amount }), is: said(later) }]
        : []
    }),
  ].filter(({ was, is }) => was !== is)
  if (rows.length === 0) return <span className={styles.soft}>{t.same}</span>
  return (
    <table>
      <caption className="visually-hidden">{t.changed}</caption>
      <thead>
        <tr>
          <th scope="col">{t.changed}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{title}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, was, is }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{was}</td>
            <td>{is}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
