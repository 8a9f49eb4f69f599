import type { ReactNode } from 'react'
import { useTexts } from '../../texts.ts'
import { FieldError } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import words from './review-texts.ts'
import styles from './rows.module.css'

type Props = {
  /** Of the row's elements; the link of an error that stands in its sheet leads here. */
  id: string
  title: string
  /** What was found or chosen; nothing yet is drawn as a bar that waits. */
  value: ReactNode
  more?: ReactNode
  /** The word of its Edit, and what it does; without it nothing can be changed. */
  act?: string | undefined
  onEdit?: (() => void) | undefined
  /** What is wrong with it. */
  error?: string | undefined
  /** What is asked here. */
  children?: ReactNode
}

/** One thing the policy will say, with its Edit; what has to be answered is asked in it. */
export function Row({ id, title, value, more, act, onEdit, error, children }: Props) {
  const t = useTexts(words)
  return (
    <section
      className={styles.row}
      aria-labelledby={`${id}-title`}
      data-wrong={error ? '' : undefined}
    >
      <div className={styles.said}>
        <p className={styles.title} id={`${id}-title`}>
          {title}
        </p>
        {value ? <div className={styles.value}>{value}</div> : <Skeleton shape="line" />}
        {more ? <div className={styles.more}>{more}</div> : null}
        <FieldError id={id} error={error} />
      </div>
      {onEdit ? (
        <button
          type="button"
          id={`${id}-edit`}
          className={styles.edit}
          aria-label={`${act ?? t.edit}${t.openFor(title)}`}
          onClick={onEdit}
        >
          {act ?? t.edit}
        </button>
      ) : null}
      {children ? <div className={styles.asked}>{children}</div> : null}
    </section>
  )
}
