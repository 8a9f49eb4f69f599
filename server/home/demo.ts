import { homeCalculate, homeOrder, homePlans } from '#contract/home.ts'
import { homeLegalVersions } from '#texts/legal-versions.ts'
import type { Start } from '../products/start.ts'
import { importAddresses } from './import-addresses.ts'

/**
 * The demonstration client's home: the middle plan on their registered address, paid on the
 * sandbox's page; the jobs do the rest.
 */
export async function demoHome(
  { app, deps }: Parameters<Start['demo']>[0],
  token: string,
): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const call = async (url: string, payload: object): Promise<unknown> =>
    (await app.inject({ method: 'POST', url, headers, payload })).json()
  await importAddresses(deps)
  const offer = homePlans.reply.parse(await call(homePlans.path, {}))
  if (!offer.success || !offer.data.registered) return
  const plan = offer.data.plans[1] ?? offer.data.plans[0]
  const quote = homeCalculate.reply.parse(
    await call(homeCalculate.path, { address: offer.data.registered.code, planId: plan?.id ?? 0 }),
  )
  if (!quote.success) return
  const order = homeOrder.reply.parse(
    await call(homeOrder.path, {
      calculationId: quote.data.calculationId,
      pay: { system: 'card' },
      accepted: homeLegalVersions,
    }),
  )
  if (!order.success || !order.data.redirect_url) return
  const card = new URLSearchParams({ pan: '4400000000000001', expiry: '12/29', cvc: '123' })
  await fetch(order.data.redirect_url, { method: 'POST', body: card, redirect: 'manual' })
}
