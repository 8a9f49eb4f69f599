import { classNames } from '../../../ui/class-names.ts'
import styles from './link.module.css'

const quarters = [0, 90, 180, 270]

/** The back of a pass: nothing stands on it but the ornament. `low`: room for the code below. */
export const Back = ({
  label,
  low,
  turning,
}: {
  label: string
  low: boolean
  turning: boolean
}) => (
  <div
    className={classNames('deep', styles.back, low && styles.low, turning && styles.turning)}
    role="img"
    aria-label={label}
  >
    <div className={`frieze ${styles.hem}`} />
    <svg className={styles.medal} viewBox="-122 -122 244 244" aria-hidden="true">
      {quarters.map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path d="M0 -40V-92A17 17 0 0 0 -34 -92A10.5 10.5 0 0 0 -13 -92A4.5 4.5 0 0 0 -22 -92M0 -92A17 17 0 0 1 34 -92A10.5 10.5 0 0 1 13 -92A4.5 4.5 0 0 1 22 -92" />
          <path className={styles.filled} d="M-14 -37Q-2 -44 0 -66Q2 -44 14 -37Z" />
          <path
            transform="rotate(45)"
            d="M0 -52V-78A11.5 11.5 0 0 0 -23 -78A6.5 6.5 0 0 0 -10 -78M0 -78A11.5 11.5 0 0 1 23 -78A6.5 6.5 0 0 1 10 -78"
          />
        </g>
      ))}
      <path d="M-37 -37H37V37H-37ZM-37 0L0 -37L37 0L0 37Z" />
      <path className={styles.filled} d="M-15 0L0 -15L15 0L0 15Z" />
    </svg>
    <div className={`frieze ${styles.hem}`} />
  </div>
)
