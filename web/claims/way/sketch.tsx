import type { KeyboardEvent } from 'react'
import type { Zone } from '#domain/claim-way/answers.ts'
import type { Scene } from '#domain/products.ts'
import { zoneWords } from '#texts/claim-paper.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import words from './damage-texts.ts'
import styles from './sketch.module.css'
import { sketches } from './sketches.ts'

type Props = {
  scene: Scene
  zones: readonly Zone[]
  onZones: (zones: Zone[]) => void
}

/** A car or a room whose parts are tapped: each part a checkbox, the chosen ones listed below. */
export function Sketch({ scene, zones, onZones }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const { box, shapes, lines, ends } = sketches[scene]
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
      <svg className={styles[scene]} viewBox={box} role="group" aria-label={t.sketches[scene]}>
        {ends.map(({ at, word }) => (
          <text key={word} x="100" y={at} textAnchor="middle">
            {t[word]}
          </text>
        ))}
        {shapes.map(({ zone, d, glass }) => (
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
        <path className={styles.line} d={lines} />
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
