import { useState } from 'react'
import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useLocale, useTexts } from '../../texts.ts'
import { ActError, useAct } from '../../ui/act.tsx'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import orderWords from '../../ui/order-words.ts'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

type Found = Reply<'staffSearchClients'>['data']

/**
 * One field for whatever the caller can name. The word itself never stands in the address: it is
 * personal data.
 */
export function Search() {
  const t = useTexts(words)
  const act = useAct(null)
  const [found, setFound] = useState<Found | null>(null)
  const find = (text: string) =>
    act.run(async () => {
      setFound((await ask('staffSearchClients', { text })).data)
    })
  return (
    <div className={parts.stack}>
      <form
        className={parts.search}
        aria-label={t.search}
        onSubmit={(event) => {
          event.preventDefault()
          void find(String(new FormData(event.currentTarget).get('text') ?? ''))
        }}
      >
        <TextField
          name="text"
          label={t.findLabel}
          hint={t.findHint}
          autoComplete="off"
          maxLength={40}
          error={act.errors.text}
        />
        <Button type="submit" busy={act.busy}>
          {t.find}
        </Button>
      </form>
      {act.errors.text ? null : <ActError act={act} />}
      {found && found.clients.length + found.orders.length === 0 ? (
        <EmptyState title={t.nothing}>{t.nothingText}</EmptyState>
      ) : null}
      {found && found.clients.length > 0 ? <FoundClients clients={found.clients} /> : null}
      {found && found.orders.length > 0 ? <FoundOrders orders={found.orders} /> : null}
    </div>
  )
}

function FoundClients({ clients }: Pick<Found, 'clients'>) {
  const t = useTexts(words)
  const locale = useLocale()
  return (
    <div className={parts.list}>
      <Table
        caption={t.found}
        columns={[
          { key: 'client', title: t.client },
          { key: 'iin', title: t.iin },
          { key: 'phone', title: t.phone },
          { key: 'by', title: t.search },
        ]}
        rows={clients.map((client) => ({
          key: client.account_id,
          cells: {
            client: (
              <a
                className={parts.link}
                href={`${pathOf('staff-clients', locale)}?client=${client.account_id}`}
              >
                {client.name || client.iin}
              </a>
            ),
            iin: client.iin,
            phone: client.phone ? `+${client.phone}` : '–',
            by: t.foundBy[client.found_by] ?? '',
          },
        }))}
      />
    </div>
  )
}

function FoundOrders({ orders }: Pick<Found, 'orders'>) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  const locale = useLocale()
  return (
    <div className={parts.list}>
      <Table
        caption={t.foundOrders}
        columns={[
          { key: 'number', title: t.columns.number },
          { key: 'state', title: t.columns.state },
          { key: 'date', title: t.columns.date },
        ]}
        rows={orders.map((order) => ({
          key: order.order_id,
          cells: {
            number: (
              <a
                className={parts.link}
                href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(order.order_id)}`}
              >
                {order.order_id}
              </a>
            ),
            state: states[order.state] ?? order.state,
            date: almatyTime(order.at),
          },
        }))}
      />
    </div>
  )
}
