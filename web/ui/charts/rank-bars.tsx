import type { ReactNode } from 'react'
import { type Place, QueryLink } from '../query-link.tsx'
import styles from './charts.module.css'
import { shareOf } from './scale.ts'

type Row = {
  key: string
  name: string
  /** Link to the rows behind it. */
  to?: Place | undefined
  value: number
  shown: string
  /** Beside the value, quieter. */
  more?: ReactNode
  tone?: 'done' | 'now' | 'bad' | undefined
  /** A line under the bar: the loss before the next step. */
  under?: ReactNode
}

/** Bars side by side under one another, the longest as wide as the place. */
export function RankBars({ rows }: { rows: readonly Row[] }) {
  const largest = Math.max(0, ...rows.map(({ value }) => value))
  return (
    // A chart with links is not only a picture.
    <div className={styles.ranks} aria-hidden={rows.some(({ to }) => to) ? undefined : 'true'}>
      {rows.map(({ key, name, to, value, shown, more, tone, under }) => (
        <div key={key} className={styles.rank}>
          <span className={styles.name}>{to ? <QueryLink to={to}>{name}</QueryLink> : name}</span>
          <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect className={styles[tone ?? 'bar']} width={shareOf(value, largest)} height="1" />
          </svg>
          <b>{shown}</b>
          {more === undefined ? null : <small>{more}</small>}
          {under ? <p>{under}</p> : null}
        </div>
      ))}
    </div>
  )
}
