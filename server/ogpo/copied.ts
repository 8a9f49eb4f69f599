import { sql } from 'kysely'
import { z } from 'zod'
import { ensureAccount } from '../accounts/accounts.ts'
import { act } from '../contracts/contracts.ts'
import type { Sql, Tx } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { broughtBack } from '../lost/bring-back.ts'
import { writeAgain } from '../lost/rows-again.ts'
import { moveOrder } from '../orders/orders.ts'
import type { CopiedRow, Doing, Product } from '../products/product.ts'
import { QuoteFacts } from '../quotes/facts.ts'
import { givesWay, otherOrders } from './other-orders.ts'

const Buyer = z.object({
  iin: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  locale: z.string(),
})
const OrderRow = z.looseObject({ contract_id: z.string(), calculation_id: z.string() })
const QuoteRow = z.looseObject({ draft_number: z.string() })
const Calculated = z.object({ id: z.string(), buyer_iin: z.string(), facts: QuoteFacts })

/** An order's rows for its copy, and how they are written again (decision 230). */
export const ogpoCopies: Pick<Product, 'copied' | 'broughtBack' | 'doubted'> = {
  copied: copiedRows,
  broughtBack: writeOrder,
  doubted: async (tx) => {
    await sql`update orders set set_asked_at = now()
      where state in ('awaiting_payment', 'paid', 'issuing') and set_asked_at is null`.execute(tx)
  },
}

async function copiedRows(db: Sql, id: string): Promise<CopiedRow[]> {
  const { rows } = await sql<{
    quote: object
    order: object
    buyer: object | null
    consents: object[]
  }>`
    select to_jsonb(quotes) as quote, to_jsonb(orders) as "order",
      (select jsonb_build_object('iin', iin, 'phone', phone, 'email', email, 'locale', locale)
        from accounts where realm = 'cabinet' and iin = orders.buyer_iin) as buyer,
      (select coalesce(jsonb_agg(to_jsonb(consents)), '[]') from consents
        where state = 'approved' and withdrawn_at is null and valid_until > orders.created_at
        and iin in (select jsonb_path_query(quotes.facts, '$.insured[*].iin') #>> '{}')) as consents
    from orders join quotes on quotes.id = orders.calculation_id where orders.id = ${id}`.execute(
    db,
  )
  const [found] = rows
  if (!found) return []
  const { quote, order, buyer, consents } = found
  return [
    ...(buyer ? [{ table: 'accounts', row: { ...buyer } }] : []),
    ...consents.map((row) => ({ table: 'consents', row: { ...row } })),
    { table: 'quotes', row: { ...quote } },
    { table: 'orders', row: { ...order } },
  ]
}

async function writeOrder(
  tx: Tx,
  deps: Deps,
  { id, rows, pays }: Parameters<Product['broughtBack']>[2],
): Promise<void> {
  const at = deps.clock.now()
  const by = broughtBack(at)
  const rowOf = (table: string) => rows.find((one) => one.table === table)?.row
  const buyer = Buyer.safeParse(rowOf('accounts'))
  if (buyer.success) await ensureAccount(tx, { ...buyer.data, proved: 'register', at })
  for (const one of rows.filter(({ table }) => table === 'consents'))
    await writeAgain(tx, one, 'keep')
  const order = OrderRow.parse(rowOf('orders'))
  const quote = await quoteFor(tx, order.calculation_id, QuoteRow.parse(rowOf('quotes')))
  await writeAgain(tx, { table: 'quotes', row: quote }, 'keep')
  const begins = {
    state: 'draft',
    calculation_id: quote.id,
    // Its own contract is opened by the row; one of what it replaces has to be there.
    contract_id: order.contract_id === id ? '' : order.contract_id,
    paid_at: null,
    next_attempt_at: null,
    issue_attempts: 0,
    issue_error: null,
    // It may have been paid, and is there whatever was ordered since.
    held_cars: null,
    held_days: null,
  }
  await orderedAnewGivesWay(tx, deps, Calculated.parse(quote), by)
  await writeAgain(tx, { table: 'orders', row: { ...order, ...begins } }, 'throw')
  // Its policy may exist: that is asked before anything else.
  await sql`update orders set set_asked_at = now() where id = ${id}`.execute(tx)
  await tx
    .insertInto('order_history')
    .values({ order_id: id, state: 'draft', ...by })
    .execute()
  if (pays) return moveOrder(tx, id, 'awaiting_payment', by)
  const { contract_id } = await tx
    .selectFrom('orders')
    .select('contract_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await act(tx, deps, contract_id, { act: 'pay_nothing', orderId: id }, by)
}

/** What the client ordered of the same car because this one was lost: unpaid, it gives way. */
async function orderedAnewGivesWay(
  tx: Tx,
  deps: Deps,
  quote: z.infer<typeof Calculated>,
  by: Doing,
): Promise<void> {
  for (const other of await otherOrders(tx, quote, '')) {
    const alsoLost = await tx
      .selectFrom('order_history')
      .select('state')
      .where('order_id', '=', other.order_id)
      .where('actor', '=', by.actor)
      .executeTakeFirst()
    if (!alsoLost && other.order_state === 'awaiting_payment') await givesWay(tx, deps, other, by)
  }
}

/**
 * The calculation of the lost order. The client may have ordered the same one anew before it was
 * back: then it is a calculation of its own, with all that was in it.
 */
async function quoteFor(tx: Tx, id: string, quote: z.infer<typeof QuoteRow>) {
  const another = await tx
    .selectFrom('orders')
    .select('id')
    .where('calculation_id', '=', id)
    .executeTakeFirst()
  return another
    ? {
        ...quote,
        id: crypto.randomUUID(),
        application_id: crypto.randomUUID(),
        draft_number: `${quote.draft_number}-${crypto.randomUUID().slice(0, 4)}`,
      }
    : { ...quote, id }
}
