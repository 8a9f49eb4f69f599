import type { ReactNode } from 'react'
import { useTexts } from '../texts.ts'
import { Card } from '../ui/card.tsx'
import { Chip } from '../ui/chip.tsx'
import styles from './report.module.css'
import words from './report-texts.ts'

type Props = {
  title?: string
  sums: readonly { label: string; value: string }[]
  statuses: readonly { label: string; count: number }[]
  children?: ReactNode
}

/** Sums of the period, and how many rows stand in which state. */
export function Totals({ title, sums, statuses, children }: Props) {
  const t = useTexts(words)
  return (
    <Card title={title ?? t.totals}>
      <dl className={styles.totals}>
        {sums.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {statuses.length > 0 ? (
        <p className={styles.statuses}>
          {statuses.map(({ label, count }) => (
            <Chip key={label}>
              {label}: {count}
            </Chip>
          ))}
        </p>
      ) : null}
      {children}
    </Card>
  )
}
