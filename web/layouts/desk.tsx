import styles from './desk.module.css'
import type { LayoutProps } from './layout.ts'

/** Nothing around a desk: its frame (`desks/desk.tsx`) has the landmarks. */
export const DeskLayout = ({ content }: LayoutProps) => <div className={styles.desk}>{content}</div>
