import { useTexts } from '../../texts.ts'
import { Price } from '../../ui/price.tsx'
import { Picture } from '../../world/picture.tsx'
import { carsOf, type Priced } from './data.ts'
import styles from './organisations.module.css'
import words from './texts.ts'

/** On a wide screen beside the form: the price once it is known, what comes, and when. */
export function Poster({ priced }: { priced: Priced | null }) {
  const t = useTexts(words)
  return (
    <aside className={styles.poster} aria-labelledby="when">
      <Picture of="mine" className={styles.land} />
      <div className={`deep ${styles.when}`}>
        {priced ? (
          <p className={styles.price}>
            <span>{t.priceTitle}</span>
            <Price tenge={priced.total} size="large" />
            <span>{t.total(carsOf(priced))}</span>
          </p>
        ) : null}
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
