import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import { payments, testCards } from '#systems/acquirer/sandbox-payments.ts'
import { billsFor } from '#systems/bank/sandbox.ts'
import { invoicesOf } from '#systems/epay/sandbox.ts'
import { ownCar, purchaseToken, quoted, sale } from '../sale.ts'
import type { Place } from './exactly-once.ts'
import type { Cluster } from './processes.ts'

const ways = {
  bill: { system: 'mobile_bank', method: 'bill' },
  card: { system: 'card', method: 'redirect' },
  epay: { system: 'epay', method: 'invoice' },
} as const
type Way = keyof typeof ways
export type Cart = {
  calculationId: string
  amount: number
  commission: number
  refund: number
  way: Way
  replaces: string | null
}
type Wanted = {
  way?: Way
  sale?: z.input<typeof CalculateBody>
  replaces?: string
  address?: number
}

/**
 * What a client does, in steps that may be repeated without harm: what a person does whose
 * connection broke.
 */
export function clientIn(place: Cluster, home = 0) {
  const api = (address = home) => {
    const at = place.at[address]
    if (!at) throw new Error(`no address ${address}`)
    return at
  }
  let kept: string | null = null
  const token = async () => {
    kept ??= await purchaseToken({ api: api().api, messages: place.messages })
    return kept
  }
  const cart = async (of: Wanted = {}): Promise<Cart> => {
    const asked = of.sale ?? sale({ vehicles: [await ownCar(place)] })
    const quote = await quoted(api(of.address), await token(), asked)
    return {
      calculationId: quote.calculationId,
      amount: quote.premium,
      commission: quote.broker_premium,
      refund: quote.refund_sum,
      way: of.way ?? 'bill',
      replaces: of.replaces ?? null,
    }
  }
  const order = async (
    { calculationId, way, replaces }: Cart,
    address = home,
    sendAgain = false,
  ) => {
    const body = {
      calculationId,
      pay: ways[way],
      email: 'client@example.kz',
      ...(sendAgain ? { sendAgain } : {}),
    }
    return replaces
      ? api(address).api('ogpoReorder', { ...body, globalId: replaces }, await token())
      : api(address).api('ogpoOrder', body, await token())
  }
  const idOf = async ({ calculationId }: Cart): Promise<string | null> =>
    (
      await place.rows<{ id: string }>('select id from orders where calculation_id = $1', [
        calculationId,
      ])
    )[0]?.id ?? null
  const orderOf = async (cart: Cart): Promise<string> => {
    const id = await idOf(cart)
    if (!id) throw new Error('not ordered')
    return id
  }
  /** The page has told them that a bill may have been sent, and they ask for another one. */
  const isUnclear = async (orderId: string) =>
    (
      await place.rows<{ state: string; unclear: boolean }>(
        `select state, state = 'error' and asked_at is not null and outside_id is null as unclear
         from payment_attempts where order_id = $1 order by created_at desc, id desc limit 1`,
        [orderId],
      )
    )[0]?.unclear === true
  /** Orders unless that is done, and pays whatever can be paid; `how`: on the page of a link. */
  const orderAndPay = async (cart: Cart, address = home, how: LinkTry = 'card') => {
    if (!(await idOf(cart))) await order(cart, address)
    else if (await isUnclear(await orderOf(cart))) await order(cart, address, true)
    await pays(place, await orderOf(cart), how)
  }
  const cancel = async (cart: Cart) =>
    api().api('ogpoCancelOrder', { orderId: await orderOf(cart) }, await token())
  return { token, api, cart, order, idOf, orderOf, orderAndPay, cancel }
}
export type SiteClient = ReturnType<typeof clientIn>

/**
 * Pays the open bill that the page speaks of, or types a good card on the open page or link, of this
 * order.
 */
export async function pays(
  place: Place & Pick<Cluster, 'control' | 'sandboxUrl'>,
  orderId: string,
  how: LinkTry = 'card',
): Promise<boolean> {
  let paid = false
  const heard = await place.rows<{ outside_id: string }>(
    'select outside_id from payment_attempts where order_id = $1',
    [orderId],
  )
  for (const bill of billsFor(place.world, orderId))
    if (bill.state === 'awaiting' && heard.some(({ outside_id }) => outside_id === bill.id)) {
      await place.control('POST', `/control/invoices/${bill.id}/pay`)
      paid = true
    }
  // The page's address is told only when it is stored.
  const told = await place.rows<{ id: string }>(
    'select id from payment_attempts where order_id = $1 and redirect_url is not null',
    [orderId],
  )
  for (const payment of payments(place.world).values())
    if (told.some(({ id }) => id === payment.orderId) && payment.state === 'new') {
      await typesCard(place.sandboxUrl, payment.id)
      paid = true
    }
  for (const { account_id, url, transaction } of invoicesOf(place.world).values())
    if (told.some(({ id }) => id === account_id) && transaction === null) {
      await paysLink(url, how)
      paid = true
    }
  return paid
}

type LinkTry = 'card' | 'wallet' | 'qr' | 'hold' | 'decline'
/** Tries to pay on the page of Halyk ePay. */
export const paysLink = (url: string, how: LinkTry): Promise<unknown> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how }) })

/** Types one of the test cards on the acquirer's page. */
export async function typesCard(
  sandboxUrl: string,
  paymentId: string,
  verdict: (typeof testCards)[number]['verdict'] = 'approve',
): Promise<void> {
  const card = testCards.find((known) => known.verdict === verdict) ?? testCards[0]
  await fetch(`${sandboxUrl}/acquirer/pay/${paymentId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ pan: card.pan, expiry: card.expiry, cvc: '123' }).toString(),
  })
}
