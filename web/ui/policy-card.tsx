import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'
import { CheckIcon, ClockIcon, CloseIcon } from './icons.tsx'
import { LogoMark } from './logo.tsx'
import styles from './policy-card.module.css'

export type PolicyCardProps = {
  /** Name of the product over the number («Автосақтандыру · ОГПО»). */
  product: string
  number: string
  state: { label: string; tone: 'good' | 'bad' | 'now' | 'plain' }
  /** State numbers and models: `123 ABC 02 · Toyota Camry`. */
  cars: readonly { plate: string; model?: string | undefined }[]
  /** Label and value pairs: premium, period, verification date. */
  facts: readonly { label: string; value: ReactNode }[]
  /** How much of the time is left, 0…1, with its words («320 күн қалды»). */
  left?: { share: number; label: string } | undefined
  actions?: ReactNode
}

const icons = { good: CheckIcon, bad: CloseIcon, now: ClockIcon, plain: ClockIcon }

/** A policy that looks like a document one would keep. */
export function PolicyCard({
  product,
  number,
  state,
  cars,
  facts,
  left,
  actions,
}: PolicyCardProps) {
  const Icon = icons[state.tone]
  return (
    <article className={styles.policy}>
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
      <ul className={styles.cars}>
        {cars.map((car) => (
          <li key={car.plate} className={styles.car}>
            <span className={styles.plate}>{car.plate}</span>
            {car.model ? <span>{car.model}</span> : null}
          </li>
        ))}
      </ul>
      <dl className={styles.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {left ? (
        <div className={styles.left}>
          {/* A drawing with attributes: the policy of the page allows no inline style. */}
          <svg
            viewBox="0 0 100 4"
            preserveAspectRatio="none"
            className={styles.bar}
            aria-hidden="true"
          >
            <rect className={styles.rail} width="100" height="4" />
            <rect
              className={styles.fill}
              width={Math.round(Math.min(1, Math.max(0, left.share)) * 100)}
              height="4"
            />
          </svg>
          <p>{left.label}</p>
        </div>
      ) : null}
      {actions ? <footer className={styles.actions}>{actions}</footer> : null}
    </article>
  )
}
