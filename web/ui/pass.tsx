import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'
import { CheckIcon, CloseIcon } from './icons.tsx'
import { ClockIcon } from './later-icons.tsx'
import { LogoMark } from './logo.tsx'
import styles from './pass.module.css'
import { Plate } from './plate.tsx'

export type PassProps = {
  /** Name of the product over the number («Автосақтандыру · ОГПО»). */
  product: string
  number: string
  state: { label: string; tone: 'good' | 'bad' | 'now' | 'plain' }
  /** The insured address, if it is a home. */
  address?: string | undefined
  /** State numbers and models: `123ABC02`, `Toyota Camry, 2020`. */
  cars?: readonly { plate: string; model?: string | undefined }[]
  /** Label and value pairs: premium, period, verification date. */
  facts: readonly { label: string; value: ReactNode }[]
  /** How much of the time is left, 0…1: the days, and their words («320 күн қалды»). */
  left?: { share: number; days: number; label: string } | undefined
  /** The inspector's code, beside its words. */
  stub?: ReactNode
  actions?: ReactNode
}

const icons = { good: CheckIcon, bad: CloseIcon, now: ClockIcon, plain: ClockIcon }

/** A policy as a pass one would keep: the plate, the days, the number. */
export function Pass({
  product,
  number,
  state,
  address,
  cars = [],
  facts,
  left,
  stub,
  actions,
}: PassProps) {
  const Icon = icons[state.tone]
  return (
    <article className={styles.policy}>
      <div className={`deep ${styles.pass}`}>
        <div className={`frieze ${styles.hem}`} aria-hidden="true" />
        <LogoMark className={styles.watermark} />
        <header className={styles.head}>
          <div className={styles.names}>
            <p className={styles.product}>{product}</p>
            <h2 className={styles.number}>{number}</h2>
          </div>
          <Chip tone={state.tone} icon={<Icon />}>
            {state.label}
          </Chip>
        </header>
        {address ? <p className={styles.address}>{address}</p> : null}
        {cars.length > 0 ? <Cars cars={cars} /> : null}
        <div className={styles.term}>
          {left ? <Days {...left} /> : null}
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
        {stub ? <div className={styles.stub}>{stub}</div> : null}
      </div>
      {actions ? <footer className={styles.actions}>{actions}</footer> : null}
    </article>
  )
}

const Cars = ({ cars }: { cars: NonNullable<PassProps['cars']> }) => (
  <ul className={styles.cars}>
    {cars.map((car) => (
      <li key={car.plate} className={styles.car}>
        <Plate plate={car.plate} />
        {car.model ? <span>{car.model}</span> : null}
      </li>
    ))}
  </ul>
)

const Days = ({ share, days, label }: NonNullable<PassProps['left']>) => (
  <div className={styles.days}>
    <Ring share={share} days={days} />
    <p>{label}</p>
  </div>
)

type RingProps = {
  /** How much of the time is left, 0…1. */
  share: number
  days: number
  /** Unit of the number, if there are no words beside it. */
  unit?: string | undefined
  /** Little is left. */
  few?: boolean | undefined
}

/** The days as a ring of twelve months, like the crown of a yurt. */
export function Ring({ share, days, unit, few }: RingProps) {
  const whole = Math.round(Math.min(1, Math.max(0, share)) * 120) / 10
  const middle = { x: 58, textAnchor: 'middle', dominantBaseline: 'central' } as const
  return (
    // A drawing with attributes: the policy of the page allows no inline style.
    <svg viewBox="0 0 116 116" aria-hidden="true" className={styles.ring}>
      <circle cx="58" cy="58" r="52" pathLength="12" className={styles.rail} />
      <circle
        cx="58"
        cy="58"
        r="52"
        pathLength="12"
        strokeDasharray={`${whole} 12`}
        className={few ? `${styles.fill} ${styles.few}` : styles.fill}
      />
      <circle cx="58" cy="58" r="52" pathLength="12" className={styles.months} />
      <text y={unit ? 51 : 58} className={styles.count} {...middle}>
        {days}
      </text>
      {unit ? (
        <text y="79" className={styles.unit} {...middle}>
          {unit}
        </text>
      ) : null}
    </svg>
  )
}
