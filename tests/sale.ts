import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import { readyPeople } from '#sandbox/people.ts'
import { until } from './http.ts'
import type { TestApp } from './test-app.ts'

/** The sandbox's ready people and cars that most tests sell to. */
export const buyer = { iin: '850315399904', phone: '77010000001' }
export const car = { registrationNumber: '123ABC02', techPassport: 'AB12345678' }

/**
 * The answer to a question that outside systems take part in: on a busy machine one of them is given
 * up on (503, 12002), and whoever is told to come again does.
 */
const heard = <Answer extends Priced>(ask: () => Promise<Answer>): Promise<Answer> =>
  until(ask, ({ status, body: { code } }) => status !== 503 && code !== 12002)

/** A token that may buy, by the code on the virtual phone. */
export async function purchaseToken(
  at: Pick<TestApp, 'api' | 'messages'>,
  who: { iin: string; phone: string } = buyer,
): Promise<string> {
  const sent = await heard(() => at.api('sendClientOtp', who))
  if (!sent.body.success) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
  // A word about an order may have come after the code.
  const message = (await at.messages(who.phone)).find(
    ({ text }) => /растау коды|код подтверждения/.test(text) && !/телефон/.test(text),
  )
  const otp_code = /\b\d{4}\b/.exec(message?.text ?? '')?.[0] ?? ''
  const checked = await heard(() => at.api('validateClientOtp', { ...who, otp_code }))
  if (!checked.body.success) throw new Error(`no token: ${JSON.stringify(checked.body)}`)
  return checked.body.data.token
}

const phones = new Map(readyPeople().map(({ iin, phone }) => [iin, phone]))
/** A ready person of the sandbox with their phone. */
export const ready = (iin: string) => ({ iin, phone: phones.get(iin) ?? '' })

/** Asks a person by 1414 and lets them answer; returns how the consent then stands. */
export async function consents(
  at: TestApp,
  token: string,
  iin: string,
  reply: '1' | '0' = '1',
): Promise<string> {
  const who = ready(iin)
  const asked = await heard(() => at.api('requestConsent', who, token))
  if (!asked.body.success) throw new Error(`not asked: ${JSON.stringify(asked.body)}`)
  await at.control('POST', `/control/phones/${who.phone}/reply`, { text: reply })
  const { body } = await at.api('consentStatus', { requestId: asked.body.data.requestId }, token)
  return body.success ? body.data.status : 'unknown'
}

/**
 * Sets the clock that the product follows (null: its own again) and waits until the product has
 * heard it.
 */
export async function clockTo(at: TestApp, now: string | null): Promise<void> {
  const moved: { now: string } = await at.control('POST', '/control/clock', { now })
  await until(
    async () => at.server.deps.clock.now().getTime(),
    (ours) => Math.abs(ours - Date.parse(moved.now)) < 5_000,
  )
}
/** Moves the clock by so many seconds. */
export const clockOn = (at: TestApp, seconds: number): Promise<void> =>
  clockTo(at, new Date(at.server.deps.clock.now().getTime() + seconds * 1_000).toISOString())

type Sale = z.input<typeof CalculateBody>
export const sale = (more: { [Part in keyof Sale]?: Partial<Sale[Part]> } = {}): Sale => ({
  drivers: (more.drivers as Sale['drivers']) ?? [],
  vehicles: (more.vehicles as Sale['vehicles']) ?? [car],
  insurant: { ...buyer, willDrive: true, ...more.insurant },
  operation: { applicationId: crypto.randomUUID(), ...more.operation },
  order: { dateStart: '2026-11-21', period: 12, ...more.order },
})

type Priced = { status: number; body: { success?: unknown; code?: unknown; data?: unknown } }
/**
 * The answer to a calculation. On a busy machine an outside system is given up on, all of them
 * (503, 12002) or one that a rule needs, or the first try is still being worked on (409): the page
 * says "try again", and a client does.
 */
export const priced = <Answer extends Priced>(ask: () => Promise<Answer>): Promise<Answer> =>
  until(
    ask,
    ({ status, body: { success, code, data } }) =>
      success === true ||
      (status !== 503 &&
        status !== 409 &&
        code !== 12002 &&
        !JSON.stringify([data]).includes('"unavailable"')),
    60_000,
  )

let cars = 0
/** A car of its own: a buyer has one open order of a car (decision 301). */
export async function ownCar({ control }: Pick<TestApp, 'control'>): Promise<typeof car> {
  cars += 1
  const letters = [676, 26, 1].map((of) => String.fromCharCode(65 + (Math.floor(cars / of) % 26)))
  const registrationNumber = `${100 + (cars % 900)}${letters.join('')}02`
  const techPassport = `AB${10_000_000 + cars}`
  const more = { techPassport, ownerIin: buyer.iin }
  await control('PUT', `/control/vehicles/${registrationNumber}`, more)
  return { registrationNumber, techPassport }
}

/** A quote of the ordinary sale. */
export async function quoted(at: Pick<TestApp, 'api'>, token: string, of: Sale = sale()) {
  const { body } = await priced(() => at.api('ogpoCalculate', of, token))
  if (!body.success) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body.data.calculations[0] as NonNullable<(typeof body.data.calculations)[0]>
}

/** An order of the ordinary sale, waiting for a mobile-bank bill. */
export async function ordered(at: Pick<TestApp, 'api'>, token: string, of: Sale = sale()) {
  const quote = await quoted(at, token, of)
  const { body } = await at.api(
    'ogpoOrder',
    {
      calculationId: quote.calculationId,
      pay: { system: 'mobile_bank', method: 'bill' },
      email: 'client@example.kz',
    },
    token,
  )
  if (!body.success) throw new Error(`no order: ${JSON.stringify(body)}`)
  return { quote, ...body.data }
}

/**
 * Our wish to take closed bills off the phone never reaches the bank: clients pay them all the
 * same.
 */
export const billsStay = (at: Pick<TestApp, 'fault'>) =>
  at.fault('bank', 'unavailable', { operation: 'remote/cancel', times: 100_000 })

/** Pays the newest bill of the phone on the virtual phone. */
export async function paysBill(at: TestApp, phone = buyer.phone) {
  const bills = await at.invoices(phone)
  const open = bills.find((bill) => bill.status === 'awaiting')
  if (!open) throw new Error(`no open bill: ${JSON.stringify(bills)}`)
  await at.control('POST', `/control/invoices/${open.id}/pay`)
  return open
}

/** The order when it has come to one of these states of issue. */
export const settled = (
  at: TestApp,
  token: string,
  orderId: string,
  statuses: string[] = ['issued', 'failed'],
  limitMs?: number,
) =>
  until(
    async () => (await at.api('ogpoCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && statuses.includes(body.data.status),
    limitMs,
  )

/** The raw answer to an order by a bill, or by what `more` says. */
export const placesOrder = (
  at: Pick<TestApp, 'raw'>,
  token: string,
  calculationId: string,
  more: object = {},
) =>
  at.raw('/api/policy/ogpo/order', {
    body: {
      calculationId,
      pay: { system: 'mobile_bank', method: 'bill' },
      email: 'client@example.kz',
      ...more,
    },
    token,
    locale: 'ru',
  })

/** The attempts to pay an order, the first one first. */
export const attemptsOf = (at: Pick<TestApp, 'db'>, orderId: string) =>
  at.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
