import type { KeyboardEvent } from 'react'
import type { Zone } from '#domain/claim-way/answers.ts'
import type { ProductName } from '#domain/products.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import words from './damage-texts.ts'
import styles from './sketch.module.css'
import { carLines, carShapes, roomLines, roomShapes } from './sketches.ts'

type Props = {
  product: ProductName
  zones: readonly Zone[]
  onZones: (zones: Zone[]) => void
}

/** A car or a room whose parts are tapped: each part a checkbox, what is chosen a list below. */
export function Sketch({ product, zones, onZones }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const car = product === 'ogpo'
  const toggle = (zone: Zone) =>
    onZones(zones.includes(zone) ? zones.filter((one) => one !== zone) : [...zones, zone])
  const pressed = (zone: Zone) => (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    toggle(zone)
  }
  return (
    <div className={styles.sketch}>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing cannot be a fieldset */}
      <svg
        className={car ? styles.car : styles.room}
        viewBox={car ? '0 -16 200 432' : '0 0 340 260'}
        role="group"
        aria-label={car ? t.carSketch : t.roomSketch}
      >
        {car ? (
          <>
            <text x="100" y="2" textAnchor="middle">
              {t.front}
            </text>
            <text x="100" y="408" textAnchor="middle">
              {t.rear}
            </text>
          </>
        ) : null}
        {(car ? carShapes : roomShapes).map(({ zone, d, glass }) => (
          // biome-ignore lint/a11y/useSemanticElements: a part of a drawing cannot be an input
          <path
            key={zone}
            d={d}
            className={glass ? `${styles.zone} ${styles.glass}` : styles.zone}
            role="checkbox"
            tabIndex={0}
            aria-checked={zones.includes(zone)}
            aria-label={zoneWords[zone][locale]}
            onClick={() => toggle(zone)}
            onKeyDown={pressed(zone)}
          />
        ))}
        <path className={styles.line} d={car ? carLines : roomLines} />
      </svg>
      <ul className={styles.chosen}>
        {zones.map((zone) => (
          <li key={zone}>
            <Chip
              onRemove={() => toggle(zone)}
              removeLabel={`${zoneWords[zone][locale]}: ${t.drop}`}
            >
              {zoneWords[zone][locale]}
            </Chip>
          </li>
        ))}
      </ul>
    </div>
  )
}
