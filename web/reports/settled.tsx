import { numericDay } from '#domain/calendar.ts'
import { ask } from '../http/ask.ts'
import { useTexts } from '../texts.ts'
import { useAct } from '../ui/act.tsx'
import { almatyTime } from '../ui/almaty.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import words from './accounting-texts.ts'
import styles from './match.module.css'
import matchWords from './match-texts.ts'
import type { Books } from './replies.ts'
import { SaleLink } from './sale-link.tsx'

type Row = Books['settled'][number]

/**
 * What of it opens: the payment that was linked, the line, or what the key of a difference begins
 * with; an insurer and a day are no sale.
 */
const opened = ({ kind, key, linked }: Row): string | null =>
  kind === 'commission_mismatch' ? null : (linked ?? key.split(' ')[0] ?? null)

type Props = { rows: readonly Row[]; none: string; onUndone: () => void }

/** What people have settled, by whom, and the way back. */
export function Settled({ rows, none, onUndone }: Props) {
  const t = useTexts(matchWords)
  const { kinds } = useTexts(words).reconciliation
  const act = useAct(t.undone)
  const undo = async ({ kind, key }: Row) => {
    if (await act.run(() => ask('reportUnsettleMany', { differences: [{ kind, key }] }))) onUndone()
  }
  if (rows.length === 0) return <EmptyState title={none} />
  return (
    <ul className={styles.settled}>
      {rows.map((row) => (
        <li key={`${row.kind} ${row.key}`}>
          <b>
            {opened(row) ? (
              <SaleLink id={opened(row) ?? ''}>{kinds[row.kind]}</SaleLink>
            ) : (
              kinds[row.kind]
            )}
          </b>
          <span>
            {[
              t.done[row.how],
              row.linked,
              row.until ? t.until(numericDay(row.until)) : null,
              row.note,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <small>{t.settledBy(row.by, almatyTime(row.at))}</small>
          <Button
            variant="quiet"
            size="small"
            busy={act.busy}
            aria-label={`${t.undo}: ${row.linked ?? row.key}`}
            onClick={() => void undo(row)}
          >
            {t.undo}
          </Button>
        </li>
      ))}
    </ul>
  )
}
