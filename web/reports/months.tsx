import { groupDigits } from '#domain/format.ts'
import { money, useLocale, useTexts } from '../texts.ts'
import { almatyTime } from '../ui/almaty.ts'
import { DenseTable } from '../ui/dense-table.tsx'
import { QueryLink } from '../ui/query-link.tsx'
import { StateWord, type Tone } from '../ui/state-word.tsx'
import styles from './months.module.css'
import words from './months-texts.ts'
import { monthName } from './period.ts'
import type { MonthRow } from './replies.ts'

const tones: Readonly<Record<MonthRow['state'], Tone>> = {
  running: 'now',
  waits: 'now',
  differs: 'bad',
  ready: 'now',
  prepared: 'now',
  closed: 'good',
  closed_again: 'good',
}

/** State of a month, in a word. */
export function MonthState({ state }: { state: MonthRow['state'] }) {
  const t = useTexts(words)
  return <StateWord tone={tones[state]}>{t.states[state]}</StateWord>
}

type Props = { months: readonly MonthRow[]; chosen: string | null; since: string }

/** Every month since the books began, the newest first; a press opens one beside the list. */
export function Months({ months, chosen, since }: Props) {
  const t = useTexts(words)
  const locale = useLocale()
  const sum = (key: 'policies' | 'premium' | 'commission') =>
    months.reduce((all, row) => all + row[key], 0)
  return (
    <DenseTable
      caption={t.caption}
      rows={months}
      keyOf={({ month }) => month}
      selected={chosen}
      height="row"
      columns={[
        {
          key: 'month',
          title: t.columns.month,
          cell: ({ month }) => (
            <QueryLink row to={{ month }}>
              <span className={styles.month}>{monthName(month, locale)}</span>
            </QueryLink>
          ),
        },
        {
          key: 'state',
          title: t.columns.state,
          grows: true,
          cell: ({ state }) => <MonthState state={state} />,
        },
        {
          key: 'checks',
          title: t.columns.checks,
          from: 600,
          cell: (row) => <Squares row={row} />,
        },
        {
          key: 'policies',
          title: t.columns.policies,
          number: true,
          from: 600,
          cell: ({ policies }) => groupDigits(policies),
        },
        {
          key: 'premium',
          title: t.columns.premium,
          number: true,
          from: 600,
          cell: ({ premium }) => money(premium),
        },
        {
          key: 'commission',
          title: t.columns.commission,
          number: true,
          from: 900,
          cell: ({ commission }) => money(commission),
        },
        {
          key: 'closed',
          title: t.columns.closed,
          from: 900,
          cell: ({ closedAt }) => (closedAt ? almatyTime(closedAt) : '–'),
        },
        {
          key: 'who',
          title: t.columns.who,
          from: 1200,
          cell: ({ by }) => by.join(', ') || '–',
        },
      ]}
      foot={{
        month: t.all,
        state: t.since(monthName(since, locale)),
        policies: groupDigits(sum('policies')),
        premium: money(sum('premium')),
        commission: money(sum('commission')),
      }}
    />
  )
}

/** A square for each check: filled if it passed. */
function Squares({ row: { checks, state } }: { row: MonthRow }) {
  const t = useTexts(words)
  if (!checks)
    return <span className={styles.soft}>{state.startsWith('closed') ? '–' : t.notLooked}</span>
  const passed = checks.filter(({ ok }) => ok).length
  return (
    <span className={styles.squares}>
      <span className="visually-hidden">{t.checked(passed, checks.length)}</span>
      {checks.map(({ check, ok }) => (
        <i key={check} aria-hidden data-open={ok ? undefined : ''} />
      ))}
    </span>
  )
}
