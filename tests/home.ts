import { expect } from 'vitest'
import { payments } from '#systems/acquirer/sandbox-payments.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import { typesCard } from './chaos/client.ts'
import { priced } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

/** A flat of the address register's sandbox. */
export const flat = '0200010001000000'
export const otherFlat = '0200020002000000'

/** The register of addresses has been copied. */
export const knowsAddresses = (at: TestApp) =>
  until(
    async () =>
      at.db
        .selectFrom('address_imports')
        .select('finished_at')
        .where('finished_at', 'is not', null)
        .execute(),
    (rows) => rows.length > 0,
  )

/** A calculation of the cheapest plan for a flat. */
export async function homeQuote(at: TestApp, token: string, address = flat) {
  await knowsAddresses(at)
  const plans = await at.api('homePlans', {}, token)
  if (!plans.body.success) throw new Error(`no plans: ${JSON.stringify(plans.body)}`)
  const planId = plans.body.data.plans[0]?.id ?? 0
  const { body } = await priced(() => at.api('homeCalculate', { address, planId }, token))
  if (!body.success) throw new Error(`no price: ${JSON.stringify(body)}`)
  return body.data
}

export async function homeOrdered(at: TestApp, token: string, address = flat): Promise<string> {
  const { calculationId } = await homeQuote(at, token, address)
  const { body } = await at.api(
    'homeOrder',
    { calculationId, pay: { system: 'card' }, accepted: homeLegalVersions },
    token,
  )
  if (!body.success) throw new Error(`no order: ${JSON.stringify(body)}`)
  expect(body.data.redirect_url).toContain('/acquirer/pay/')
  return body.data.orderId
}

/** Types a card on the open page of this subscription. */
export async function paysHome(
  at: TestApp,
  orderId: string,
  verdict: Parameters<typeof typesCard>[2] = 'approve',
) {
  const open = [...payments(at.sandbox.world).values()].find(
    (one) => one.orderId.startsWith(`${orderId}-`) && one.state === 'new',
  )
  if (!open) throw new Error('no open page')
  await typesCard(at.sandbox.url, open.id, verdict)
}

/** The subscription when its `checkOrderSet` says so. */
export const homeBecomes = (at: TestApp, token: string, orderId: string, status: string) =>
  until(
    async () => (await at.api('homeCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && body.data.status === status,
  )

/** A subscription paid, registered, with its paper made and its card kept. */
export async function subscribed(at: TestApp, token: string, address = flat): Promise<string> {
  const orderId = await homeOrdered(at, token, address)
  await paysHome(at, orderId)
  await until(
    async () => {
      const { body } = await at.api('homeCheckOrderSet', { orderId }, token)
      const row = await at.db
        .selectFrom('home_subscriptions')
        .select('card_kept_at')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow()
      return (
        body.success &&
        body.data.status === 'issued' &&
        body.data.files?.policy !== undefined &&
        row.card_kept_at !== null
      )
    },
    (done) => done,
  )
  return orderId
}
