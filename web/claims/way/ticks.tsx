import { CheckIcon } from '../../ui/icons.tsx'
import styles from './way.module.css'

/** What is worth knowing at this stop, beside the questions of a wide screen. */
export const Ticks = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <aside className={styles.side}>
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
