import { formatCoefficient } from '#domain/money.ts'
import { tables } from '../content/tariff-example.ts'
import { useTexts } from '../texts.ts'
import styles from './ladder.module.css'
import words from './texts.ts'

const { classes } = tables.bonusMalus
const highest = Math.max(...classes.map(({ k }) => Number(k)))

/**
 * The ladder of classes, worst first: each bar is a coefficient. A class that is somebody's own is
 * marked by `data-own`.
 */
export function Ladder() {
  const t = useTexts(words)
  return (
    <figure className={styles.ladder}>
      <ol className={styles.classes} aria-label={t.ladder}>
        {classes.map(({ class: name, k }) => {
          const factor = Number(k)
          return (
            <li key={name} className={styles.class} data-class={name}>
              <span className={styles.factor}>
                <span className="visually-hidden">{t.factor} </span>
                {formatCoefficient(k)}
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
                <span className="visually-hidden">{t.class} </span>
                {name}
              </span>
            </li>
          )
        })}
      </ol>
      <figcaption>
        <p>{t.how}</p>
        <ul className={styles.legend}>
          {(['worse', 'even', 'better'] as const).map((kind) => (
            <li key={kind}>
              <svg viewBox="0 0 12 12" aria-hidden="true">
                <rect className={styles[kind]} width="12" height="12" rx="2" />
              </svg>
              {t[kind]}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
