import styles from './spinner.module.css'

/** Spinner; always beside words that name the process. */
export const Spinner = () => (
  <svg className={styles.spinner} viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
    <circle
      cx="10"
      cy="10"
      r="8"
      fill="none"
      stroke="currentColor"
      strokeOpacity=".25"
      strokeWidth="2.5"
    />
    <path
      d="M10 2a8 8 0 0 1 8 8"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
    />
  </svg>
)

/** Progress of one look-up, beside its field. */
export const RowProgress = ({ children }: { children: string }) => (
  <p className={styles.row} role="status">
    <Spinner />
    <span>{children}</span>
  </p>
)
