import type { ReactNode } from 'react'
import { Chip } from './chip.tsx'
import styles from './home-card.module.css'
import { LogoMark } from './logo.tsx'

export type HomeCardProps = {
  product: string
  address: string
  state: { label: string; tone: 'good' | 'bad' | 'now' | 'plain' }
  /** Insurance amount, interior finishing, neighbour compensation. */
  facts: readonly { label: string; value: ReactNode }[]
  /** Days to the next billing or to the start, in words. */
  next?: string | undefined
  actions?: ReactNode
}

/** A home under a subscription (specification, section 2, "Cards shown in lists"). */
export const HomeCard = ({ product, address, state, facts, next, actions }: HomeCardProps) => (
  <article className={styles.home}>
    <LogoMark className={styles.watermark} />
    <header className={styles.head}>
      <div>
        <p className={styles.product}>{product}</p>
        <h2 className={styles.address}>{address}</h2>
      </div>
      <Chip tone={state.tone}>{state.label}</Chip>
    </header>
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    {next ? <p className={styles.next}>{next}</p> : null}
    {actions}
  </article>
)
