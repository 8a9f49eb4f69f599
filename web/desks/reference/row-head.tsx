import { numericDay } from '#domain/calendar.ts'
import { useTexts } from '../../texts.ts'
import { Chip } from '../../ui/chip.tsx'
import styles from './compared.module.css'
import type { Row } from './reference.ts'
import words from './texts.ts'

/** From which day to which a row is in force. */
export function Since({ row, today }: { row: Row; today: string }) {
  const t = useTexts(words)
  if (!row.from) return null
  const day = numericDay(row.from)
  return (
    <small>
      {row.to ? t.between(day, numericDay(row.to)) : t.since(day)}
      {row.from > today ? <Chip tone="now">{t.future}</Chip> : row.sample ? ` · ${t.sample}` : null}
    </small>
  )
}

export type ActsProps = {
  mayChange?: (row: Row) => boolean
  onChange?: (row: Row) => void
  onEnd?: ((row: Row) => void) | undefined
}

/** What can be proposed for a row. */
export function Acts({
  row,
  name,
  mayChange,
  onChange,
  onEnd,
}: ActsProps & { row: Row; name: string }) {
  const t = useTexts(words)
  if (!onChange || !mayChange?.(row)) return null
  return (
    <small className={styles.acts}>
      <button type="button" aria-label={`${t.change}: ${name}`} onClick={() => onChange(row)}>
        {t.change}
      </button>
      {onEnd && row.to === null ? (
        <button type="button" aria-label={`${t.end}: ${name}`} onClick={() => onEnd(row)}>
          {t.end}
        </button>
      ) : null}
    </small>
  )
}
