import type { z } from 'zod'
import type { CalculateBody } from '#contract/ogpo-calculate.ts'
import { calls, until } from '../http.ts'
import { priced } from '../sale.ts'
import { bill, type Car, type Human, purchaseToken } from './sandbox.ts'

const { api } = calls(`http://localhost:${process.env.JOURNEY_PORT ?? 3210}`)

/**
 * A policy of this person for this car, bought through the API for browser tests of what comes
 * after. `paid: false` leaves the bill open. `key` opens the page of the order.
 */
export async function buys(
  who: Human,
  car: Car,
  { paid = true, drivers = [] as { iin: string }[] } = {},
): Promise<{ globalId: string; calcId: string; token: string; key: string }> {
  const token = await purchaseToken(who)
  const { body: clock } = await api('clock', {})
  if (!clock.success) throw new Error('no clock')
  const start = new Date(Date.parse(`${clock.data.today}T00:00:00Z`) + 86_400_000)
    .toISOString()
    .slice(0, 10)
  const sale: z.input<typeof CalculateBody> = {
    drivers,
    vehicles: [{ registrationNumber: car.plate, techPassport: car.techPassport }],
    insurant: { iin: who.iin, phone: who.phone, willDrive: true },
    operation: { applicationId: crypto.randomUUID() },
    order: { dateStart: start, period: 12 },
  }
  const { body: quoted } = await priced(() => api('ogpoCalculate', sale, token))
  if (!quoted.success) throw new Error(`no quote: ${JSON.stringify(quoted)}`)
  const calculationId = quoted.data.calculations[0]?.calculationId ?? ''
  const { body: placed } = await api(
    'ogpoOrder',
    { calculationId, pay: { system: 'mobile_bank', method: 'bill' } },
    token,
  )
  if (!placed.success) throw new Error(`no order: ${JSON.stringify(placed)}`)
  const bought = { calcId: calculationId, token, key: placed.data.key }
  if (!paid) return { ...bought, globalId: '' }
  await bill(who.phone, 'pay')
  const { orderId } = placed.data
  const issued = await until(
    async () => (await api('ogpoCheckOrderSet', { orderId }, token)).body,
    (body) => body.success && body.data.status === 'issued',
  )
  return { ...bought, globalId: (issued.success && issued.data.globalId) || '' }
}
