import { useState } from 'react'
import { groupDigits } from '#domain/format.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { DenseTable } from '../ui/dense-table.tsx'
import { ClosedFigures } from './closed-figures.tsx'
import styles from './closing.module.css'
import words from './closing-texts.ts'
import { monthName } from './period.ts'
import type { ClosedMonth } from './replies.ts'
import report from './report.module.css'

/** Months whose books are closed, each with who signed and its statement as it stood. */
export function ClosedMonths({ months }: { months: readonly ClosedMonth[] }) {
  const t = useTexts(words)
  const locale = useLocale()
  const [opened, setOpened] = useState<string | null>(null)
  const shown = months.find(({ month }) => month === opened)
  const sum = ({ figures }: ClosedMonth, key: 'policies' | 'premium') =>
    figures.reduce((all, line) => all + line[key], 0)
  return (
    <section className={styles.closed} aria-label={t.closed}>
      <h2>{t.closed}</h2>
      {months.length === 0 ? <p className={styles.soft}>{t.none}</p> : null}
      {months.length > 0 ? (
        <DenseTable
          caption={t.closed}
          rows={months}
          keyOf={({ month }) => month}
          height="dense"
          columns={[
            {
              key: 'month',
              title: t.month,
              cell: ({ month }) => (
                <span className={report.opens}>
                  <Button
                    variant="quiet"
                    size="small"
                    aria-expanded={month === opened}
                    onClick={() => setOpened(month === opened ? null : month)}
                  >
                    {monthName(month, locale)}
                  </Button>
                </span>
              ),
            },
            {
              key: 'policies',
              title: t.sums.policies,
              number: true,
              cell: (row) => groupDigits(sum(row, 'policies')),
            },
            {
              key: 'premium',
              title: t.sums.premium,
              number: true,
              cell: (row) => money(sum(row, 'premium')),
            },
            {
              key: 'when',
              title: t.when,
              from: 600,
              cell: ({ closedAt }) => almatyTime(closedAt),
            },
            { key: 'who', title: t.who, grows: true, from: 600, cell: ({ by }) => by.join(', ') },
          ]}
        />
      ) : null}
      {shown ? (
        <ClosedFigures
          rows={shown.figures}
          title={`${t.details}: ${monthName(shown.month, locale)}`}
        />
      ) : null}
    </section>
  )
}
