import { useTexts } from '../../texts.ts'
import words from './incident-kind-texts.ts'
import styles from './way.module.css'

/** Before any question: emergency numbers if a person is hurt. */
export function Emergency() {
  const t = useTexts(words)
  return (
    <p className={styles.sos}>
      <span>{t.hurt}</span>
      {(['103', '102'] as const).map((number) => (
        <a key={number} href={`tel:${number}`}>
          <b>{number}</b> {t.services[number]}
        </a>
      ))}
    </p>
  )
}
