import type { ReactNode } from 'react'
import styles from './contract.module.css'

/** A part of the contract's page, flat on the sheet. */
export const Part = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.flat}>
    {title ? <h3>{title}</h3> : null}
    {children}
  </section>
)
