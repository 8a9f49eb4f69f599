import type { ReactNode } from 'react'
import styles from './link-action.module.css'

/** Something in a row that opens without another address: looks like a link, is a button. */
export const LinkAction = ({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) => (
  <button type="button" className={styles.action} aria-label={label} onClick={onPress}>
    {children}
  </button>
)
