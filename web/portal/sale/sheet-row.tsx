import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import { TrashIcon } from '../../ui/later-icons.tsx'
import styles from './rows.module.css'
import words from './texts.ts'

type Props = {
  /** `driver-<row>`, `car-<row>`. */
  id: string
  title: string
  number: number
  onRemove: () => void
  children: ReactNode
}

/** Frame of a driver's or a car's row: number, content and remove button. */
export function SheetRow({ id, title, number, onRemove, children }: Props) {
  const t = useTexts(words)
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{title}</legend>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      {children}
      <button
        type="button"
        id={`${id}-remove`}
        className={styles.remove}
        aria-label={`${t.remove}: ${title}`}
        onClick={onRemove}
      >
        <TrashIcon />
      </button>
    </fieldset>
  )
}
