import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import { Plate } from '../../ui/plate.tsx'
import { Picture } from '../../world/picture.tsx'
import styles from './stop-page.module.css'
import words from './texts.ts'

type Props = {
  /**
   * State number on the land of a wide screen; an empty one is still to come, null is not drawn.
   */
  plate: string | null
  /** Without the land: a page in another owner's frame. */
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

function Poster({ plate }: Pick<Props, 'plate'>) {
  const t = useTexts(words)
  return (
    <aside className={styles.poster} aria-labelledby="rest">
      <div className={styles.view}>
        <Picture of="panorama" className={styles.land} />
        {plate === null ? null : (
          // One still to come is as pale as the example in its field.
          <p className={styles.stand} data-example={plate ? undefined : ''} aria-hidden="true">
            <Plate plate={plate || '123 ABC 02'} />
          </p>
        )}
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
