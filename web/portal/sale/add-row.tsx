import { Button } from '../../ui/button.tsx'
import { PlusIcon } from '../../ui/later-icons.tsx'
import styles from './sheet.module.css'

type Props = {
  id: string
  label: string
  /** As `aria-keyshortcuts` names them. */
  keys: string
  wrong: string | undefined
  full: boolean
  limit: string
  onAdd: () => void
}

/** One more row, or why there can be no more. */
export function AddRow({ id, label, keys, wrong, full, limit, onAdd }: Props) {
  return (
    <div id={id} tabIndex={-1}>
      {full ? (
        <p className={wrong ? styles.wrong : styles.note}>{limit}</p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          icon={<PlusIcon />}
          aria-keyshortcuts={keys}
          onClick={onAdd}
        >
          {label}
        </Button>
      )}
      {wrong && !full ? <p className={styles.wrong}>{wrong}</p> : null}
    </div>
  )
}
