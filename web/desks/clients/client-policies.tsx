import { almatyDay, daysBetween, numericDay } from '#domain/calendar.ts'
import { money, useTexts } from '../../texts.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import orderWords from '../../ui/order-words.ts'
import { SmallPlate } from '../small-plate.tsx'
import styles from './card.module.css'
import words from './card-texts.ts'
import type { StaffClient } from './client.ts'
import { DeskLink } from './desk-link.tsx'
import { Part } from './part.tsx'
import clientWords from './texts.ts'

type Row = StaffClient['policies'][number]

/** Policies, each with what is left of its term. */
export function Policies({ of }: { of: readonly Row[] }) {
  const t = useTexts(words)
  const { policies } = useTexts(clientWords)
  const states = useTexts(orderWords).policy
  return (
    <Part title={policies} count={of.length}>
      <DenseTable
        caption={policies}
        height="dense"
        rows={of}
        keyOf={({ global_id }) => global_id}
        columns={[
          {
            key: 'policy',
            title: t.columns.policy,
            cell: ({ order_id, global_id }) =>
              order_id ? <DeskLink to="order" id={order_id} text={global_id} /> : global_id,
          },
          {
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
            from: 900,
            cell: ({ insurer }) => shortInsurer(insurer),
          },
          { key: 'rest', title: t.columns.rest, from: 600, cell: (row) => <Rest of={row} /> },
          {
            key: 'premium',
            title: t.columns.premium,
            number: true,
            cell: ({ premium }) => money(premium),
          },
        ]}
      />
    </Part>
  )
}

/** What is left of the term, drawn and in days. */
function Rest({ of: { state, start, end } }: { of: Row }) {
  const t = useTexts(words)
  const today = almatyDay(new Date())
  if (state !== 'active' && state !== 'pending') return numericDay(end)
  if (start > today) return t.begins(numericDay(start))
  if (end < today) return t.over
  const left = daysBetween(today, end)
  const share = Math.min(100, (100 * (left + 1)) / (daysBetween(start, end) + 1))
  return (
    <span className={styles.rest}>
      <svg viewBox="0 0 100 5" preserveAspectRatio="none" aria-hidden="true">
        <rect width="100" height="5" />
        <rect width={share} height="5" data-left="" />
      </svg>
      {left === 0 ? t.lastDay : t.restDays(left)}
    </span>
  )
}
