import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { useLocale, useTexts } from '../texts.ts'
import { BackIcon, PhoneIcon } from '../ui/icons.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { Plate } from '../ui/plate.tsx'
import { Picture } from './picture.tsx'
import styles from './road-head.module.css'
import words from './road-texts.ts'

type Props = {
  /** The stop one is at, from 1; 0 when the road is behind. */
  now: number
  /** How many stops there are: the style sheet has the places of four. */
  of: number
  /** The bar above the road, where the page has no frame of its own. */
  children: React.ReactNode
}

/**
 * Head of a page that is one stop of several: the bar, and the road with the car, one progress bar.
 * The site's menu is not there (`way` in `pages.ts`).
 */
export function RoadHead({ now, of, children }: Props) {
  const t = useTexts(words)
  return (
    <div className={styles.head}>
      {children}
      {now ? (
        <div
          className={styles.way}
          role="progressbar"
          aria-label={t.way}
          aria-valuemin={1}
          aria-valuemax={of}
          aria-valuenow={now}
          aria-valuetext={t.stop(now, of)}
        >
          <Picture of="car" className={styles.car} eager />
        </div>
      ) : null}
    </div>
  )
}

type BarProps = {
  /** State number of the car; the brand's name without one. */
  plate: string | null | undefined
  /** An address, or what to do. */
  back: string | (() => void)
}

/** Back, the plate, and the call centre. */
export function RoadBar({ plate, back }: BarProps) {
  const t = useTexts(words)
  const locale = useLocale()
  const backwards = { className: styles.icon, 'aria-label': t.back, children: <BackIcon /> }
  return (
    <div className={styles.bar}>
      {typeof back === 'function' ? (
        <button type="button" onClick={back} {...backwards} />
      ) : (
        <a href={back} {...backwards} />
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
  )
}
