import { Button } from './button.tsx'
import styles from './load-more.module.css'

type Props = { label: string /** «6 / 14 көрсетілді». */; shown: string; busy?: boolean | undefined; onMore: () => void }

/** The rest of a long list, a page at a time; how much is shown is said too. */
export const LoadMore = ({ label, shown, busy, onMore }: Props) => (
  <div className={styles.more}>
    <Button look="secondary" busy={busy} onClick={onMore}>
      {label}
    </Button>
    <p role="status">{shown}</p>
  </div>
)
