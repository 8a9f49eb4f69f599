import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../http/api.ts'
import { ask } from '../../http/ask.ts'
import { useReplyPages } from '../../http/replies.ts'
import { money, useTexts } from '../../texts.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { setQuery, useQuery } from '../../ui/query.ts'
import { backToRow, toRow } from '../../ui/walk-rows.ts'
import { useFootSum } from '../shell/foot-sum.ts'
import { useKeys, useOpened } from '../shell/keys.ts'
import { useCopyKeys } from '../use-copy-keys.ts'
import { Bars } from './bars.tsx'
import words from './desk-texts.ts'
import styles from './list.module.css'
import { OneOrder } from './one-order.tsx'
import { OrderTable, useOrderColumns } from './order-table.tsx'
import orderWords from './texts.ts'
import { type Asked, askedBy, isCounted, views } from './views.ts'

const EVERY_MS = 30_000

type Props = { asked: Asked; shown: readonly { order_id: string }[]; onShow: () => void }

/** Button with the number of new rows: the list does not jump while somebody reads. */
export function NewRows({ asked, shown, onShow }: Props) {
  const t = useTexts(words)
  const [ids, setIds] = useState<readonly string[]>([])
  // Polls the server in the background while the page is visible.
  useEffect(() => {
    const stop = new AbortController()
    const timer = setInterval(() => {
      if (document.hidden) return
      ask('staffOrders', asked, { signal: stop.signal }).then(
        ({ data }) => setIds(data.orders.map(({ order_id }) => order_id)),
        () => {},
      )
    }, EVERY_MS)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [asked])
  const known = new Set(shown.map(({ order_id }) => order_id))
  const fresh = ids.filter((id) => !known.has(id)).length
  return (
    <div role="status" className={styles.fresh}>
      {fresh > 0 ? (
        <button type="button" onClick={onShow}>
          {t.fresh(fresh)}
        </button>
      ) : null}
    </div>
  )
}

type Page = Reply<'staffOrders'>['data']

/** Orders that need staff, or the newest, and one of them beside the list. */
export function Orders() {
  const query = useQuery()
  const asked = askedBy(query)
  const open = query.get('order')
  return <List key={JSON.stringify(asked)} asked={asked} open={open} />
}

function List({ asked, open }: { asked: Asked; open: string | null }) {
  const t = useTexts(orderWords)
  const { list } = useTexts(words)
  const { loading, page, rest, again } = useReplyPages<'staffOrders', Page>(
    ask,
    'staffOrders',
    asked,
    (before, after) => ({
      ...after,
      counts: before.counts,
      orders: [...before.orders, ...after.orders],
    }),
  )
  const close = () => setQuery({ order: null })
  // The address may name an order by its number or its policy: the answer says which row that is.
  const [answered, setAnswered] = useState<{ asked: string; id: string } | null>(null)
  const id = open && answered?.asked === open ? answered.id : open
  useFocusOnRow(id)
  const columns = useOrderColumns(asked.view, page?.orders ?? [])
  useSum(asked, page)
  useListKeys(open, close)
  useCopyKeys()
  const at = page?.orders.findIndex(({ order_id }) => order_id === id) ?? -1
  return (
    <>
      <Bars asked={asked} counts={page?.counts ?? null} open={open !== null}>
        {open ? null : columns.menu}
      </Bars>
      <div className={styles.split} data-open={open ? '' : undefined}>
        <section className={styles.list} aria-label={list}>
          <NewRows asked={asked} shown={page?.orders ?? []} onShow={again} />
          <Loaded loading={loading} value={page}>
            {({ orders }) =>
              orders.length === 0 ? (
                <EmptyState
                  title={t.empty}
                  action={
                    asked.view === 'newest' ? null : (
                      <Button
                        variant="secondary"
                        size="small"
                        onClick={() => setQuery({ view: 'newest', order: null })}
                      >
                        {t.toNewest}
                      </Button>
                    )
                  }
                />
              ) : (
                <>
                  <OrderTable orders={orders} asked={asked} columns={columns.shown} open={id} />
                  {rest ? (
                    <div className={styles.rest}>
                      <LoadMore label={t.more} shown={t.shown(orders.length)} {...rest} />
                    </div>
                  ) : null}
                </>
              )
            }
          </Loaded>
        </section>
        {open ? (
          <OneOrder
            key={open}
            id={open}
            place={{ at, all: page?.orders.length ?? 0, ids: page?.orders ?? [] }}
            onAnswer={(answer) => setAnswered({ asked: open, id: answer })}
            onClose={close}
          />
        ) : null}
      </div>
    </>
  )
}

/** How many and for how much, in the foot. */
function useSum({ view }: Asked, page: Page | null): void {
  const t = useTexts(words)
  const { shown } = useTexts(orderWords)
  const counted = isCounted(view) ? page?.counts?.[view] : null
  useFootSum(
    counted ? t.sum(counted.count, money(counted.amount)) : page ? shown(page.orders.length) : '',
  )
}

/** Restores the focus: a row is drawn anew when an order opens beside the list or closes. */
function useFocusOnRow(open: string | null): void {
  const before = useRef(open)
  useEffect(() => {
    const row = open ?? before.current
    before.current = open
    if (row) backToRow(row)
  }, [open])
}

/** `J` and `K` walk; beside an open order they open the next one. Digits choose a tab. */
function useListKeys(open: string | null, close: () => void): void {
  const walk = (step: 1 | -1) => () => {
    const link = toRow(step)
    if (open) link?.click()
  }
  useOpened(open !== null, close)
  useKeys({
    KeyJ: walk(1),
    KeyK: walk(-1),
    ...Object.fromEntries(
      views.map((view, at) => [
        `Digit${at + 1}`,
        () => setQuery({ view: view === 'human' ? null : view, order: null }),
      ]),
    ),
  })
}
