import { useTexts } from '../../texts.ts'
import { Picture } from '../../world/picture.tsx'
import styles from './organisations.module.css'
import words from './texts.ts'

/** On a wide screen beside the form: what comes, and when. */
export function Poster() {
  const t = useTexts(words)
  return (
    <aside className={styles.poster} aria-labelledby="when">
      <Picture of="mine" className={styles.land} />
      <div className={`deep ${styles.when}`}>
        <h2 id="when">{t.whenTitle}</h2>
        <dl>
          {t.when.map(([what, when]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{when}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
