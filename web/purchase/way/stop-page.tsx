import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import { Plate } from '../../ui/plate.tsx'
import { Picture } from '../../world/picture.tsx'
import styles from './stop-page.module.css'
import words from './texts.ts'

type Props = {
  /** State number on the land of a wide screen; empty while none is known. */
  plate: string
  /** Without the land: a page in somebody else's frame. */
  plain?: boolean | undefined
  children: ReactNode
}

/** One question of a purchase; on a wide screen the land beside it, with what we find ourselves. */
export function StopPage({ plate, plain, children }: Props) {
  return (
    <div className={styles.stop} data-plain={plain ? '' : undefined}>
      <div className={styles.column}>{children}</div>
      {plain ? null : <Poster plate={plate} />}
    </div>
  )
}

function Poster({ plate }: { plate: string }) {
  const t = useTexts(words)
  return (
    <aside className={styles.poster} aria-labelledby="rest">
      <div className={styles.view}>
        <Picture of="panorama" className={styles.land} />
        {plate ? (
          <p className={styles.stand} aria-hidden="true">
            <Plate plate={plate} />
          </p>
        ) : null}
      </div>
      <div className={`deep ${styles.found}`}>
        <h2 id="rest">{t.rest}</h2>
        <dl>
          {t.found.map(([what, where]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{where}</dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  )
}
