import styles from './share-bar.module.css'

type Part = { name: string; share: number; label: string }

/** Room for its label below a part, in percent of the whole. */
const labelled = 10

/**
 * The capital as one line cut into shares, each with its share below it; the list under it says
 * the same in words, in the same order.
 */
export function ShareBar({ parts }: { parts: readonly Part[] }) {
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { share }) => sum + share, 0),
  )
  return (
    <svg className={styles.bar} aria-hidden="true">
      {parts.map(({ name, share, label }, index) => (
        <g key={name}>
          <rect
            x={`${starts[index]}%`}
            width={`${Math.max(0, share - 0.4)}%`}
            height="20"
            rx="4"
            opacity={1 - index * 0.3}
          />
          {share >= labelled ? (
            <text x={`${starts[index]}%`} y="40">
              {label}
            </text>
          ) : null}
        </g>
      ))}
    </svg>
  )
}
