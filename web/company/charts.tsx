import styles from './charts.module.css'

/** Sums of years as columns, in millions; the newest is said large. */
export function YearChart({
  title,
  unit,
  years,
}: {
  title: string
  unit: string
  /** Thousands of tenge, as the reports have them. */
  years: readonly { year: number; sum: number }[]
}) {
  const most = Math.max(...years.map(({ sum }) => sum), 1)
  const newest = years.at(-1)
  return (
    <figure className={styles.chart}>
      <figcaption>
        {title}, {newest?.year}
        <b>
          {millions(newest?.sum ?? 0)} <small>{unit}</small>
        </b>
      </figcaption>
      <svg viewBox={`0 0 ${years.length * 100} 150`} role="img" aria-label={title}>
        {years.map(({ year, sum }, index) => {
          const height = Math.max(2, Math.round((Math.max(sum, 0) / most) * 100))
          const middle = index * 100 + 50
          return (
            <g key={year} className={year === newest?.year ? styles.newest : undefined}>
              <rect x={index * 100 + 16} y={128 - height} width="68" height={height} rx="4" />
              <text x={middle} y={120 - height}>
                {millions(sum)}
              </text>
              <text x={middle} y="146">
                {year}
              </text>
            </g>
          )
        })}
      </svg>
    </figure>
  )
}

/** Thousands as millions with one digit behind the comma, as both languages write it. */
const millions = (thousands: number): string => (thousands / 1_000).toFixed(1).replace('.', ',')
