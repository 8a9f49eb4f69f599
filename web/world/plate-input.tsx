import { Drawing } from './drawing.tsx'
import styles from './plate.module.css'

type Props = { id: string; label: string }

/**
 * The number plate one types into: one real field, painted as a plate. Its cells are equal, so the
 * bar before the region stands still; `data-plain` on it (an older plate) takes the bar away.
 */
export const PlateInput = ({ id, label }: Props) => (
  <>
    <label className="visually-hidden" htmlFor={id}>
      {label}
    </label>
    <span className={styles.plate}>
      <span className={styles.country} aria-hidden="true">
        <Drawing of="flag" className={styles.flag} />
        <b>KZ</b>
      </span>
      <span className={styles.typed}>
        <input
          id={id}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={11}
          placeholder="123 ABC 02"
          aria-describedby="said"
        />
      </span>
    </span>
  </>
)
