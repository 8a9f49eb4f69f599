import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { almatyDay, countDays, numericDay } from '#domain/calendar.ts'
import { staffClaimStates } from '#texts/states.ts'
import { ask } from '../../http/ask.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import type { DenseColumn } from '../../ui/dense-column.ts'
import { DenseTable } from '../../ui/dense-table.tsx'
import { shortInsurer } from '../../ui/insurer-name.ts'
import orderWords from '../../ui/order-words.ts'
import { plateWords } from '../../ui/plate-words.ts'
import { useNarrow } from '../../ui/use-narrow.ts'
import { refusedWords } from '../desk-texts.ts'
import { RefusedList } from '../refused.tsx'
import { SmallPlate } from '../small-plate.tsx'
import pill from '../split/number.module.css'
import styles from './card.module.css'
import type { ClientPart, StaffClient } from './client.ts'
import clientWords, { cardWords as words } from './texts.ts'

/** The client's present and past contracts, table by table. */
export function ClientTables({ client, onDone }: ClientPart) {
  return (
    <>
      <Policies of={client.policies} />
      <Orders client={client} onDone={onDone} />
      {client.refused.length > 0 ? <Refused of={client.refused} /> : null}
      <Money client={client} />
      <Claims of={client.claims} />
    </>
  )
}

function Refused({ of }: { of: StaffClient['refused'] }) {
  const { title } = useTexts(refusedWords)
  return (
    <Part title={title} count={of.length}>
      <RefusedList rows={of} className={styles.refused} />
    </Part>
  )
}

function Claims({ of }: { of: StaffClient['claims'] }) {
  const t = useTexts(words)
  const { claims } = useTexts(clientWords)
  const states: Record<string, string> = staffClaimStates[useLocale()]
  return (
    <Part title={claims} count={of.length}>
      <DenseTable
        caption={claims}
        height="dense"
        rows={of}
        keyOf={({ claim_id }) => claim_id}
        columns={[
          {
            key: 'claim',
            title: t.columns.claim,
            cell: ({ claim_id }) => <DeskLink to="claim" id={claim_id} text={claim_id} />,
          },
          {
            key: 'state',
            title: t.columns.state,
            cell: ({ state }) => states[state] ?? state,
          },
          {
            key: 'damage',
            title: t.columns.damage,
            grows: true,
            from: 600,
            cell: ({ damage_type }) => damage_type,
          },
          { key: 'when', title: t.columns.when, number: true, cell: ({ at }) => almatyTime(at) },
        ]}
      />
    </Part>
  )
}

