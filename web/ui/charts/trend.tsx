import styles from './charts.module.css'
import { lineThrough, pointsOf } from './paths.ts'

const box = { left: 1, top: 4, width: 70, height: 20 }

/** A small line of the last values beside a figure; its end is now. */
export function Trend({ values }: { values: readonly number[] }) {
  const points = pointsOf(values, box)
  const end = points.at(-1)
  if (points.length < 2 || !end) return null
  return (
    <svg className={styles.trend} width="76" height="28" aria-hidden="true">
      <path d={lineThrough(points)} />
      <circle cx={end.x} cy={end.y} r="2.8" />
    </svg>
  )
}
