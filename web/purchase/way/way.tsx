import { useSyncExternalStore } from 'react'
import { brand } from '#brand'
import { pathOf } from '#contract/pages.ts'
import { flowName } from '../../flow.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { keptTypedCar } from '../../typed-car.ts'
import { BackIcon, PhoneIcon } from '../../ui/icons.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Picture } from '../../world/picture.tsx'
import words from './texts.ts'
import styles from './way.module.css'

/** The stops in their order, each with the place of the car. */
const places = {
  car: styles.atCar,
  person: styles.atPerson,
  code: styles.atCode,
  review: styles.atReview,
}
export type Stop = keyof typeof places
const stops = Object.keys(places)

export type WayProps = {
  at: Stop
  /** State number of the car that is bought for; without it the one typed in this tab. */
  plate?: string | undefined
  /** An address, or what to do; without it the stop before. */
  back?: string | (() => void) | undefined
  /**
   * Back, plate and call above the road. Where the page has a frame of its own (the government's
   * sign-in, a partner) only the road stands there.
   */
  bar?: boolean | undefined
}

/**
 * Head of every page of a purchase: the road with the car, one progress bar of four stops. The site's
 * menu is not there (`way` in `pages.ts`).
 */
export function Way({ at, plate, back, bar = flowName() === 'site' }: WayProps) {
  const t = useTexts(words)
  const now = stops.indexOf(at) + 1
  return (
    <div className={styles.head}>
      {bar ? <Bar at={at} plate={plate} back={back} /> : null}
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
    </div>
  )
}

function Bar({ at, plate: given, back }: Omit<WayProps, 'bar'>) {
  const t = useTexts(words)
  const locale = useLocale()
  const typed = useSyncExternalStore(unchanging, typedPlate, () => undefined)
  const plate = at === 'car' ? undefined : given || typed
  return (
    <div className={styles.bar}>
      {typeof back === 'function' ? (
        <button type="button" className={styles.icon} onClick={back} aria-label={t.back}>
          <BackIcon />
        </button>
      ) : (
        <a
          className={styles.icon}
          href={back ?? pathOf(at === 'person' ? 'ogpo-calculator' : 'index', locale)}
          aria-label={t.back}
        >
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
  )
}

/** Nobody else types in this tab while the page stands. */
const unchanging = () => () => {}
const typedPlate = (): string | undefined => keptTypedCar()?.plate
