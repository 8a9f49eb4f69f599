import styles from './share-bar.module.css'

/** The capital as one line cut into shares; the list under it says the same in words. */
export function ShareBar({ parts }: { parts: readonly { name: string; share: number }[] }) {
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  )
  return (
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" className={styles.bar} aria-hidden="true">
      {parts.map(({ name, share }, index) => (
        <rect
          key={name}
          x={starts[index]}
          width={Math.max(0, share - 0.4)}
          height="6"
          opacity={1 - index * 0.3}
        />
      ))}
    </svg>
  )
}
