import { pathOf } from '#contract/pages.ts'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { money, useLocale, useTexts } from '../../texts.ts'
import { almatyTime } from '../../ui/almaty.ts'
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/desk-parts.module.css'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import orderWords from '../../ui/order-words.ts'
import { usePages } from '../../ui/pages-of.ts'
import { setQuery, useQuery, useReturns } from '../../ui/query.ts'
import { Select } from '../../ui/select.tsx'
import { Table } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'
import words from './texts.ts'

const views = ['stuck', 'refund_failed', 'details', 'newest'] as const
type View = (typeof views)[number]
type Page = Reply<'staffOrders'>['data']

export function Orders() {
  const t = useTexts(words)
  const query = useQuery()
  const returns = useReturns()
  const view = views.find((one) => one === query.get('view')) ?? 'stuck'
  return (
    <>
      <form
        className={parts.search}
        aria-label={t.findLabel}
        onSubmit={(event) => {
          event.preventDefault()
          setQuery({ order: String(new FormData(event.currentTarget).get('order') ?? '').trim() })
        }}
      >
        <TextField name="order" label={t.findLabel} maxLength={40} autoComplete="off" />
        <Button type="submit" variant="secondary">
          {t.find}
        </Button>
      </form>
      <Select
        key={returns}
        name="view"
        label={t.view}
        defaultValue={view}
        options={views.map((value) => ({ value, label: t.views[value] }))}
        onValue={(value) => setQuery({ view: value === 'stuck' ? null : value })}
      />
      <List key={view} view={view} />
    </>
  )
}

function List({ view }: { view: View }) {
  const t = useTexts(words)
  const states = useTexts(orderWords).order
  const locale = useLocale()
  const { loading, page, rest } = usePages<Page>(
    async (cursor, signal) =>
      (await ask('staffOrders', { view, ...(cursor ? { cursor } : {}) }, { signal })).data,
    (before, after) => ({ ...after, orders: [...before.orders, ...after.orders] }),
  )
  return (
    <Loaded loading={loading} value={page}>
      {({ orders }) =>
        orders.length === 0 ? (
          <EmptyState title={t.empty} />
        ) : (
          <>
            <div className={parts.list}>
              <Table
                caption={t.shown(orders.length)}
                columns={(
                  ['number', 'state', 'date', 'paid', 'attempts', 'sum', 'refund'] as const
                ).map((key) => ({
                  key,
                  title: t.columns[key],
                  number: key === 'sum' || key === 'refund' || key === 'attempts',
                }))}
                rows={orders.map((order) => ({
                  key: order.order_id,
                  cells: {
                    number: (
                      <a
                        className={parts.link}
                        href={`${pathOf('staff-orders', locale)}?order=${encodeURIComponent(order.order_id)}`}
                      >
                        {order.number}
                      </a>
                    ),
                    state: states[order.state] ?? order.state,
                    date: almatyTime(order.at),
                    paid: order.paid_at ? almatyTime(order.paid_at) : '–',
                    attempts: String(order.attempts),
                    sum: money(order.amount),
                    refund: order.to_refund ? money(order.to_refund) : '–',
                  },
                }))}
              />
            </div>
            {rest ? <LoadMore label={t.more} shown={t.shown(orders.length)} {...rest} /> : null}
          </>
        )
      }
    </Loaded>
  )
}
