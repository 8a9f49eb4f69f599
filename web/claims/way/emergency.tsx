import { useTexts } from '../../texts.ts'
import styles from './way.module.css'
import words from './incident-kind-texts.ts'

/** Before anything is typed: whom to call where somebody is hurt. */
export function Emergency() {
  const t = useTexts(words)
  return (
    <p className={styles.sos}>
      <span>{t.hurt}</span>
      {t.services.map(([number, name]) => (
        <a key={number} href={`tel:${number}`} aria-label={`${t.call(number)}: ${name}`}>
          <b>{number}</b> {name}
        </a>
      ))}
    </p>
  )
}
