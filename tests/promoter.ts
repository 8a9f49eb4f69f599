import type { z } from 'zod'
import type { calculate } from '#contract/promoter.ts'
import { hashPassword } from '#server/accounts/change-password.ts'
import { buyer, car, paysBill, priced } from './sale.ts'
import { type TestApp, until } from './test-app.ts'

export const promoter = { iin: '900101399908', phone: '77010000017' }
/** A second promoter, for what is not the first one's. */
export const otherPromoter = { iin: '850505499909', phone: '77010000018' }
export const promoterPassword = 'demo-2026'
/** A street far from the service centres of the seed, and one at the door of one. */
export const street = { latitude: 43.2567, longitude: 76.9286, accuracy: 12 }
export const atTheCentre = { latitude: 43.2389, longitude: 76.8897, accuracy: 12 }

const hash = hashPassword(promoterPassword)

/** The account as an administrator makes it. */
export async function promoterAccount(at: TestApp, who = promoter) {
  const row = { surname: 'Досжанов', name: 'Әділет', phone: who.phone, password_hash: await hash }
  return at.db
    .insertInto('accounts')
    .values({
      realm: 'promoter',
      role: 'promoter',
      iin: who.iin,
      created_at: at.server.deps.clock.now(),
      ...row,
    })
    .onConflict((conflict) => conflict.columns(['realm', 'iin']).doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** A session of the promoter, by login and password. */
export async function promoterToken(at: TestApp, who = promoter): Promise<string> {
  await promoterAccount(at, who)
  const { body } = await at.api('promoterLogin', { login: who.iin, password: promoterPassword })
  if (!body.success) throw new Error(`not signed in: ${JSON.stringify(body)}`)
  return body.access_token
}

type Body = z.input<typeof calculate.body>
/** The ordinary sale of the portal: the demonstration client, one car, a position on the street. */
export const portalSale = (more: { [Part in keyof Body]?: Partial<Body[Part]> } = {}): Body => ({
  drivers: (more.drivers as Body['drivers']) ?? [],
  vehicles: (more.vehicles as Body['vehicles']) ?? [car],
  insurant: { ...buyer, willDrive: true, ...more.insurant },
  operation: { applicationId: crypto.randomUUID(), ...street, ...more.operation },
  order: { dateStart: '2026-11-21', period: 12, ...more.order },
})

export async function portalQuote(
  at: Pick<TestApp, 'api'>,
  token: string,
  of: Body = portalSale(),
) {
  const { body } = await priced(() => at.api('promoterCalculate', of, token))
  if (!body.success) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body.data.calculations[0] as NonNullable<(typeof body.data.calculations)[0]>
}

export const bill = { system: 'mobile_bank', method: 'bill' } as const

export async function portalOrder(
  at: Pick<TestApp, 'api'>,
  token: string,
  of: Body = portalSale(),
) {
  const quote = await portalQuote(at, token, of)
  const { body } = await at.api(
    'promoterOrder',
    { calculationId: quote.calculationId, pay: bill },
    token,
  )
  if (!body.success) throw new Error(`no order: ${JSON.stringify(body)}`)
  return { quote, ...body.data }
}

/** The order when it has come to one of these states of issue. */
export const portalSettled = (at: TestApp, token: string, orderId: string) =>
  until(
    async () => (await at.api('promoterCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && ['issued', 'failed'].includes(body.data.status),
  )

/** Sold, paid on the virtual phone and issued; the policy's number. */
export async function sold(at: TestApp, token: string, of: Body = portalSale()) {
  const order = await portalOrder(at, token, of)
  await paysBill(at, of.insurant.phone)
  const issued = await portalSettled(at, token, order.orderId)
  if (!issued.success || !issued.data.globalId)
    throw new Error(`not issued: ${JSON.stringify(issued)}`)
  return { ...order, globalId: issued.data.globalId, files: issued.data.files }
}