/** Orders and subscriptions; the documents of an issued one are sent again from here. */
function Orders({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const c = useTexts(clientWords)
  const states = useTexts(orderWords).order
  const act = useAct(c.policyDocumentsSent)
  const send = async (order_id: string) => {
    if (await act.run(() => ask('staffSendPapers', { order_id }))) onDone()
  }
  return (
    <Part title={c.orders} count={client.orders.length}>
      <ActError act={act} />
      <DenseTable
        caption={c.orders}
        height="dense"
        rows={client.orders}
        keyOf={({ order_id }) => order_id}
        columns={[
          {
            key: 'order',
            title: t.columns.order,
            cell: ({ order_id, number }) => <DeskLink to="order" id={order_id} text={number} />,
          },
          {
            key: 'state',
            title: t.columns.state,
            grows: true,
            cell: ({ state }) => states[state] ?? state,
          },
          { key: 'when', title: t.columns.when, from: 600, cell: ({ at }) => almatyTime(at) },
          {
            key: 'papers',
            title: c.columns.act,
            from: 600,
            cell: ({ order_id, number, state }) =>
              state === 'issued' || state === 'active' ? (
                <Button
                  variant="quiet"
                  size="small"
                  className={styles.send}
                  busy={act.busy}
                  aria-label={`${c.sendPapers}: ${number}`}
                  onClick={() => void send(order_id)}
                >
                  {c.sendPapers}
                </Button>
              ) : null,
          },
          {
            key: 'sum',
            title: t.columns.sum,
            number: true,
            cell: ({ amount }) => money(amount),
          },
        ]}
      />
    </Part>
  )
}

const sums = ['paid', 'returned', 'returning', 'waiting'] as const

/** Money as a ledger, the newest first, under its four sums. */
function Money({ client }: { client: StaffClient }) {
  const t = useTexts(words)
  const { ways } = useTexts(clientWords)
  const states = useTexts(orderWords)
  const numberOf = new Map(client.orders.map(({ order_id, number }) => [order_id, number]))
  const rows = [
    ...client.payments.map((payment) => ({
      ...payment,
      what: t.payment,
      way: ways[payment.system],
      state: states.payment[payment.state] ?? payment.state,
    })),
    ...client.refunds.map((refund) => ({
      ...refund,
      what: t.refund,
      way: '',
      at: refund.done_at ?? refund.at,
      amount: -refund.amount,
      state: states.refund[refund.state] ?? refund.state,
    })),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
  return (
    <Part title={t.money.title} count={rows.length}>
      <dl className={styles.sums}>
        {sums.map((name) => (
          <div key={name}>
            <dt>{t.money[name]}</dt>
            <dd data-bad={name === 'waiting' && client.money.waiting > 0 ? '' : undefined}>
              {money(client.money[name])}
            </dd>
          </div>
        ))}
      </dl>
      <DenseTable
        caption={t.money.title}
        height="dense"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          { key: 'when', title: t.columns.when, cell: ({ at }) => almatyTime(at) },
          { key: 'what', title: t.columns.what, cell: ({ what }) => what },
          {
            key: 'order',
            title: t.columns.order,
            from: 600,
            cell: ({ order_id }) => (
              <DeskLink to="order" id={order_id} text={numberOf.get(order_id) ?? order_id} />
            ),
          },
          { key: 'way', title: t.columns.way, from: 900, cell: ({ way }) => way },
          {
            key: 'state',
            title: t.columns.state,
            grows: true,
            from: 600,
            cell: ({ state }) => state,
          },
          { key: 'sum', title: t.columns.sum, number: true, cell: ({ amount }) => money(amount) },
        ]}
      />
    </Part>
  )
}

type Row = StaffClient['policies'][number]

/** Policies, each with the rest of its term. */
function Policies({ of }: { of: readonly Row[] }) {
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

/** Returns the rest of a term in words, and as a share of it if it is running. */
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

/** The same as a bar. */
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

/** A row of another desk, by its id in the address. */
function DeskLink({ to, id, text }: { to: 'order' | 'claim'; id: string; text: string }) {
  const locale = useLocale()
  const desk = pathOf(to === 'order' ? 'staff-orders' : 'staff-claims', locale)
  return (
    <a data-row href={`${desk}?${to}=${encodeURIComponent(id)}`}>
      {text}
    </a>
  )
}

/** A table of the card with its name and how many rows it has. */
function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const t = useTexts(words)
  return (
    <section className={styles.part} aria-label={title}>
      <h3>
        {title} <span className={pill.number}>{count}</span>
      </h3>
      {count > 0 ? children : <p className={styles.soft}>{t.nothing}</p>}
    </section>
  )
}

/** Lines of a section: title, date and a note below. */
export function Lines({
  title,
  link,
  lines,
  children,
}: {
  title: string
  link?: ReactNode
  lines: readonly { key: string; what: ReactNode; when: ReactNode; below?: string }[]
  children?: ReactNode
}) {
  const t = useTexts(words)
  return (
    <section aria-label={title}>
      <h3>
        {title} {lines.length > 0 ? <span className={pill.number}>{lines.length}</span> : null}
        {link}
      </h3>
      {lines.length === 0 ? <p className={styles.soft}>{t.nothing}</p> : null}
      <ul className={styles.lines}>
        {lines.map(({ key, what, when, below }) => (
          <li key={key}>
            <span>{what}</span>
            <span className={styles.soft}>{when}</span>
            {below ? <span className={styles.below}>{below}</span> : null}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
