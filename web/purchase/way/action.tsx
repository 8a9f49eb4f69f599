import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import styles from './action.module.css'
import words from './texts.ts'
import type { UsualPrice } from './usual-price.ts'

type Props = { usual: UsualPrice | null; children: ReactNode }

/** The one action of a stop: under the thumb on a phone; below it what a policy usually costs. */
export function StopAction({ usual, children }: Props) {
  const t = useTexts(words)
  return (
    <div className={styles.action}>
      {children}
      {usual ? (
        <p>
          {usual.region}: {t.usual} <b>{usual.sums}</b>
        </p>
      ) : null}
    </div>
  )
}
