import styles from './empty.module.css'
import type { LayoutProps } from './layout.ts'

/** Nothing around the page: offers, checks, desks. */
export const EmptyLayout = ({ content }: LayoutProps) => (
  <main id="main" className={styles.main}>
    {content}
  </main>
)
