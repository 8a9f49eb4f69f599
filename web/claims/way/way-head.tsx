import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { BackIcon, PhoneIcon } from '../../ui/icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Picture } from '../../world/picture.tsx'
import words from './head-texts.ts'
import styles from './way-head.module.css'

/** The stops of a claim in their order, each with the place of the car. */
const places = {
  what: styles.atWhat,
  where: styles.atWhere,
  photographs: styles.atPhotographs,
  damage: styles.atDamage,
  papers: styles.atPapers,
}
export type Stop = keyof typeof places
export const stops = Object.keys(places).filter((name): name is Stop => name in places)

type Props = {
  /** Null when the claim is sent: the road is behind. */
  at: Stop | null
  plate: string | null
  /** An address, or what to do. */
  back: string | (() => void)
}

/** Head of a claim: back, plate, call, and the road with the car as the progress bar. */
export function WayHead({ at, plate, back }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const now = at ? stops.indexOf(at) + 1 : 0
  return (
    <div className={styles.head}>
      <div className={styles.bar}>
        {typeof back === 'function' ? (
          <button type="button" className={styles.icon} onClick={back} aria-label={t.back}>
            <BackIcon />
          </button>
        ) : (
          <a className={styles.icon} href={back} aria-label={t.back}>
            <BackIcon />
          </a>
        )}
        {plate ? (
          <p className={styles.plate}>
            <Plate plate={plate} />
          </p>
        ) : (
          <a
            className={styles.logo}
            href={pathOf('index', locale)}
            aria-label={`${brand.name[locale]}, ${t.home}`}
          >
            <LogoMark className={styles.mark} />
            <span>{brand.name[locale]}</span>
          </a>
        )}
        <a
          className={styles.icon}
          href={`tel:${brand.callCentre}`}
          aria-label={t.call(brand.callCentre)}
        >
          <PhoneIcon />
        </a>
      </div>
      {at ? (
        <div
          className={`${styles.way} ${places[at]}`}
          role="progressbar"
          aria-label={t.way}
          aria-valuemin={1}
          aria-valuemax={stops.length}
          aria-valuenow={now}
          aria-valuetext={t.stop(now, stops.length)}
        >
          <Picture of="car" className={styles.car} eager />
        </div>
      ) : null}
    </div>
  )
}
