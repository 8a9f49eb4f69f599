import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { LogoDrawing } from './logo.tsx'

/** Empty state with the first step. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div className={styles.empty}>
    <LogoDrawing className={styles.drawing} />
    <p className={styles.title}>{title}</p>
    {children ? <div className={styles.text}>{children}</div> : null}
    {action}
  </div>
)
