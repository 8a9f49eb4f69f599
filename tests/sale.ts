import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo.ts'
import { type House, until } from './house.ts'

/** The sandbox's ready people and cars that most tests sell to. */
export const buyer = { iin: '850315399904', phone: '77010000001' }
export const car = { registrationNumber: '123ABC02', techPassport: 'AB12345678' }

/** A token that may buy, by the code on the virtual phone. */
export async function purchaseToken(at: House, who: { iin: string; phone: string } = buyer): Promise<string> {
  const sent = await at.api('sendClientOtp', who)
  if (!sent.body.success) throw new Error(`no code: ${JSON.stringify(sent.body)}`)
  const [message] = await at.messages(who.phone)
  const otp_code = /\b\d{4}\b/.exec(message?.text.replaceAll('1414', '') ?? '')?.[0] ?? ''
  const checked = await at.api('validateClientOtp', { ...who, otp_code })
  if (!checked.body.success) throw new Error(`no token: ${JSON.stringify(checked.body)}`)
  return checked.body.data.token
}

type Sale = z.input<typeof CalculateBody>
export const sale = (more: { [Part in keyof Sale]?: Partial<Sale[Part]> } = {}): Sale => ({
  drivers: (more.drivers as Sale['drivers']) ?? [],
  vehicles: (more.vehicles as Sale['vehicles']) ?? [car],
  insurant: { ...buyer, willDrive: true, ...more.insurant },
  operation: { applicationId: crypto.randomUUID(), ...more.operation },
  order: { dateStart: '2026-11-21', period: 12, ...more.order },
})

/** A quote of the ordinary sale. */
export async function quoted(at: House, token: string, of: Sale = sale()) {
  const { body } = await at.api('ogpoCalculate', of, token)
  if (!body.success) throw new Error(`no quote: ${JSON.stringify(body)}`)
  return body.data.calculations[0] as NonNullable<(typeof body.data.calculations)[0]>
}

/** An order of the ordinary sale, waiting for a mobile-bank bill. */
export async function ordered(at: House, token: string, of: Sale = sale()) {
  const quote = await quoted(at, token, of)
  const { body } = await at.api(
    'ogpoOrder',
    { calculationId: quote.calculationId, pay: { system: 'mobile_bank', method: 'bill' }, email: 'client@example.kz' },
    token,
  )
  if (!body.success) throw new Error(`no order: ${JSON.stringify(body)}`)
  return { quote, ...body.data }
}

/** Pays the newest bill of the phone on the virtual phone. */
export async function paysBill(at: House, phone = buyer.phone) {
  const bills = await at.invoices(phone)
  const open = bills.find((bill) => bill.status === 'awaiting')
  if (!open) throw new Error(`no open bill: ${JSON.stringify(bills)}`)
  await at.control('POST', `/control/invoices/${open.id}/pay`)
  return open
}

/** The order when it has come to one of these states of issue. */
export const settled = (at: House, token: string, orderId: string, statuses: string[] = ['issued', 'failed'], limitMs?: number) =>
  until(
    async () => (await at.api('ogpoCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && statuses.includes(body.data.status),
    limitMs,
  )
