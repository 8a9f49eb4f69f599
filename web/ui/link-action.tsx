import type { ReactNode } from 'react'
import styles from './link-action.module.css'

type Props = { id?: string; label: string; onPress: () => void; children: ReactNode }

/** Something in a row that opens without another address: looks like a link, is a button. */
export const LinkAction = ({ id, label, onPress, children }: Props) => (
  <button type="button" id={id} className={styles.action} aria-label={label} onClick={onPress}>
    {children}
  </button>
)
