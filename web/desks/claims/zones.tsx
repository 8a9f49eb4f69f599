import type { Zone } from '#domain/claim-way/answers.ts'
import { claimsUnder, type ProductName } from '#domain/products.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { sketches } from '../../claims/way/sketches.ts'
import { useLocale, useTexts } from '../../texts.ts'
import words from './case-texts.ts'
import styles from './zones.module.css'

type Props = { product: ProductName; zones: readonly Zone[] }

/** The drawing the client marked, beside the photograph: what is said to be broken, and where. */
export function Zones({ product, zones }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { box, shapes, lines } = sketches[claimsUnder[product].scene]
  return (
    <figure className={styles.zones} data-scene={claimsUnder[product].scene}>
      <svg viewBox={box} aria-hidden="true">
        {shapes.map(({ zone, d }) => (
          <path
            key={zone}
            d={d}
            className={styles.zone}
            data-marked={zones.includes(zone) ? '' : undefined}
          />
        ))}
        <path d={lines} className={styles.line} />
      </svg>
      <figcaption>
        <b>{t.zones}</b>
        <ul>
          {zones.map((zone) => (
            <li key={zone}>{zoneWords[zone][locale]}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}
