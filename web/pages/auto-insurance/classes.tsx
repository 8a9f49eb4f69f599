import styles from './classes.module.css'

type Props = {
  label: string
  classLabel: string
  factorLabel: string
  /** Worst first. `factor` is the height of the bar, `shown` its number as people write it. */
  classes: readonly { name: string; factor: number; shown: string }[]
}

/**
 * The ladder of classes: each bar is a coefficient, the first contract's class is marked by the
 * rest line at 1.
 */
export function Classes({ label, classLabel, factorLabel, classes }: Props) {
  const highest = Math.max(...classes.map(({ factor }) => factor))
  return (
    <ol className={styles.classes} aria-label={label}>
      {classes.map(({ name, factor, shown }) => (
        <li key={name} className={styles.class}>
          <span className={styles.factor}>
            <span className="visually-hidden">{factorLabel} </span>
            {shown}
          </span>
          <svg
            viewBox="0 0 20 100"
            preserveAspectRatio="none"
            className={styles.bar}
            aria-hidden="true"
          >
            <rect
              className={factor > 1 ? styles.worse : factor < 1 ? styles.better : styles.even}
              y={100 - (factor / highest) * 100}
              width="20"
              height={(factor / highest) * 100}
              rx="2"
            />
          </svg>
          <span className={styles.name}>
            <span className="visually-hidden">{classLabel} </span>
            {name}
          </span>
        </li>
      ))}
    </ol>
  )
}
