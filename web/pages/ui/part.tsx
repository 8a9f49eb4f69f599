import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import styles from './page.module.css'
import words from './texts.ts'

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    <div className={styles.row}>{children}</div>
  </section>
)

const colours = [
  'paper',
  'card',
  'sunken',
  'ink',
  'ink-soft',
  'line',
  'teal',
  'saffron',
  'green',
  'red',
] as const

export const Colours = () => (
  <Part title={useTexts(words).colours}>
    {colours.map((name) => (
      <svg
        key={name}
        viewBox="0 0 120 72"
        width="120"
        height="72"
        role="img"
        aria-label={name}
        className={styles.swatch}
      >
        <rect width="120" height="72" fill={`var(--${name})`} />
      </svg>
    ))}
  </Part>
)
