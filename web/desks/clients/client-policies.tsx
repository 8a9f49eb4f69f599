import { almatyDay, countDays, numericDay } from '#domain/calendar.ts'
import { money, useTexts } from '../../texts.ts'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import orderWords from '../../ui/order-words.ts'
import { plateWords } from '../../ui/plate-words.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { SmallPlate } from '../small-plate.tsx'
import styles from './card.module.css'
import type { StaffClient } from './client.ts'
import { DeskLink } from './desk-link.tsx'
import { Part } from './part.tsx'
import clientWords, { cardWords as words } from './texts.ts'

type Row = StaffClient['policies'][number]

/** Policies, each with what is left of its term. */
export function Policies({ of }: { of: readonly Row[] }) {
  const t = useTexts(words)
  const { policies } = useTexts(clientWords)
  const states = useTexts(orderWords).policy
  const isNarrow = useNarrow()
  const rest = useRest()
  const columns: (DenseColumn<Row> | false)[] = [
    {
      key: 'policy',
      title: t.columns.policy,
      cell: (row) => (
        <>
          {row.order_id ? (
            <DeskLink to="order" id={row.order_id} text={row.global_id} />
          ) : (
            row.global_id
          )}
          {isNarrow ? (
            <span className={styles.second}>
              {row.plates[0] ? `${plateWords(row.plates[0])} · ` : ''}
              {rest(row).text}
            </span>
          ) : null}
        </>
      ),
    },
    !isNarrow && {
      key: 'state',
      title: t.columns.state,
      cell: ({ state }) => states[state] ?? state,
    },
    {
      key: 'object',
      title: t.columns.object,
      grows: true,
      from: 600,
      cell: ({ plates: [plate], car }) => (
        <>
          {plate ? <SmallPlate plate={plate} /> : '–'} {car}
        </>
      ),
    },
    {
      key: 'insurer',
      title: t.columns.insurer,
      from: 600,
      cell: ({ insurer }) => shortInsurer(insurer),
    },
    { key: 'rest', title: t.columns.rest, from: 600, cell: (row) => <Rest of={row} /> },
    {
      key: 'premium',
      title: t.columns.premium,
      number: true,
      cell: ({ premium, state }) => (
        <>
          {money(premium)}
          {isNarrow ? <span className={styles.second}>{states[state] ?? state}</span> : null}
        </>
      ),
    },
  ]
  return (
    <Part title={policies} count={of.length}>
      <DenseTable
        caption={policies}
        height={isNarrow ? 'two' : 'dense'}
        rows={of}
        keyOf={({ global_id }) => global_id}
        columns={columns.flatMap((column) => column || [])}
      />
    </Part>
  )
}

/** What is left of the term in words, and as a share of it where it runs. */
function useRest(): (policy: Row) => { text: string; share: number | null } {
  const t = useTexts(words)
  return ({ state, start, end }) => {
    const today = almatyDay(new Date())
    const told = (text: string) => ({ text, share: null })
    if (state !== 'active' && state !== 'pending') return told(numericDay(end))
    if (start > today) return told(t.begins(numericDay(start)))
    if (end < today) return told(t.over)
    // Today is one of them, as on the client's own screen.
    const left = countDays(today, end)
    return {
      text: left === 1 ? t.lastDay : t.restDays(left),
      share: Math.min(100, (100 * left) / countDays(start, end)),
    }
  }
}

/** The same, drawn. */
function Rest({ of }: { of: Row }) {
  const { text, share } = useRest()(of)
  if (share === null) return text
  return (
    <span className={styles.rest}>
      <svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="5" />
        <rect width={share} height="5" data-left="" />
      </svg>
      {text}
    </span>
  )
}
