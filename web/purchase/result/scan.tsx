import { Suspense, useEffect, useState } from 'react'
import { lazy } from '../../lazy.ts'
import { useTexts } from '../../texts.ts'
import styles from './order-view.module.css'
import payWords from './pay-texts.ts'

const Qr = lazy(() => import('../../ui/qr.tsx').then((module) => ({ default: module.Qr })))

/** Beside the column of a wide screen: the link as a code for the phone with the bank in it. */
const widths = '(width >= 960px)'

export function Scan({ link }: { link: string }) {
  const p = useTexts(payWords)
  const [wide, setWide] = useState(() => matchMedia(widths).matches)
  useEffect(() => {
    const asked = matchMedia(widths)
    const changed = (): void => setWide(asked.matches)
    asked.addEventListener('change', changed)
    return () => asked.removeEventListener('change', changed)
  }, [])
  if (!wide) return null
  return (
    <aside className={styles.scan}>
      <div className={styles.code}>
        <Suspense>
          <Qr text={link} label={p.scanLabel} />
        </Suspense>
      </div>
      <h2>{p.scan}</h2>
      <p>{p.scanText}</p>
    </aside>
  )
}
