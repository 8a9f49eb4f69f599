import type { Scene } from '#domain/products.ts'
import { useTexts } from '../../texts.ts'
import { CheckIcon } from '../../ui/icons.tsx'
import words from './advice-texts.ts'
import styles from './way.module.css'

/** What helps where it happened, beside the questions of a wide screen. */
export function Advice({ scene }: { scene: Scene }) {
  const t = useTexts(words)
  return (
    <aside className={styles.side}>
      <div className={styles.card}>
        <h2>{t.now}</h2>
        <ul className={styles.ticks}>
          {t.advice[scene].map((line) => (
            <li key={line}>
              <CheckIcon />
              <span>{line}</span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
