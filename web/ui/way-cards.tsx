import type { ReactNode } from 'react'
import styles from './way-cards.module.css'

export type WayCard = { to: string; icon: ReactNode; name: string; text: string }

/** Next pages: a card for each, with its content. */
export const WayCards = ({ title, ways }: { title: string; ways: readonly WayCard[] }) => (
  <nav className={styles.part} aria-labelledby="ways">
    <h2 id="ways">{title}</h2>
    <div className={styles.ways}>
      {ways.map(({ to, icon, name, text }) => (
        <a key={to} href={to}>
          {icon}
          <b>{name}</b>
          <small>{text}</small>
        </a>
      ))}
    </div>
  </nav>
)
