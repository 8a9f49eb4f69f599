import { money } from '../texts.ts'
import { classNames } from './class-names.ts'
import styles from './price.module.css'

export type PriceProps = {
  /** Whole tenge. */
  tenge: number
  size?: 'text' | 'large' | undefined
  /** Marks a price that has just changed. */
  changed?: boolean | undefined
  /** Read before the sum by a screen reader if there is no label beside it. */
  label?: string | undefined
}

/** A sum in tabular figures, never broken over two lines. */
export const Price = ({ tenge, size = 'text', changed, label }: PriceProps) => (
  <data
    value={tenge}
    className={classNames(
      styles.price,
      size === 'large' && styles.large,
      changed && styles.changed,
    )}
  >
    {label ? <span className="visually-hidden">{label} </span> : null}
    {money(tenge)}
  </data>
)
