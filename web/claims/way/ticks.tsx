import { CheckIcon } from '../../ui/icons.tsx'
import styles from './way.module.css'

type Props = {
  title: string
  lines: readonly string[]
  /** On a phone, too, below the rest. */
  always?: boolean
}

/** Hints for this step, beside the questions of a wide screen. */
export const Ticks = ({ title, lines, always }: Props) => (
  <aside className={always ? styles.beside : styles.side}>
    <div className={styles.card}>
      <h2>{title}</h2>
      <ul className={styles.ticks}>
        {lines.map((line) => (
          <li key={line}>
            <CheckIcon />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  </aside>
)
