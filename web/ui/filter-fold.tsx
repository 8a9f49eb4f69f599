import { type ReactNode, useId, useState } from 'react'
import { useTexts } from '../texts.ts'
import styles from './filter-fold.module.css'
import words from './filter-fold-texts.ts'
import { FilterIcon } from './later-icons.tsx'

type Props = {
  /** How many of them narrow what is shown. */
  acting: number
  /** Narrower than this they stand behind the button. */
  until: 600 | 960
  children: ReactNode
}

/**
 * Filters that stand in their bar where there is room, else behind one button that says how many
 * act, so that the rows come first.
 */
export function FilterFold({ acting, until, children }: Props) {
  const t = useTexts(words)
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-until={until}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon />
        <span>{t.filters}</span>
        {acting > 0 ? <b>{acting}</b> : null}
      </button>
      <div id={id} className={styles.fold} data-until={until} data-open={open || undefined}>
        {children}
      </div>
    </>
  )
}
