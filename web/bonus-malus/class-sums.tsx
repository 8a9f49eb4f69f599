import type { ReactNode } from 'react'
import { worked } from '../content/usual-price.ts'
import { useTexts } from '../texts.ts'
import { Price } from '../ui/price.tsx'
import styles from './class-sums.module.css'
import words from './texts.ts'

/** What a class is worth: the worked car at three classes. `children`: what follows the example. */
export function ClassSums({ children }: { children?: ReactNode }) {
  const t = useTexts(words)
  return (
    <>
      <dl className={styles.sums}>
        {worked.classes
          .filter(({ id }) => id !== 'first')
          .map(({ id, sum }) => (
            <div key={id}>
              <dt>{t.ofClass(id)}</dt>
              <dd>
                <Price tenge={sum} />
              </dd>
            </div>
          ))}
      </dl>
      <p className={styles.example}>
        {t.sums} {children}
      </p>
    </>
  )
}
