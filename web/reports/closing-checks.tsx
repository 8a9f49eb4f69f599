import type { ClosingCheck } from '#domain/books/closing.ts'
import { lastOfMonth } from '#domain/calendar.ts'
import { groupDigits } from '#domain/format.ts'
import { money, useTexts } from '../texts.ts'
import { Button } from '../ui/button.tsx'
import { ErrorIcon, SuccessIcon } from '../ui/icons.tsx'
import { setQuery } from '../ui/query.ts'
import styles from './closing.module.css'
import { closingWords as words } from './months-texts.ts'
import type { MonthDetail } from './replies.ts'

/** Where what stands open is settled: a screen of the desk with its filter. */
const ways: Readonly<Record<Exclude<ClosingCheck, 'acts'>, Record<string, string>>> = {
  statements: { view: 'statements' },
  balance: { view: 'reconciliation' },
  lines: { view: 'reconciliation' },
  refunds: { view: 'refunds' },
  receipts: { view: 'reconciliation', kind: 'receipt_refused' },
  commission: { view: 'reconciliation', kind: 'commission_mismatch' },
  promoters: { view: 'promoters' },
}

type Props = {
  month: Pick<MonthDetail, 'month' | 'checks'>
  /** How acts are written down; absent where it is not their turn. */
  onActs?: () => void
  actsOpen?: boolean
  /** A closed month shows how they stood. */
  closed?: boolean
}

/** Each check with its figures; one that is open has the way to what settles it. */
export function Checks({ month: { month, checks }, onActs, actsOpen, closed }: Props) {
  const t = useTexts(words)
  const period = { from: `${month}-01`, to: lastOfMonth(`${month}-01`) }
  return (
    <ul className={styles.checks} aria-label={t.checks}>
      {checks.map(({ check, ok, done, of, amount }) => {
        const Icon = ok ? SuccessIcon : ErrorIcon
        return (
          <li key={check} data-open={ok ? undefined : ''}>
            <Icon />
            <b>{t.names[check]}</b>
            <span className="visually-hidden">: {ok ? t.passed : t.open}</span>
            <small>
              {t.figures[check](groupDigits(Math.max(done, 0)), groupDigits(of))}
              {amount ? ` · ${money(amount)}` : ''}
            </small>
            {check === 'acts' ? (
              onActs ? (
                <Button variant="secondary" size="small" aria-expanded={actsOpen} onClick={onActs}>
                  {t.act.acts}
                </Button>
              ) : null
            ) : ok || closed ? null : (
              <Button
                variant="secondary"
                size="small"
                onClick={() =>
                  setQuery({ kind: null, part: null, month: null, ...ways[check], ...period })
                }
              >
                {t.act[check]}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
