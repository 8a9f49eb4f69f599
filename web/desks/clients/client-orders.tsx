import { ask } from '../../http/ask.ts'
import { money, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import { DenseTable } from '../../ui/dense-table.tsx'
import orderWords from '../../ui/order-words.ts'
import styles from './card.module.css'
import type { ClientPart } from './client.ts'
import { DeskLink } from './desk-link.tsx'
import { Part } from './part.tsx'
import clientWords, { cardWords as words } from './texts.ts'

/** Orders and subscriptions; the papers of what is issued are sent once more from here. */
export function Orders({ client, onDone }: ClientPart) {
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
