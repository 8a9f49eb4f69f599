import type { z } from 'zod'
import type { Contract } from '#contract/index.ts'
import { account, signedIn } from './client.ts'
import { billsStay, ordered, paysBill, purchaseToken, sale, settled } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

export const accountant = { iin: '850505499909', phone: '77010000555' }
/** The first line of a bank's statement. */
export const HEAD = 'date;operation;order_id;payment_id;amount;fee\n'

/** A sale that was issued, and one paid after it had been cancelled: its money went back. */
export async function twoSales(of: TestApp) {
  const buying = await purchaseToken(of)
  const { orderId, quote } = await ordered(of, buying)
  await paysBill(of)
  await settled(of, buying, orderId)
  const late = await ordered(
    of,
    buying,
    sale({ vehicles: [{ registrationNumber: '456BCD01', techPassport: 'AB12345679' }] as never }),
  ).catch(() => ordered(of, buying))
  await billsStay(of)
  await of.api('ogpoCancelOrder', { orderId: late.orderId }, buying)
  await paysBill(of)
  await until(
    () => of.db.selectFrom('orders').select('state').where('id', '=', late.orderId).execute(),
    ([order]) => order?.state === 'refunded',
  )
  await account(of, accountant, { role: 'accountant' })
  return {
    token: await signedIn(of, accountant),
    orderId,
    lateId: late.orderId,
    amount: quote.premium,
    late: late.quote.premium,
  }
}
export type TwoSales = Awaited<ReturnType<typeof twoSales>>

type Body = z.input<Contract['reportSettleMany']['body']>
type Settling = Omit<Body, 'differences'> & Body['differences'][number]
/** One difference is settled; answers why not, or how many were: one or none. */
export async function settles(of: TestApp, token: string, asked: Settling) {
  const { kind, key, linked, ...rest } = asked
  const differences = [{ kind, key, ...(linked === undefined ? {} : { linked }) }]
  const { status, body } = await of.api('reportSettleMany', { ...rest, differences }, token, 'ru')
  return { status, body, count: body.success ? body.data.settled.length : 0 }
}
