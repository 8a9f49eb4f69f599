import type { ReactNode } from 'react'
import { pathOf } from '#contract/pages.ts'
import { numericDay } from '#domain/calendar.ts'
import claimWords from '../../claims/texts.ts'
import { ask } from '../../http/ask.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import orderWords from '../../ui/order-words.ts'
import { Table } from '../../ui/table.tsx'
import type { ClientPart, StaffClient } from './client.ts'
import words from './texts.ts'

type ColumnKey = keyof (typeof words)['kz']['columns']

function Rows({
  caption,
  columns,
  rows,
}: {
  caption: string
  columns: readonly ColumnKey[]
  rows: { key: string; cells: Partial<Record<ColumnKey, ReactNode>> }[]
}) {
  const t = useTexts(words)
  return (
    <div className={parts.list}>
      <Table
        caption={rows.length > 0 ? caption : `${caption}: ${t.none.toLowerCase()}`}
        columns={columns.map((key) => ({ key, title: t.columns[key], number: key === 'sum' }))}
        rows={rows}
      />
    </div>
  )
}

/** What the client has and had, table by table. */
export function ClientTables({ client, onDone }: ClientPart) {
  return (
    <>
      <Policies of={client.policies} />
      <Orders client={client} onDone={onDone} />
      <Money payments={client.payments} refunds={client.refunds} />
      <Claims of={client.claims} />
      <Consents of={client.consents} />
      <Messages of={client.messages} />
    </>
  )
}

/** A row of another desk, by its id in the address. */
function DeskLink({ to, id, text }: { to: 'order' | 'claim'; id: string; text: string }) {
  const locale = useLocale()
  const desk = pathOf(to === 'order' ? 'staff-orders' : 'staff-claims', locale)
  return (
    <a className={parts.link} href={`${desk}?${to}=${encodeURIComponent(id)}`}>
      {text}
    </a>
  )
}

function Policies({ of }: { of: StaffClient['policies'] }) {
  const t = useTexts(words)
  const states = useTexts(orderWords).policy
  return (
    <Rows
      caption={t.policies}
      columns={['number', 'state', 'car', 'period', 'sum']}
      rows={of.map(({ global_id, order_id, ...policy }) => ({
        key: global_id,
        cells: {
          number: order_id ? <DeskLink to="order" id={order_id} text={global_id} /> : global_id,
          state: states[policy.state] ?? policy.state,
          car: policy.plates.join(', ') || '–',
          period: `${numericDay(policy.start)}\u00a0– ${numericDay(policy.end)}`,
          sum: money(policy.premium),
        },
      }))}
    />
  )
}

/** What was paid, then what went back. */
function Money({ payments, refunds }: Pick<StaffClient, 'payments' | 'refunds'>) {
  const t = useTexts(words)
  const states = useTexts(orderWords)
  return (
    <Rows
      caption={t.payments}
      columns={['date', 'way', 'state', 'sum']}
      rows={[
        ...payments.map((payment) => ({
          key: payment.id,
          cells: {
            date: almatyTime(payment.at),
            way: t.ways[payment.system] ?? payment.system,
            state: states.payment[payment.state] ?? payment.state,
            sum: money(payment.amount),
          },
        })),
        ...refunds.map((refund) => ({
          key: refund.id,
          cells: {
            date: almatyTime(refund.done_at ?? refund.at),
            way: t.refund,
            state: states.refund[refund.state] ?? refund.state,
            sum: money(-refund.amount),
          },
        })),
      ]}
    />
  )
}

function Claims({ of }: { of: StaffClient['claims'] }) {
  const t = useTexts(words)
  const states: Record<string, string> = useTexts(claimWords).states
  return (
    <Rows
      caption={t.claims}
      columns={['number', 'state', 'date']}
      rows={of.map(({ claim_id, state, at }) => ({
        key: claim_id,
        cells: {
          number: <DeskLink to="claim" id={claim_id} text={claim_id} />,
          state: states[state] ?? state,
          date: almatyTime(at),
        },
      }))}
    />
  )
}

function Consents({ of }: { of: StaffClient['consents'] }) {
  const t = useTexts(words)
  return (
    <Rows
      caption={t.consents}
      columns={['date', 'kind', 'state', 'until']}
      rows={of.map((consent) => ({
        key: consent.id,
        cells: {
          date: almatyTime(consent.at),
          kind: t.consentKinds[consent.kind] ?? consent.kind,
          state: t.consentStates[consent.state] ?? consent.state,
          until: consent.valid_until ? almatyTime(consent.valid_until) : '–',
        },
      }))}
    />
  )
}

function Messages({ of }: { of: StaffClient['messages'] }) {
  const t = useTexts(words)
  return (
    <Rows
      caption={t.messages}
      columns={['date', 'kind', 'about']}
      rows={of.map((message) => ({
        key: message.id,
        cells: {
          date: message.sent_at
            ? almatyTime(message.sent_at)
            : `${almatyTime(message.at)}, ${t.notSent}`,
          kind: t.kinds[message.kind],
          about: t.purposes[message.purpose] ?? t.otherMessage,
        },
      }))}
    />
  )
}

function Orders({ client, onDone }: ClientPart) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  const act = useAct(t.policyDocumentsSent)
  const send = async (order_id: string) => {
    if (await act.run(() => ask('staffSendPapers', { order_id }))) onDone()
  }
  return (
    <>
      <ActError act={act} />
      <Rows
        caption={t.orders}
        columns={['number', 'state', 'date', 'sum', 'act']}
        rows={client.orders.map((order) => ({
          key: order.order_id,
          cells: {
            number: <DeskLink to="order" id={order.order_id} text={order.number} />,
            state: states[order.state] ?? order.state,
            date: almatyTime(order.at),
            sum: money(order.amount),
            act:
              order.state === 'issued' || order.state === 'active' ? (
                <Button
                  variant="quiet"
                  size="small"
                  busy={act.busy}
                  aria-label={`${t.sendPapers}: ${order.number}`}
                  onClick={() => void send(order.order_id)}
                >
                  {t.sendPapers}
                </Button>
              ) : null,
          },
        }))}
      />
    </>
  )
}
