import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { ArrowIcon } from '../../ui/icons.tsx'
import styles from './way.module.css'

type Props = { label: string; busy?: boolean; note?: ReactNode; onGo: () => void }

/** The one action of a stop, under the thumb on a phone. */
export const Action = ({ label, busy, note, onGo }: Props) => (
  <div className={styles.action}>
    <Button wide busy={busy} icon={<ArrowIcon />} onClick={onGo}>
      {label}
    </Button>
    {note ? <p>{note}</p> : null}
  </div>
)
