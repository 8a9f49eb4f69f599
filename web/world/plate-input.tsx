import type { InputHTMLAttributes, RefObject } from 'react'
import { PlateFlag } from '../ui/plate.tsx'
import styles from './plate.module.css'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & {
  id: string
  label: string
  /** The label is seen above the plate. */
  labelled?: boolean | undefined
  inputRef?: RefObject<HTMLInputElement | null> | undefined
}

/**
 * The number plate one types into: one real field, painted as a plate. Its cells are equal, so the
 * bar before the region stands still; `data-bar` on it says where (`typed-plate.ts`).
 */
export const PlateInput = ({ id, label, labelled, inputRef, ...rest }: Props) => (
  <>
    <label className={labelled ? styles.label : 'visually-hidden'} htmlFor={id}>
      {label}
    </label>
    <span className={styles.plate}>
      <span className={styles.country} aria-hidden="true">
        <PlateFlag className={styles.flag} />
        <b>KZ</b>
      </span>
      <span className={styles.typed}>
        <input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="123 ABC 02"
          {...rest}
          id={id}
          ref={inputRef}
        />
      </span>
    </span>
  </>
)
